import type { MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import type { Scene } from '../../../src-shared/domain/broadcast/scene.ts';
import type { Transition } from '../../../src-shared/domain/broadcast/transition.ts';
import { trustedScript } from '../../lib/trustedScripts.ts';
import { canReadTracks, readTrack } from '../readTrack.ts';
import { provokeCollection } from '../video/provokeCollection.ts';
import type {
  EncodedFrame,
  EncodedSlate,
  EncoderFigures,
  EncoderProbe,
  ProgrammeCommand,
  ProgrammeEvent,
  ProgrammeFigures,
  ProgrammeView,
  SourceLoss,
} from './programmeMessages.ts';
import programmeWorker from './programmeWorker.ts?worker&url';

export type {
  EncodedFrame,
  EncodedSlate,
  EncoderFigures,
  EncoderProbe,
  ProgrammeFigures,
  ProgrammeView,
  SourceLoss,
};

export interface ProgrammeSource {
  /** What items of scenes know it by. */
  id: string;
  /** Shown in its place when it is lost. */
  label: string;
  /** The caller's, and read once: it is opened and stopped there. */
  track: MediaStreamTrack;
  /** A screen on which nothing moves and a video that is over give no frames, and are well. */
  mayStandStill?: boolean;
}

export interface ProgrammeOptions {
  quality: MasterQualityId;
  scene: Scene;
  /** Its track has ended, or a camera has given nothing for three seconds: a slate with its label is shown. */
  onSourceLost?: (id: string, loss: SourceLoss) => void;
  /** A lost source gives frames again. */
  onSourceBack?: (id: string) => void;
  /** Nothing more is composed: it has to be closed, and may be opened again. */
  onFailed?: (error: Error) => void;
}

export interface EncodingOptions {
  /** The programme is composed in it from now on. */
  quality: MasterQualityId;
  /** Added to the times of frames, which are the page's: `measureHostClock` gives that of `video.readClock`. */
  clockOffsetMs?: number;
  /** Encoded as well, to be shown while nothing is sent; null: none. */
  slate?: Scene | null;
  /** Before `onConfig`, where it could be encoded. */
  onSlate?(slate: EncodedSlate): void;
  /** AVCDecoderConfigurationRecord. Called once, before the first frames. */
  onConfig(avcConfig: Uint8Array): void;
  /** In their order, every 33 to 50 ms. */
  onFrames(frames: EncodedFrame[]): void;
  /** Nothing more comes of this encoding. */
  onError(error: Error): void;
}

export interface EncoderHandle {
  /** The next frame can be begun with. */
  requestKey(): void;
  /** Resolves when all that was composed has been handed on. */
  close(): Promise<void>;
  figures(): EncoderFigures;
}

export interface Programme {
  /** `transition` null: it is the same scene, which was changed: a fade to it continues. */
  setScene(scene: Scene, transition?: Transition | null): void;
  /** All of them. What was there with the same track is read on. */
  setSources(sources: readonly ProgrammeSource[]): void;
  /** The frames of a source for another reader: the end of a `FrameTap`. It may be one that comes next. */
  tapSource(id: string): MessagePort;
  /** The scene that the preview shows. */
  setPreview(scene: Scene): void;
  /** Shows the programme there, or the preview; gives what ends that. */
  attachCanvas(canvas: HTMLCanvasElement, view?: ProgrammeView): () => void;
  /** One at a time. */
  startEncoding(options: EncodingOptions): EncoderHandle;
  figures(): ProgrammeFigures;
  close(): void;
}

/** What this browser lacks to make a programme; null where it has all. */
export function missingForProgramme(): 'tracks' | 'canvas' | 'encoder' | null {
  if (!canReadTracks()) return 'tracks';
  if (!('OffscreenCanvas' in globalThis)) return 'canvas';
  return 'VideoEncoder' in globalThis ? null : 'encoder';
}

/** Composes a broadcast's programme in a worker, from the sources and scenes that it is given. */
export async function openProgramme(options: ProgrammeOptions): Promise<Programme> {
  const programme = new WorkerProgramme(options);
  try {
    await programme.opened;
    return programme;
  } catch (error) {
    programme.close();
    throw error;
  }
}

/** Measures this browser's encoder on this machine: some seconds of all that one core has. */
export async function probeEncoder(quality: MasterQualityId): Promise<EncoderProbe> {
  if (missingForProgramme() !== null) {
    return { isSupported: false, isHardware: false, encodedFps: null, message: 'unsupported' };
  }
  const worker = openWorker();
  const { promise, resolve } = Promise.withResolvers<EncoderProbe>();
  const failed: EncoderProbe = { isSupported: false, isHardware: false, encodedFps: null, message: 'failed' };
  worker.onmessage = ({ data }: MessageEvent<ProgrammeEvent>) =>
    resolve(data.kind === 'probed' ? data.probe : failed);
  worker.onerror = () => resolve(failed);
  worker.postMessage({ kind: 'probe', quality } satisfies ProgrammeCommand);
  const probe = await promise;
  worker.terminate();
  return probe;
}

interface Encoding {
  options: EncodingOptions;
  figures: EncoderFigures;
  closing: PromiseWithResolvers<void>;
}

class WorkerProgramme implements Programme {
  readonly opened: Promise<void>;
  readonly #opening = Promise.withResolvers<void>();
  readonly #options: ProgrammeOptions;
  readonly #worker = openWorker();
  readonly #sources = new Map<string, { source: ProgrammeSource; seen: PromiseWithResolvers<void> }>();
  readonly #lost = new Set<string>();
  readonly #canvases = new Map<HTMLCanvasElement, ProgrammeView>();
  /** Views of which an image is on its way. */
  readonly #asked = new Set<ProgrammeView>();
  #encoding: Encoding | null = null;
  #figures: ProgrammeFigures = { composedFps: 0, composeMs: 0 };
  #isClosed = false;

  constructor(options: ProgrammeOptions) {
    this.#options = options;
    this.opened = this.#opening.promise;
    this.#worker.onmessage = ({ data }: MessageEvent<ProgrammeEvent>) => this.#handle(data);
    this.#worker.onerror = (event) => this.#fail(new Error(event.message));
    const { quality, scene } = options;
    this.#command({ kind: 'open', quality, scene, timeOrigin: performance.timeOrigin });
  }

  setScene(scene: Scene, transition: Transition | null = { kind: 'cut' }): void {
    this.#command({ kind: 'scene', scene, transition });
  }

  setSources(sources: readonly ProgrammeSource[]): void {
    const wanted = new Map(sources.map((source) => [source.id, source]));
    for (const [id, { source }] of this.#sources) {
      if (wanted.get(id)?.track === source.track) continue;
      this.#sources.delete(id);
      this.#lost.delete(id);
      this.#command({ kind: 'removeSource', id });
    }
    for (const source of sources) if (!this.#sources.has(source.id)) this.#add(source);
  }

  tapSource(id: string): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#command({ kind: 'tapSource', id, port: port1 }, [port1]);
    return port2;
  }

  setPreview(scene: Scene): void {
    this.#command({ kind: 'preview', scene });
  }

  attachCanvas(canvas: HTMLCanvasElement, view: ProgrammeView = 'programme'): () => void {
    this.#canvases.set(canvas, view);
    this.#askForImage(view, true);
    return () => void this.#canvases.delete(canvas);
  }

  startEncoding(options: EncodingOptions): EncoderHandle {
    if (this.#encoding) throw new Error('The programme is being encoded already.');
    const encoding: Encoding = {
      options,
      figures: { framesMade: 0, framesLate: 0, framesDropped: 0, lagMs: 0 },
      closing: Promise.withResolvers(),
    };
    this.#encoding = encoding;
    const { quality, clockOffsetMs = 0, slate = null } = options;
    this.#command({ kind: 'encode', quality, clockOffsetMs, slate });
    return {
      requestKey: () => this.#command({ kind: 'key' }),
      figures: () => encoding.figures,
      close: async () => {
        if (this.#encoding === encoding) this.#command({ kind: 'endEncoding' });
        await encoding.closing.promise;
      },
    };
  }

  figures(): ProgrammeFigures {
    return this.#figures;
  }

  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
    this.#canvases.clear();
    for (const { seen } of this.#sources.values()) seen.resolve();
    this.#sources.clear();
    this.#encoding?.closing.resolve();
    this.#encoding = null;
  }

  #add(source: ProgrammeSource): void {
    const { id, label, track } = source;
    this.#sources.set(id, { source, seen: Promise.withResolvers() });
    // The newest alone is wanted: the browser lets older ones go.
    const readable = track.readyState === 'live' ? readTrack<VideoFrame>(track, 1) : endedFrames();
    const start = { id, label, readable, mayStandStill: source.mayStandStill ?? mayStandStill(track) };
    this.#command({ kind: 'addSource', source: start }, [readable]);
  }

  #handle(event: ProgrammeEvent): void {
    switch (event.kind) {
      case 'opened':
        return this.#opening.resolve();
      case 'shown':
        return this.#show(event.view, event.image);
      case 'slate':
        return this.#encoding?.options.onSlate?.(event.slate);
      case 'config':
        return this.#encoding?.options.onConfig(event.avcConfig);
      case 'frames':
        return this.#encoding?.options.onFrames(event.frames);
      case 'figures':
        this.#figures = event.programme;
        if (this.#encoding && event.encoder) this.#encoding.figures = event.encoder;
        return;
      case 'encodingEnded':
        if (this.#encoding) this.#encoding.figures = event.encoder;
        return this.#endEncoding(null);
      case 'encodingFailed':
        return this.#endEncoding(new Error(event.message));
      case 'sourceSeen':
        this.#sources.get(event.id)?.seen.resolve();
        if (this.#lost.delete(event.id)) this.#options.onSourceBack?.(event.id);
        return;
      case 'sourceStarved': {
        const seen = this.#sources.get(event.id)?.seen.promise;
        return seen && void provokeCollection(seen);
      }
      case 'sourceLost':
        if (!this.#sources.has(event.id)) return;
        this.#lost.add(event.id);
        return this.#options.onSourceLost?.(event.id, event.loss);
      case 'failed':
        return this.#fail(new Error(event.message));
      case 'probed':
        return;
    }
  }

  /** As often as the page is drawn: not at all while it lies behind another. */
  #show(view: ProgrammeView, image: ImageBitmap): void {
    for (const canvas of this.#canvasesOf(view)) {
      if (canvas.width !== image.width) canvas.width = image.width;
      if (canvas.height !== image.height) canvas.height = image.height;
      canvas.getContext('2d', { alpha: false })?.drawImage(image, 0, 0);
    }
    image.close();
    requestAnimationFrame(() => {
      this.#asked.delete(view);
      this.#askForImage(view, false);
    });
  }

  /** `isNew`: a canvas has nothing yet. */
  #askForImage(view: ProgrammeView, isNew: boolean): void {
    if ((this.#asked.has(view) && !isNew) || this.#canvasesOf(view).length === 0) return;
    this.#asked.add(view);
    this.#command({ kind: 'show', view, isNew });
  }

  #canvasesOf(view: ProgrammeView): HTMLCanvasElement[] {
    return [...this.#canvases].filter(([, shows]) => shows === view).map(([canvas]) => canvas);
  }

  #endEncoding(error: Error | null): void {
    const encoding = this.#encoding;
    this.#encoding = null;
    encoding?.closing.resolve();
    if (error) encoding?.options.onError(error);
  }

  #fail(error: Error): void {
    this.#opening.reject(error);
    this.#endEncoding(error);
    this.#options.onFailed?.(error);
  }

  #command(command: ProgrammeCommand, transfer: Transferable[] = []): void {
    if (!this.#isClosed) this.#worker.postMessage(command, transfer);
  }
}

const openWorker = () => new Worker(trustedScript(programmeWorker), { type: 'module', name: 'programme' });

/** Of a track that had ended before it was read. */
const endedFrames = () => new ReadableStream<VideoFrame>({ start: (controller) => controller.close() });

/** A screen gives frames only when something moves on it. */
const mayStandStill = (track: MediaStreamTrack) => 'displaySurface' in track.getSettings();
