import { describe, expect, it } from 'vitest';
import {
  gridBoxes,
  LAYOUT_IDS,
  layoutScene,
  logoItem,
  lowerThirdItem,
  SAFE_AREAS,
  slateScene,
} from './layouts.ts';
import { placeInBox, toPixels } from './placement.ts';
import { EMPTY_SCENE, itemsToDraw, NO_CROP, sceneSchema, sourcesOf, type Scene } from './scene.ts';
import { shownPart } from './transition.ts';

/** Of one red pixel. */
const IMAGE = {
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
} as const;
const FRAME = { width: 1280, height: 720 };

describe('the layouts of a broadcast', () => {
  const CASES = [
    { cameras: [], screens: [] },
    { cameras: ['a'], screens: [] },
    { cameras: [], screens: ['s'] },
    { cameras: [], screens: ['s', 't'] },
    { cameras: ['a', 'b'], screens: [] },
    { cameras: ['a', 'b', 'c'], screens: ['s'] },
  ];

  it.each(LAYOUT_IDS)('%s makes a whole scene of any sources, inside of the frame', (layout) => {
    for (const sources of CASES) {
      const scene = layoutScene(layout, sources);
      expect(sceneSchema.safeParse(scene).error).toBeUndefined();
      expect(scene.items.length > 0).toBe(sources.cameras.length + sources.screens.length > 0);
      for (const { x, y, width, height } of scene.items) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1.000001);
      }
    }
  });

  it('has the screen beside the camera, or under it, and halves that do not touch', () => {
    const sources = { cameras: ['a', 'b'], screens: ['s'] };
    const [screen, camera] = layoutScene('cameraScreen', sources).items;
    expect(screen).toMatchObject({ sourceId: 's', fit: 'contain' });
    expect(camera).toMatchObject({ sourceId: 'a', fit: 'cover' });
    expect(camera?.x).toBeGreaterThan((screen?.x ?? 1) + (screen?.width ?? 1));
    const [under, over] = itemsToDraw(layoutScene('pictureInPicture', sources));
    expect(under).toMatchObject({ sourceId: 's', x: 0, y: 0, width: 1, height: 1 });
    expect(over).toMatchObject({ sourceId: 'a' });
    expect((over?.x ?? 1) + (over?.width ?? 1)).toBeCloseTo(1 - SAFE_AREAS.graphics);
    const [left, right] = layoutScene('sideBySide', sources).items;
    expect([left, right]).toMatchObject([{ sourceId: 'a' }, { sourceId: 's' }]);
    expect((left?.x ?? 1) + (left?.width ?? 1)).toBeLessThan(right?.x ?? 0);
  });

  it('takes two cameras, or two screens, where the other kind is missing', () => {
    const twoCameras = { cameras: ['a', 'b'], screens: [] };
    expect([...sourcesOf(layoutScene('pictureInPicture', twoCameras))]).toEqual(['a', 'b']);
    expect([...sourcesOf(layoutScene('sideBySide', twoCameras))]).toEqual(['a', 'b']);
    const twoScreens = { cameras: [], screens: ['s', 't'] };
    expect([...sourcesOf(layoutScene('sideBySide', twoScreens))]).toEqual(['s', 't']);
    expect([...sourcesOf(layoutScene('cameraScreen', twoCameras))]).toEqual(['a']);
  });

  it('lays guests into equal boxes that do not overlap', () => {
    for (const count of [2, 3, 4, 5, 7, 9]) {
      const boxes = gridBoxes(count);
      expect(boxes).toHaveLength(count);
      boxes.forEach((box, at) => {
        expect(box.width).toBeCloseTo(boxes[0]?.width ?? 0);
        for (const other of boxes.slice(at + 1)) {
          const isApart = other.x >= box.x + box.width || other.y >= box.y + box.height;
          expect(isApart).toBe(true);
        }
      });
    }
    // The third of three lies in the middle of its row.
    const third = gridBoxes(3)[2];
    expect((third?.x ?? 0) + (third?.width ?? 0) / 2).toBeCloseTo(0.5);
  });

  it('has slates, a lower third and a logo within the area for graphics', () => {
    const soon = slateScene('Starting soon', { endsAtMs: 60_000, doneText: 'Now' });
    expect(sceneSchema.parse(soon).items.map(({ kind }) => kind)).toEqual(['text', 'countdown']);
    expect(slateScene('Be right back', null).items.map(({ kind }) => kind)).toEqual(['text']);
    const items = [logoItem('logo', IMAGE, 'topRight'), lowerThirdItem('name', 'Ada', 'Host')];
    const scene = sceneSchema.parse({ ...EMPTY_SCENE, items });
    for (const { x, y, width, height } of scene.items) {
      expect(Math.min(x, y, 1 - x - width, 1 - y - height)).toBeGreaterThanOrEqual(
        SAFE_AREAS.graphics - 1e-9,
      );
    }
  });
});

describe('a scene', () => {
  const base = layoutScene('pictureInPicture', { cameras: ['a'], screens: ['s'] });
  const [first, second] = base.items;

  it.each<[string, unknown]>([
    ['a color that is none', { ...base, background: 'url(https://x.example)' }],
    ['an unknown field', { ...base, script: 'x' }],
    ['two items of one id', { ...base, items: [first, first] }],
    ['an unknown kind', { ...base, items: [{ ...first, kind: 'frame' }] }],
    ['a width of nothing', { ...base, items: [{ ...first, width: 0 }] }],
    ['no number', { ...base, items: [{ ...first, x: NaN }] }],
    [
      'a crop that leaves nothing',
      { ...base, items: [{ ...first, crop: { ...NO_CROP, left: 0.5, right: 0.5 } }] },
    ],
    [
      'an image of another type',
      {
        ...base,
        items: [{ ...logoItem('l', IMAGE, 'topLeft'), image: { ...IMAGE, type: 'image/svg+xml' } }],
      },
    ],
    [
      'too many items',
      { ...base, items: Array.from({ length: 41 }, (_, at) => ({ ...first, id: `${at}` })) },
    ],
  ])('is refused with %s', (_, given) => {
    expect(sceneSchema.safeParse(given).success).toBe(false);
  });

  it('is drawn from the farthest to the nearest, without what is hidden', () => {
    if (!first || !second) throw new Error('no items');
    const scene: Scene = {
      ...base,
      items: [
        { ...first, id: 'near', z: 5 },
        { ...second, id: 'far', z: 0 },
        { ...second, id: 'hidden', isVisible: false, z: 9 },
        { ...second, id: 'clear', opacity: 0, z: 9 },
        { ...first, id: 'near too', z: 5 },
      ],
    };
    expect(itemsToDraw(scene).map(({ id }) => id)).toEqual(['far', 'near', 'near too']);
    expect([...sourcesOf({ ...scene, items: scene.items.slice(2, 4) })]).toEqual([]);
  });

  it('places a source by its fit, after its crop', () => {
    const box = { x: 100, y: 100, width: 400, height: 400 };
    const wide = { width: 800, height: 400 };
    const whole = { x: 0, y: 0, ...wide };
    expect(placeInBox(wide, NO_CROP, 'fill', box)).toEqual({ from: whole, to: box });
    expect(placeInBox(wide, NO_CROP, 'contain', box)).toEqual({
      from: whole,
      to: { x: 100, y: 200, width: 400, height: 200 },
    });
    expect(placeInBox(wide, NO_CROP, 'cover', box)).toEqual({
      from: { x: 200, y: 0, width: 400, height: 400 },
      to: box,
    });
    const half = placeInBox(wide, { ...NO_CROP, left: 0.5 }, 'cover', box);
    expect(half).toEqual({ from: { x: 400, y: 0, width: 400, height: 400 }, to: box });
  });

  it('has boxes of whole pixels whose edges meet', () => {
    const left = toPixels({ x: 0, y: 0, width: 1 / 3, height: 1 }, FRAME);
    const right = toPixels({ x: 1 / 3, y: 0, width: 2 / 3, height: 1 }, FRAME);
    expect(left.x + left.width).toBe(right.x);
    expect(right.x + right.width).toBe(FRAME.width);
  });
});

it('a fade shows the next scene evenly, a cut at once', () => {
  expect(shownPart({ kind: 'cut' }, 0)).toBe(1);
  expect(shownPart({ kind: 'fade', durationMs: 0 }, 0)).toBe(1);
  const fade = { kind: 'fade', durationMs: 400 } as const;
  expect([-5, 0, 100, 400, 900].map((ms) => shownPart(fade, ms))).toEqual([0, 0, 0.25, 1, 1]);
});
