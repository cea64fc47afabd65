/** Chromium's, and not among the DOM's types. */
type TrackProcessor = new (options: { track: MediaStreamTrack; maxBufferSize?: number }) => {
  readonly readable: ReadableStream<AudioData | VideoFrame>;
};

/** Whether this browser gives the sound or the video of a track piece by piece. */
export const canReadTracks = (): boolean => 'MediaStreamTrackProcessor' in globalThis;

/** What comes of a track. `mostWaiting`: pieces that wait while nobody reads; beyond that the browser lets them go. */
export function readTrack<T extends AudioData | VideoFrame>(
  track: MediaStreamTrack,
  mostWaiting?: number,
): ReadableStream<T> {
  const { MediaStreamTrackProcessor: Processor } = globalThis as unknown as {
    MediaStreamTrackProcessor: TrackProcessor;
  };
  const limit = mostWaiting === undefined ? {} : { maxBufferSize: mostWaiting };
  return new Processor({ track, ...limit }).readable as ReadableStream<T>;
}
