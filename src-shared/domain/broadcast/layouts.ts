import { EMPTY_SCENE, NO_CROP, type Fit, type ImageData64, type Scene, type SceneItem } from './scene.ts';

export const LAYOUT_IDS = ['cameraScreen', 'pictureInPicture', 'sideBySide', 'guestGrid'] as const;
export type LayoutId = (typeof LAYOUT_IDS)[number];

export interface LayoutSources {
  cameras: readonly string[];
  screens: readonly string[];
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Edges that every display shows (EBU R 95), as parts of the frame: of what happens, and of what is read. */
export const SAFE_AREAS: Readonly<Record<'action' | 'graphics', number>> = { action: 0.035, graphics: 0.05 };

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };
const HALVES: readonly [Box, Box] = [
  { x: 0.01, y: 0.15, width: 0.485, height: 0.7 },
  { x: 0.505, y: 0.15, width: 0.485, height: 0.7 },
];
/** The screen has the shape of the frame, the camera is a column of the same height. */
const BESIDE: { screen: Box; camera: Box } = {
  screen: { x: 0.02, y: 0.14, width: 0.72, height: 0.72 },
  camera: { x: 0.755, y: 0.14, width: 0.225, height: 0.72 },
};
const SMALL: Box = corner('bottomRight', 0.26, 0.26);
/** Between the guests of a grid, across and down, so that both gaps are of the same pixels at 16:9. */
const GAP = { x: 0.01, y: 0.01 * (16 / 9) };

/** A scene of one of the layouts. Where a layout lacks a camera or a screen, the other one has all of the frame. */
export function layoutScene(layout: LayoutId, { cameras, screens }: LayoutSources): Scene {
  const [camera, secondCamera] = cameras;
  const [screen, secondScreen] = screens;
  switch (layout) {
    case 'cameraScreen':
      if (camera === undefined || screen === undefined) return alone(camera, screen);
      return sceneOf([source(screen, BESIDE.screen, 'contain'), source(camera, BESIDE.camera, 'cover')]);
    case 'pictureInPicture': {
      const [large, small] = screen === undefined ? [camera, secondCamera] : [screen, camera];
      if (large === undefined || small === undefined) return alone(camera, screen);
      const fit = screen === undefined ? 'cover' : 'contain';
      return sceneOf([source(large, WHOLE, fit), source(small, SMALL, 'cover', 1)]);
    }
    case 'sideBySide': {
      const left = camera ?? screen;
      const right = camera === undefined ? secondScreen : (screen ?? secondCamera);
      if (left === undefined || right === undefined) return alone(camera, screen);
      const fitOf = (id: string): Fit => (cameras.includes(id) ? 'cover' : 'contain');
      return sceneOf([source(left, HALVES[0], fitOf(left)), source(right, HALVES[1], fitOf(right))]);
    }
    case 'guestGrid':
      if (cameras.length < 2) return alone(camera, screen);
      return sceneOf(gridBoxes(cameras.length).map((box, at) => source(cameras[at] ?? '', box, 'cover')));
  }
}

/** Equal boxes of the frame's shape in rows; a last row that is not full lies in the middle. */
export function gridBoxes(count: number): Box[] {
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const width = (1 - GAP.x * (columns + 1)) / columns;
  const height = Math.min((1 - GAP.y * (rows + 1)) / rows, width);
  const top = (1 - rows * height - (rows - 1) * GAP.y) / 2;
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / columns);
    const inRow = Math.min(columns, count - row * columns);
    const left = (1 - inRow * width - (inRow - 1) * GAP.x) / 2;
    return {
      x: left + (at % columns) * (width + GAP.x),
      y: top + row * (height + GAP.y),
      width,
      height,
    };
  });
}

export type Corner = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight';

/** A box in a corner of the area for graphics. */
export function corner(place: Corner, width: number, height: number): Box {
  const edge = SAFE_AREAS.graphics;
  return {
    x: place.endsWith('Left') ? edge : 1 - edge - width,
    y: place.startsWith('top') ? edge : 1 - edge - height,
    width,
    height,
  };
}

const SHOWN = { isVisible: true, opacity: 1 };
const LETTERS = { color: '#ffffff', background: null };

/** Above the sources of a layout. */
const LOWER_THIRD_Z = 80;
/** As subtitles of films have them. */
const CAPTION_SIGNS = 56;
const CAPTION_LINES = 3;
const CAPTION_LINE_HEIGHT = 0.058;
const CAPTION_Z = 90;
const LOGO_Z = 90;

export const logoItem = (id: string, image: ImageData64, place: Corner): SceneItem => ({
  kind: 'image',
  id,
  image,
  fit: 'contain',
  crop: NO_CROP,
  z: LOGO_Z,
  ...corner(place, 0.12, 0.12),
  ...SHOWN,
});

export const lowerThirdItem = (id: string, title: string, subtitle: string): SceneItem => ({
  kind: 'lowerThird',
  id,
  title,
  subtitle,
  color: '#ffffff',
  background: '#111827',
  accent: '#f59e0b',
  z: LOWER_THIRD_Z,
  ...corner('bottomLeft', 0.45, 0.14),
  ...SHOWN,
});

/** A line of captions, broken where it is too long, at the lower edge. Of more lines than are read the last are shown. */
export function captionItem(id: string, text: string): SceneItem {
  const lines = wrapWords(text, CAPTION_SIGNS).slice(-CAPTION_LINES);
  const height = CAPTION_LINE_HEIGHT * lines.length;
  return {
    kind: 'text',
    id,
    text: lines.join('\n'),
    align: 'center',
    color: '#ffffff',
    background: '#000000',
    z: CAPTION_Z,
    x: 0.14,
    y: 0.96 - height,
    width: 0.72,
    height,
    ...SHOWN,
  };
}

/** Lines of at most so many signs; a longer word has a line of its own. */
function wrapWords(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** "Starting soon", "Be right back": a title in the middle, and under it the time that is left, where there is one. */
export function slateScene(title: string, countdown: { endsAtMs: number; doneText: string } | null): Scene {
  const above: Box = { x: 0.1, y: countdown ? 0.32 : 0.42, width: 0.8, height: 0.16 };
  const below: Box = { x: 0.3, y: 0.52, width: 0.4, height: 0.2 };
  const items: SceneItem[] = [
    { kind: 'text', id: 'title', text: title, align: 'center', z: 0, ...above, ...SHOWN, ...LETTERS },
  ];
  if (countdown) {
    items.push({ kind: 'countdown', id: 'countdown', ...countdown, z: 0, ...below, ...SHOWN, ...LETTERS });
  }
  return { background: '#111827', items };
}

function alone(camera: string | undefined, screen: string | undefined): Scene {
  if (screen !== undefined) return sceneOf([source(screen, WHOLE, 'contain')]);
  return camera === undefined ? EMPTY_SCENE : sceneOf([source(camera, WHOLE, 'cover')]);
}

const sceneOf = (items: SceneItem[]): Scene => ({ ...EMPTY_SCENE, items });

const source = (sourceId: string, box: Box, fit: Fit, z = 0): SceneItem => ({
  kind: 'source',
  id: `source-${sourceId}`,
  sourceId,
  fit,
  crop: NO_CROP,
  z,
  ...box,
  ...SHOWN,
});
