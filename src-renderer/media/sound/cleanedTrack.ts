import { loadNoiseModel } from '../chain/noiseModel.ts';
import type { CleanedNews, CleanedStart } from './cleanedMessages.ts';
import cleanedSound from './cleanedSound.ts?worker&url';
import { trustedScript } from '../../lib/trustedScripts.ts';

/** Chromium's, and not among the DOM's types. */
interface TrackProcessor {
  readonly readable: ReadableStream<AudioData>;
}
interface TrackGenerator extends MediaStreamTrack {
  readonly writable: WritableStream<AudioData>;
}
interface Insertable {
  MediaStreamTrackProcessor: new (options: {
    track: MediaStreamTrack;
    maxBufferSize?: number;
  }) => TrackProcessor;
  MediaStreamTrackGenerator: new (options: { kind: 'audio' }) => TrackGenerator;
}

/** Pieces of some 10 ms that wait while the worker is not run. */
const BUFFERED_PIECES = 500;
/** For what was heard before the microphone ended, on a busy machine. */
const MOST_CLEANING_MS = 3000;

export interface CleanedTrack {
  track: MediaStreamTrack;
  /** The microphone is free again. */
  close(): void;
}

/** Whether this browser can clean a track on its way into a recording. */
export const canCleanTracks = (): boolean =>
  'MediaStreamTrackProcessor' in globalThis &&
  'MediaStreamTrackGenerator' in globalThis &&
  'WebAssembly' in globalThis;

/**
 * A microphone's sound without its noise, 10 ms later, as a track that ends with it. `onUncleaned`: the model has failed,
 * and the sound goes on as it arrives.
 */
export async function cleanTrack(
  microphone: MediaStreamTrack,
  onUncleaned: (reason: string) => void,
): Promise<CleanedTrack> {
  const wasm = await loadNoiseModel();
  const { MediaStreamTrackProcessor: Processor, MediaStreamTrackGenerator: Generator } =
    globalThis as unknown as Insertable;
  const { readable } = new Processor({ track: microphone, maxBufferSize: BUFFERED_PIECES });
  const track = new Generator({ kind: 'audio' });
  const { writable } = track;
  const worker = new Worker(trustedScript(cleanedSound), { type: 'module', name: 'cleaned' });
  worker.onmessage = ({ data }: MessageEvent<CleanedNews>) =>
    data.kind === 'ended' ? end() : onUncleaned(data.message);
  const start: CleanedStart = { readable, writable, wasm };
  worker.postMessage(start, [readable, writable]);
  let hasEnded = false;
  // Nobody tells what is made of a track that its source has gone; what was heard until then is cleaned first.
  const end = () => {
    if (!hasEnded) track.dispatchEvent(new Event('ended'));
    hasEnded = true;
  };
  const endSoon = () => setTimeout(end, MOST_CLEANING_MS);
  microphone.addEventListener('ended', endSoon);
  worker.onerror = end;
  return {
    track,
    close() {
      microphone.removeEventListener('ended', endSoon);
      worker.terminate();
      track.stop();
      microphone.stop();
    },
  };
}
