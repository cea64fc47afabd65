import { trustedScript } from '../../lib/trustedScripts.ts';
import type { ChainSettings } from '../chain/chainSettings.ts';
import { loadNoiseModel } from '../chain/noiseModel.ts';
import type { StripEvent, StripCommand } from './stripMessages.ts';
import stripWorker from './stripWorker.ts?worker&url';
import { canReadTracks, readTrack } from '../readTrack.ts';

/** Chromium's, and not among the DOM's types. */
interface TrackGenerator extends MediaStreamTrack {
  readonly writable: WritableStream<AudioData>;
}
interface Insertable {
  MediaStreamTrackGenerator: new (options: { kind: 'audio' }) => TrackGenerator;
}

/** Pieces of some 10 ms that wait while the worker is not run. */
const BUFFERED_PIECES = 500;
/** For what was heard before the microphone ended, on a busy machine. */
const MOST_FINISHING_MS = 3000;

export interface StripOptions {
  settings: ChainSettings;
  onMeasured?: (event: Extract<StripEvent, { kind: 'measured' }>) => void;
  /** The model has failed, and the sound continues as it arrives. */
  onFailed: (reason: string) => void;
}

/** A microphone's way through its strip. */
export interface Strip {
  set: (settings: ChainSettings) => void;
  close: () => void;
}

/** Whether this browser can take a track through a strip, and make a track of what leaves it. */
export const canOpenStrips = (): boolean =>
  canReadTracks() && 'MediaStreamTrackGenerator' in globalThis && 'WebAssembly' in globalThis;

/** Measures a microphone in its strip, which nobody hears. It stays open. */
export const measureStrip = (microphone: MediaStreamTrack, options: StripOptions): Promise<Strip> =>
  open(microphone, null, options);

/** What leaves the strip, 10 ms later, as a track that ends with its microphone. Both end when it is closed. */
export async function openStrip(
  microphone: MediaStreamTrack,
  options: StripOptions,
): Promise<Strip & { track: MediaStreamTrack }> {
  const { MediaStreamTrackGenerator: Generator } = globalThis as unknown as Insertable;
  const track = new Generator({ kind: 'audio' });
  const strip = await open(microphone, track, options);
  return {
    track,
    set: strip.set,
    close() {
      strip.close();
      track.stop();
      microphone.stop();
    },
  };
}

async function open(
  microphone: MediaStreamTrack,
  output: TrackGenerator | null,
  { settings, onMeasured, onFailed }: StripOptions,
): Promise<Strip> {
  const wasm = await loadNoiseModel();
  const readable = readTrack<AudioData>(microphone, BUFFERED_PIECES);
  const writable = output?.writable ?? null;
  const worker = new Worker(trustedScript(stripWorker), { type: 'module', name: 'strip' });
  const command = (given: StripCommand, transfer: Transferable[] = []) => worker.postMessage(given, transfer);
  let hasEnded = false;
  // Nobody says what is made of a track that its source has gone; what was heard until then goes through first.
  const end = () => {
    if (!hasEnded) output?.dispatchEvent(new Event('ended'));
    hasEnded = true;
  };
  const endSoon = () => setTimeout(end, MOST_FINISHING_MS);
  microphone.addEventListener('ended', endSoon);
  worker.onmessage = ({ data: event }: MessageEvent<StripEvent>) => {
    if (event.kind === 'measured') onMeasured?.(event);
    else if (event.kind === 'failed') onFailed(event.message);
    else end();
  };
  worker.onerror = end;
  command(
    { kind: 'start', readable, writable, wasm, settings },
    writable ? [readable, writable] : [readable],
  );
  return {
    set: (next) => command({ kind: 'settings', settings: next }),
    close() {
      microphone.removeEventListener('ended', endSoon);
      worker.terminate();
    },
  };
}
