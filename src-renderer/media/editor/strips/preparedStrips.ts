import type { StripProgress } from '../../../../src-shared/contract/renders.ts';
import { projectEndFrame, type Project, type Track } from '../../../../src-shared/domain/edit/document.ts';
import { pluginsOn, tracksWithStrip } from '../../../../src-shared/domain/edit/trackStrip.ts';

/** Where tracks with plug-ins go through their chains. */
export interface StripHost {
  /** Makes the sound of a track as it is in the project now; gives the key that it is read by. */
  prepare: (trackId: string, signal: AbortSignal) => Promise<string>;
  /** Interleaved stereo at 48 kHz; fewer samples at its end. */
  read: (key: string, fromSample: number, samples: number) => Promise<Float32Array>;
  subscribe: (listener: (progress: StripProgress) => void) => () => void;
}

type StripState =
  | { kind: 'preparing'; done: number; isWaiting: boolean }
  | { kind: 'ready' }
  | { kind: 'failed'; message: string };

export type ReadStrip = (fromSample: number, samples: number) => Promise<Float32Array>;

/** What follows within this time of an edit is prepared with it. */
const EDITS_END_MS = 500;
const BEGUN: StripState = { kind: 'preparing', done: 0, isWaiting: false };

interface Strip {
  /** All that its sound depends on. */
  parts: readonly unknown[];
  state: StripState;
  read: ReadStrip | null;
  abort: AbortController;
}

/** The tracks of a project that have plug-ins, prepared by the host as they were edited last; with none they are not. */
export class PreparedStrips {
  readonly #host: StripHost | null;
  /** Of another track there is a sound now, or none any more. */
  readonly #onSoundChanged: () => void;
  readonly #strips = new Map<string, Strip>();
  readonly #listeners = new Set<() => void>();
  readonly #end: () => void;

  constructor(host: StripHost | null, onSoundChanged: () => void) {
    this.#host = host;
    this.#onSoundChanged = onSoundChanged;
    this.#end =
      host?.subscribe(({ trackId, done, isWaiting }) => {
        const strip = this.#strips.get(trackId);
        if (strip?.state.kind === 'preparing') this.#change(strip, { kind: 'preparing', done, isWaiting });
      }) ?? (() => undefined);
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** null: nothing is to be prepared. */
  readonly stateOf = (trackId: string): StripState | null => this.#strips.get(trackId)?.state ?? null;

  /** The track as it leaves its chain; null where that is not there yet, of this project. */
  readonly soundOf = (project: Project, track: Track): ReadStrip | null => {
    const strip = this.#strips.get(track.id);
    return strip && isSame(strip.parts, partsOf(project, track)) ? strip.read : null;
  };

  setProject(project: Project): void {
    const host = this.#host;
    if (!host) return;
    const heard = new Set(tracksWithStrip(project).map(({ id }) => id));
    const before = new Map(this.#strips);
    for (const track of project.tracks) {
      const had = before.get(track.id);
      const parts = partsOf(project, track);
      const hasPlugins = track.strip !== null && pluginsOn(track.strip).length > 0;
      if (had && hasPlugins && isSame(had.parts, parts)) before.delete(track.id);
      else if (hasPlugins && heard.has(track.id))
        this.#prepare(host, track.id, parts, had ? EDITS_END_MS : 0);
    }
    for (const [trackId, strip] of before) {
      strip.abort.abort();
      if (this.#strips.get(trackId) === strip) this.#strips.delete(trackId);
    }
    this.#notify();
  }

  retry(trackId: string): void {
    const strip = this.#strips.get(trackId);
    if (strip?.state.kind !== 'failed' || !this.#host) return;
    this.#prepare(this.#host, trackId, strip.parts, 0);
    this.#notify();
  }

  dispose(): void {
    this.#end();
    for (const { abort } of this.#strips.values()) abort.abort();
    this.#strips.clear();
    this.#listeners.clear();
  }

  #prepare(host: StripHost, trackId: string, parts: readonly unknown[], afterMs: number): void {
    const strip: Strip = { parts, state: BEGUN, read: null, abort: new AbortController() };
    this.#strips.set(trackId, strip);
    void this.#make(host, trackId, strip, afterMs).catch((error: unknown) => {
      if (strip.abort.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#change(strip, { kind: 'failed', message });
    });
  }

  async #make(host: StripHost, trackId: string, strip: Strip, afterMs: number): Promise<void> {
    const { signal } = strip.abort;
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (signal.aborted) return;
    const key = await host.prepare(trackId, signal);
    if (signal.aborted) return;
    strip.read = (fromSample, samples) =>
      host.read(key, fromSample, samples).catch((error: unknown) => {
        this.#lose(host, trackId, strip);
        throw error;
      });
    this.#change(strip, { kind: 'ready' });
    this.#onSoundChanged();
  }

  /** A host keeps so much and no more: it is made again. */
  #lose(host: StripHost, trackId: string, strip: Strip): void {
    if (this.#strips.get(trackId) !== strip) return;
    this.#prepare(host, trackId, strip.parts, 0);
    this.#notify();
    this.#onSoundChanged();
  }

  #change(strip: Strip, state: StripState): void {
    strip.state = state;
    this.#notify();
  }

  #notify(): void {
    this.#listeners.forEach((listener) => listener());
  }
}

/** Parts of a document that is never changed: the same ones sound the same. Volume, pan and mute come behind the chain. */
const partsOf = (project: Project, { clips, strip }: Track) => [
  clips,
  strip,
  project.media,
  project.rate,
  projectEndFrame(project),
];

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.every((part, at) => part === other[at]);
