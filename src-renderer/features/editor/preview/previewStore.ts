import { projectEndFrame, type Project, type Size } from '../../../../src-shared/domain/edit/document.ts';
import { resolve, type DrawList } from '../../../../src-shared/domain/edit/resolve.ts';
import type { DrawnFrame, Preview, PreviewMedia } from '../../../media/editor/preview.ts';
import type { Transport } from '../../../media/editor/transport.ts';

/** While it plays, frames of so many lines: a machine without a GPU keeps up. */
const PLAYING_LINES = 360;

export interface PreviewState {
  /** Of what is shown; null before the first. */
  frame: number | null;
  /** At the project's own size: what an export has. */
  isExact: boolean;
  error: string | null;
}

/** What the preview shows: always the frame at the playhead, drawn one at a time, the newest question first. */
export interface PreviewStore {
  subscribe: (listener: () => void) => () => void;
  read: () => PreviewState;
  shown: () => DrawnFrame | null;
  setProject: (project: Project) => void;
  /** Without colours, effects and green screen. */
  setBefore: (isBefore: boolean) => void;
  dispose: () => void;
}

export function createPreviewStore(preview: Preview, transport: Transport): PreviewStore {
  const listeners = new Set<() => void>();
  let state: PreviewState = { frame: null, isExact: false, error: null };
  let shown: DrawnFrame | null = null;
  let project: Project | null = null;
  let isBefore = false;
  let isDrawing = false;
  let isWanted = false;
  let isDisposed = false;

  const notify = (changes: Partial<PreviewState>) => {
    state = { ...state, ...changes };
    listeners.forEach((listener) => listener());
  };
  const draw = async () => {
    if (!project || isDrawing || isDisposed) {
      isWanted = true;
      return;
    }
    isDrawing = true;
    isWanted = false;
    const { isPlaying } = transport.read();
    const frame = Math.min(transport.frame(), Math.max(0, projectEndFrame(project) - 1));
    const size = isPlaying ? playingSize(project.canvas) : project.canvas;
    const list = resolve(project, frame, size);
    try {
      const drawn = await preview.draw(isBefore ? withoutLooks(list) : list, project.canvas);
      if (isDisposed) return;
      shown = drawn;
      notify({ frame, isExact: !isPlaying, error: null });
    } catch (error) {
      if (!isDisposed) notify({ error: error instanceof Error ? error.message : String(error) });
    }
    isDrawing = false;
    if (transport.read().isPlaying) requestAnimationFrame(() => void draw());
    else if (isWanted) void draw();
  };
  const end = transport.subscribe(() => void draw());
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    shown: () => shown,
    setProject(next) {
      if (project?.media !== next.media) preview.setMedia(mediaOfProject(next));
      if (project?.luts !== next.luts) preview.setLuts(next.luts);
      project = next;
      void draw();
    },
    setBefore(next) {
      isBefore = next;
      void draw();
    },
    dispose() {
      isDisposed = true;
      end();
      listeners.clear();
    },
  };
}

function playingSize({ width, height }: Size): Size {
  const lines = Math.min(height, PLAYING_LINES);
  const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));
  return { width: even((width * lines) / height), height: even(lines) };
}

const withoutLooks = (list: DrawList): DrawList => ({
  ...list,
  layers: list.layers.map((layer) => ({ ...layer, table: null, effects: [], greenScreen: null })),
});

const mediaOfProject = ({ media }: Project): PreviewMedia[] =>
  Object.values(media).flatMap(({ id, kind, video }) =>
    kind === 'audio' || !video ? [] : [{ id, kind, colour: video.colour }],
  );
