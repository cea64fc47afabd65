import { Listeners } from '../../../src-shared/rpc/index.ts';
import type { VideoEncoding } from '../video/videoEncoding.ts';

/** A camera or screen that is open, and what is recorded of it: handles of the browser, which no store can hold. */
export interface LiveSource {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  encoding: VideoEncoding | null;
  /** The track that is read, until the recording ends: one of its own where the preview on the screen continues then. */
  recorded: MediaStreamTrack | null;
}

const sources = new Map<string, LiveSource>();
const listeners = new Listeners<void>();

/** Hears when a source is opened or released; what it returns ends that. */
export const followSources = (listener: () => void): (() => void) => listeners.add(listener);

export const liveSource = (id: string): LiveSource | null => sources.get(id) ?? null;
export const liveSources = (): LiveSource[] => [...sources.values()];
export const isRecorded = (id: string): boolean => Boolean(sources.get(id)?.recorded);

/** `onEnded`: it gives no video any more, and nobody here has asked for that. */
export function holdSource(id: string, stream: MediaStream, onEnded?: () => void): LiveSource {
  releaseSource(id);
  const [track] = stream.getVideoTracks();
  if (!track) throw new Error('a source without video');
  const source: LiveSource = { stream, track, encoding: null, recorded: null };
  track.addEventListener('ended', () => {
    if (sources.get(id) !== source) return;
    // What is recorded of it ends with it, and says why.
    source.recorded?.stop();
    if (!onEnded) return;
    sources.delete(id);
    listeners.notify();
    onEnded();
  });
  sources.set(id, source);
  listeners.notify();
  return source;
}

/** The camera's light goes out, sharing ends; what was recorded of it is kept. */
export function releaseSource(id: string): void {
  const source = sources.get(id);
  sources.delete(id);
  if (source) listeners.notify();
  source?.stream.getTracks().forEach((track) => track.stop());
  void source?.encoding?.stop();
}

/** Its recording is over. */
export function endRecorded(source: LiveSource): void {
  source.recorded?.stop();
  source.encoding = null;
  source.recorded = null;
}
