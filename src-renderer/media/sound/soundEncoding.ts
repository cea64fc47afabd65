import soundEncoder from './soundEncoder.ts?worker&url';
import type { EncodedSound, SoundEvent, SoundCommand } from './soundMessages.ts';
import type { SoundFacts } from '../../../src-shared/domain/matroska/writer.ts';
import { trustedScript } from '../../lib/trustedScripts.ts';

/** Chromium's, and not among the DOM's types. */
interface TrackProcessor {
  readonly readable: ReadableStream<AudioData>;
}
type TrackProcessorClass = new (options: {
  track: MediaStreamTrack;
  maxBufferSize?: number;
}) => TrackProcessor;

/** Bits a second of a file of sound. */
export const SOUND_BITS_PER_SECOND = 192_000;
/** Pieces of some 10 ms that wait while the worker is not run. */
const BUFFERED_PIECES = 500;

export interface SoundSink {
  begin(facts: SoundFacts): void;
  append(pieces: EncodedSound[], filledMs: number): void;
  /** `failed`: why it cannot be encoded any further. */
  end(why: { kind: 'asked' | 'trackEnded' } | { kind: 'failed'; message: string }): void;
}

export interface SoundEncoding {
  /** Resolves when all that was heard is with the sink. */
  stop(): Promise<void>;
  /** Nobody is notified. */
  abandon(): void;
}

/** Whether this browser can read and encode the sound of a track. */
export function canEncodeSound(): boolean {
  return 'MediaStreamTrackProcessor' in globalThis && 'AudioEncoder' in globalThis;
}

/** Encodes a sound in a worker, and hands on what comes of it. */
export function encodeSound(track: MediaStreamTrack, sink: SoundSink): SoundEncoding {
  const { MediaStreamTrackProcessor: Processor } = globalThis as unknown as {
    MediaStreamTrackProcessor: TrackProcessorClass;
  };
  const { readable } = new Processor({ track, maxBufferSize: BUFFERED_PIECES });
  const worker = new Worker(trustedScript(soundEncoder), { type: 'module', name: 'sound' });
  const command = (given: SoundCommand, transfer: Transferable[] = []) => worker.postMessage(given, transfer);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let isDone = false;
  const finish = (why: Parameters<SoundSink['end']>[0]) => {
    if (isDone) return;
    isDone = true;
    worker.terminate();
    sink.end(why);
    resolve();
  };
  worker.onmessage = ({ data: event }: MessageEvent<SoundEvent>) => {
    if (isDone) return;
    switch (event.kind) {
      case 'track':
        return sink.begin(event);
      case 'sound':
        return sink.append(event.pieces, event.filledMs);
      case 'ended':
        return finish({ kind: event.reason });
      case 'failed':
        return finish(event);
    }
  };
  worker.onerror = (event) => finish({ kind: 'failed', message: event.message });
  command(
    { kind: 'start', readable, bitsPerSecond: SOUND_BITS_PER_SECOND, timeOrigin: performance.timeOrigin },
    [readable],
  );
  return {
    async stop() {
      command({ kind: 'stop' });
      await ended;
    },
    abandon() {
      isDone = true;
      worker.terminate();
      resolve();
    },
  };
}
