import type { MasterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import { EMPTY_SCENE, sourcesOf, type Scene } from '../../../src-shared/domain/broadcast/scene.ts';
import { shownPart, type Transition } from '../../../src-shared/domain/broadcast/transition.ts';
import { FrameTap } from '../framePort.ts';
import { DRAWN_IN_MEMORY } from './broadcastFrames.ts';
import { drawScene, type Drawables } from './drawScene.ts';
import type { ProgrammeEncoder } from './programmeEncoder.ts';
import type { EncoderFigures, ProgrammeFigures, ProgrammeView, SourceStart } from './programmeMessages.ts';
import { SceneImages } from './sceneImages.ts';
import { SourceFrames, type SourceListener } from './sourceFrames.ts';
import { VideoAge } from './videoAge.ts';

const FIGURES_EVERY_MS = 1000;
const CUT: Transition = { kind: 'cut' };
/** Of scenes that are faded over each other: each takes a drawing of its own. */
const MOST_SCENES = 4;

export interface CompositorListener extends SourceListener {
  onShown(view: ProgrammeView, image: ImageBitmap): void;
  onFigures(programme: ProgrammeFigures, encoder: EncoderFigures | null): void;
  onFailed(error: unknown): void;
}

/** Draws the programme at an even rate, and hands each frame to the encoder, where there is one. */
export class Compositor {
  #encoder: ProgrammeEncoder | null = null;
  readonly #age = new VideoAge();
  readonly #listener: CompositorListener;
  /** From the worker's clock to the page's. */
  readonly #pageOffsetMs: number;
  readonly #sources = new Map<string, SourceFrames>();
  /** Of sources that are about to come. */
  readonly #waitingTaps = new Map<string, FrameTap>();
  readonly #images = new SceneImages();
  readonly #drawables: Drawables = {
    source: (id) => {
      const source = this.#sources.get(id);
      return source ? { label: source.label, image: source.image(), isLost: source.isLost } : null;
    },
    image: (data) => this.#images.get(data),
  };
  #quality: MasterQuality;
  #frame: Layer;
  /** What a fade lays over the frame. */
  #over: Layer | null = null;
  /** The last is the programme; those below are seen as long as it is faded in. */
  #scenes: ShownScene[];
  #preview: Scene = EMPTY_SCENE;
  #previewLayer: Layer | null = null;
  #seen: ReadonlySet<string> = new Set();
  /** When the next frame is due, on the page's clock. */
  #dueMs: number;
  readonly #wanted = new Set<ProgrammeView>();
  /** Of the scenes, their sources and sizes: with those of the sources and images, the number of what is seen. */
  #changes = 0;
  /** That number as the frame was drawn, and as each view was shown last. */
  #drawn = -1;
  readonly #shown = new Map<ProgrammeView, number>();
  #figures = { sinceMs: 0, frames: 0, busyMs: 0 };

  constructor(quality: MasterQuality, scene: Scene, pageOffsetMs: number, listener: CompositorListener) {
    this.#quality = quality;
    this.#scenes = [{ scene, transition: CUT, startMs: 0 }];
    this.#pageOffsetMs = pageOffsetMs;
    this.#listener = listener;
    this.#frame = createLayer(quality);
    this.#keepWhatIsSeen();
    this.#dueMs = this.nowMs();
    this.#figures.sinceMs = this.#dueMs;
    void this.#tick();
  }

  readonly nowMs = (): number => performance.now() + this.#pageOffsetMs;

  get encoder(): ProgrammeEncoder | null {
    return this.#encoder;
  }

  set encoder(encoder: ProgrammeEncoder | null) {
    this.#encoder = encoder;
    this.#age.hold();
  }

  setQuality(quality: MasterQuality): void {
    if (quality.id === this.#quality.id) return;
    this.#quality = quality;
    this.#frame = createLayer(quality);
    this.#over = null;
    this.#previewLayer = null;
    this.#changes += 1;
  }

  /** A fade that runs continues below the next one, so that nothing jumps. */
  setScene(scene: Scene, transition: Transition | null): void {
    const newest = this.#scenes.at(-1);
    if (transition === null && newest) newest.scene = scene;
    else this.#scenes.push({ scene, transition: transition ?? CUT, startMs: this.nowMs() });
    this.#scenes.splice(0, this.#scenes.length - MOST_SCENES);
    this.#keepWhatIsSeen();
  }

  /** Drawn in memory of its own, and only as often as it is looked at. */
  setPreview(scene: Scene): void {
    this.#preview = scene;
    this.#keepWhatIsSeen();
  }

  addSource(start: SourceStart): void {
    this.removeSource(start.id);
    const source = new SourceFrames(start, this.#listener);
    this.#sources.set(start.id, source);
    const tap = this.#waitingTaps.get(start.id);
    this.#waitingTaps.delete(start.id);
    if (tap) source.addTap(tap);
  }

  removeSource(id: string): void {
    const source = this.#sources.get(id);
    // What it has counted stays counted.
    this.#changes += 1 + (source?.changes ?? 0);
    source?.close();
    this.#sources.delete(id);
  }

  tapSource(id: string, port: MessagePort): void {
    const tap = new FrameTap(port);
    const source = this.#sources.get(id);
    if (source) source.addTap(tap);
    else this.#waitingTaps.set(id, tap);
  }

  /** An image of the next frame that is another one is given to the page; `isNew`: of the next one in any case. */
  show(view: ProgrammeView, isNew: boolean): void {
    if (isNew) this.#shown.delete(view);
    this.#wanted.add(view);
  }

  /** Every frame has its place on an even grid of times; what cannot be kept is left out, never moved. */
  async #tick(): Promise<void> {
    const periodMs = 1000 / this.#quality.fps;
    const startMs = this.nowMs();
    // A timer may fire a little early.
    const missed = Math.max(0, Math.floor((startMs - this.#dueMs) / periodMs));
    if (missed > 0) this.encoder?.drop(missed);
    this.#dueMs += missed * periodMs;
    try {
      await this.#update();
      const seen = this.#countSeen();
      const isSame = seen === this.#drawn;
      // Where nobody looks and nothing is encoded, there is nothing to be drawn.
      if (!isSame && (this.encoder || this.#wanted.size > 0)) {
        this.#compose(startMs);
        this.#drawn = seen;
      }
      this.#count(startMs);
      const isLate = startMs - this.#dueMs > periodMs / 2;
      this.#age.follow(periodMs);
      await this.encoder?.encode(this.#frame.canvas, this.#dueMs - this.#age.ms, { isLate, isSame });
      this.#showWanted(seen);
    } catch (error) {
      return this.#listener.onFailed(error);
    }
    // Meanwhile the quality may be another one.
    this.#dueMs += 1000 / this.#quality.fps;
    setTimeout(() => void this.#tick(), Math.max(0, this.#dueMs - this.nowMs()));
  }

  async #update(): Promise<void> {
    const shown = sourcesOf(this.#scenes.at(-1)?.scene ?? EMPTY_SCENE);
    for (const [id, source] of this.#sources) {
      const takenMs = await source.update(this.#seen.has(id));
      if (takenMs !== null && shown.has(id)) this.#age.note(this.#dueMs - (takenMs + this.#pageOffsetMs));
    }
  }

  /** The same number as the last time: the next frame would be the same one. */
  #countSeen(): number {
    const scenes = [this.#preview, ...this.#scenes.map(({ scene }) => scene)];
    const hasClock = scenes.some(({ items }) => items.some(({ kind }) => kind === 'countdown'));
    if (hasClock || this.#scenes.length > 1) this.#changes += 1;
    const counted = [...this.#sources.values(), this.#images].map(({ changes }) => changes);
    return counted.reduce((sum, changes) => sum + changes, this.#changes);
  }

  #showWanted(seen: number): void {
    for (const view of this.#wanted) {
      if (this.#shown.get(view) === seen) continue;
      this.#wanted.delete(view);
      this.#shown.set(view, seen);
      this.#show(view).catch((error: unknown) => this.#listener.onFailed(error));
    }
  }

  /** `startMs`: when its work began. */
  #compose(startMs: number): void {
    const partOf = ({ transition, startMs: since }: ShownScene) => shownPart(transition, startMs - since);
    const lowest = this.#scenes.findLastIndex((shown) => partOf(shown) >= 1);
    if (lowest > 0) {
      this.#scenes.splice(0, lowest);
      this.#keepWhatIsSeen();
    }
    const [first, ...above] = this.#scenes;
    if (first) this.#draw(this.#frame, first.scene);
    if (above.length === 0) this.#over = null;
    for (const shown of above) {
      this.#over ??= createLayer(this.#quality);
      this.#draw(this.#over, shown.scene);
      this.#frame.context.globalAlpha = partOf(shown);
      this.#frame.context.drawImage(this.#over.canvas, 0, 0);
    }
  }

  #draw({ context, size }: Layer, scene: Scene): void {
    drawScene(context, size, scene, this.#drawables, Date.now());
  }

  #keepWhatIsSeen(): void {
    this.#changes += 1;
    const scenes = [this.#preview, ...this.#scenes.map(({ scene }) => scene)];
    this.#seen = new Set(scenes.flatMap((scene) => [...sourcesOf(scene)]));
    this.#images.keepThoseOf(scenes);
  }

  async #show(view: ProgrammeView): Promise<void> {
    if (view === 'preview') this.#draw((this.#previewLayer ??= createLayer(this.#quality)), this.#preview);
    const layer = (view === 'preview' && this.#previewLayer) || this.#frame;
    this.#listener.onShown(view, await createImageBitmap(layer.canvas));
  }

  #count(startMs: number): void {
    const nowMs = this.nowMs();
    const figures = this.#figures;
    figures.frames += 1;
    figures.busyMs += nowMs - startMs;
    const passedMs = nowMs - figures.sinceMs;
    if (passedMs < FIGURES_EVERY_MS) return;
    const programme = {
      composedFps: (figures.frames * 1000) / passedMs,
      composeMs: figures.busyMs / figures.frames,
    };
    this.#figures = { sinceMs: nowMs, frames: 0, busyMs: 0 };
    this.#listener.onFigures(programme, this.encoder?.figures ?? null);
  }
}

interface ShownScene {
  scene: Scene;
  transition: Transition;
  startMs: number;
}

interface Layer {
  canvas: OffscreenCanvas;
  context: OffscreenCanvasRenderingContext2D;
  size: { width: number; height: number };
}

function createLayer({ width, height }: MasterQuality): Layer {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', DRAWN_IN_MEMORY);
  if (!context) throw new Error('This browser draws nothing in a worker.');
  return { canvas, context, size: { width, height } };
}
