import { projectEndFrame, type Project, type Size } from '../../../../src-shared/domain/edit/document.ts';
import { resolve, type DrawList } from '../../../../src-shared/domain/edit/resolve.ts';
import type { DrawnFrame, Preview, PreviewMedia } from '../../../media/editor/preview.ts';
import type { Transport } from '../../../media/editor/transport.ts';

/** While the playhead moves, frames of so many lines: two cores without a GPU draw thirty of them a second. */
const MOVING_LINES = 540;
/** A playhead that has not moved for so long stands. */
const STANDS_MS = 100;
/** A frame drawn ahead that is farther from the playhead belongs to another place. */
const MOST_APART_FRAMES = 8;

export interface PreviewState {
  /** Of what is shown; null before the first. */
  frame: number | null;
  /** At the project's own size: what an export has. */
  isExact: boolean;
  error: string | null;
}

/**
 * What the preview shows: always the frame at the playhead, drawn one at a time, the newest question first. Where the playhead
 * stands, it is drawn once more in its full size.
 */
export interface PreviewStore {
  subscribe: (listener: () => void) => () => void;
  read: () => PreviewState;
  shown: () => DrawnFrame | null;
  setProject: (project: Project) => void;
  /** Without colours, effects and green screen. */
  setBefore: (isBefore: boolean) => void;
  dispose: () => void;
}

export const createPreviewStore = (preview: Preview, transport: Transport): PreviewStore =>
  new PlayheadPreview(preview, transport);

class PlayheadPreview implements PreviewStore {
  readonly #preview: Preview;
  readonly #transport: Transport;
  readonly #listeners = new Set<() => void>();
  readonly #end: () => void;
  #state: PreviewState = { frame: null, isExact: false, error: null };
  #shown: DrawnFrame | null = null;
  /** Of the frame that was shown before. */
  #spare: ArrayBuffer | null = null;
  #project: Project | null = null;
  #isBefore = false;
  #isDrawing = false;
  #isWanted = false;
  /** Nothing but the playhead has changed since the last frame was begun. */
  #isCurrent = false;
  /** The next frame of the screen draws. */
  #isAsked = false;
  #standing: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;
  /** While it plays: the frame that comes next, drawn before it is due. */
  #ahead: { frame: number; drawn: Promise<DrawnFrame> } | null = null;

  constructor(preview: Preview, transport: Transport) {
    this.#preview = preview;
    this.#transport = transport;
    this.#end = transport.subscribe(() => void this.#draw());
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): PreviewState => this.#state;

  readonly shown = (): DrawnFrame | null => this.#shown;

  setProject(next: Project): void {
    if (this.#project?.media !== next.media) this.#preview.setMedia(mediaOfProject(next));
    if (this.#project?.luts !== next.luts) this.#preview.setLuts(next.luts);
    this.#project = next;
    this.#isCurrent = false;
    void this.#draw();
  }

  setBefore(isBefore: boolean): void {
    this.#isBefore = isBefore;
    this.#isCurrent = false;
    void this.#draw();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#standing);
    this.#end();
    this.#listeners.clear();
  }

  async #draw(isStanding = false): Promise<void> {
    const project = this.#project;
    if (!project || this.#isDrawing || this.#isDisposed) {
      this.#isWanted = true;
      return;
    }
    this.#isWanted = false;
    const { isPlaying } = this.#transport.read();
    const frame = Math.min(this.#transport.frame(), lastFrameOf(project));
    // A screen shows more frames a second than a project has, and not all that a transport says moves the playhead.
    const isShown = frame === this.#state.frame && (isPlaying || this.#state.isExact);
    if (this.#isCurrent && (isShown || (isPlaying && this.#isEarly(frame)))) {
      if (isPlaying) this.#drawSoon();
      return;
    }
    clearTimeout(this.#standing);
    // A playhead says more than once where it went; the full size would keep the worker from where it goes next.
    if (this.#isCurrent && !isPlaying && !isStanding && frame === this.#state.frame)
      return this.#drawWhereItStands();
    this.#isDrawing = true;
    const isDrawn = await this.#show(project, frame, isPlaying);
    this.#isDrawing = false;
    if (this.#isDisposed) return;
    if (this.#transport.read().isPlaying) this.#drawSoon();
    else if (this.#isWanted) void this.#draw();
    else if (isDrawn && !this.#state.isExact) this.#drawWhereItStands();
  }

  async #show(project: Project, frame: number, isPlaying: boolean): Promise<boolean> {
    const isMoving = isPlaying || frame !== this.#state.frame;
    const size = isMoving ? movingSize(project.canvas) : project.canvas;
    if (!this.#isCurrent) this.#ahead = null;
    const taken = isPlaying ? this.#takeAhead(frame) : null;
    const { frame: shownFrame, drawn } = taken ?? { frame, drawn: this.#begin(project, frame, size) };
    this.#isCurrent = true;
    try {
      const shown = await drawn;
      this.#spare = this.#shown?.rgba.buffer ?? null;
      this.#shown = shown;
      if (this.#isDisposed) return false;
      if (isPlaying) this.#drawAhead(project, shownFrame);
      this.#notify({ frame: shownFrame, isExact: size.height === project.canvas.height, error: null });
      return true;
    } catch (error) {
      this.#isCurrent = false;
      if (!this.#isDisposed) this.#notify({ error: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }

  #begin(project: Project, frame: number, size: Size): Promise<DrawnFrame> {
    const list = resolve(project, frame, size);
    const spare = this.#spare;
    this.#spare = null;
    return this.#preview.draw(this.#isBefore ? withoutLooks(list) : list, project.canvas, spare);
  }

  /** What was drawn ahead is not due yet; a loop that went back to its start waits for nothing. */
  #isEarly(frame: number): boolean {
    return this.#ahead !== null && frame < this.#ahead.frame && frame > (this.#state.frame ?? frame);
  }

  /** What was drawn ahead, where it is due and not long past. */
  #takeAhead(frame: number) {
    const ahead = this.#ahead;
    this.#ahead = null;
    const late = ahead ? frame - ahead.frame : -1;
    return late >= 0 && late <= MOST_APART_FRAMES ? ahead : null;
  }

  #drawAhead(project: Project, shownFrame: number): void {
    const { isPlaying, speed } = this.#transport.read();
    const step = Math.max(1, Math.round(speed), this.#transport.frame() - shownFrame);
    const frame = shownFrame + step;
    this.#ahead = null;
    if (!isPlaying || speed < 0 || frame > lastFrameOf(project)) return;
    const drawn = this.#begin(project, frame, movingSize(project.canvas));
    // Said by whoever takes it.
    drawn.catch(() => undefined);
    this.#ahead = { frame, drawn };
  }

  #drawSoon(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      void this.#draw();
    });
  }

  #drawWhereItStands(): void {
    this.#standing = setTimeout(() => void this.#draw(true), STANDS_MS);
  }

  #notify(changes: Partial<PreviewState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#listeners.forEach((listener) => listener());
  }
}

const lastFrameOf = (project: Project) => Math.max(0, projectEndFrame(project) - 1);

function movingSize({ width, height }: Size): Size {
  const lines = Math.min(height, MOVING_LINES);
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
