import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { videoContract } from '../../../src-shared/contract/video.ts';
import type { recordingContract } from '../../../src-shared/contract/recording.ts';
import type { VideoCodec, TakeVideoTrack } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import type { FrameArea } from './encoderMessages.ts';
import { measureHostClock } from './hostClock.ts';
import { createHostSink } from './hostSink.ts';
import { encodeVideo, type VideoEncoding } from './videoEncoding.ts';

export interface HostEncodingOptions {
  track: MediaStreamTrack;
  /** The end of a `FrameTap` of who reads the track already; absent: it is read here. */
  frames?: MessagePort;
  /** What the host knows the source by, of which this is a part. */
  sourceId: string;
  kind: 'video' | 'screen';
  name: string;
  area: FrameArea | null;
  maxHeight: number;
  fps: number;
  bitsPerSecond: number;
  /** Taken where this browser has it. */
  codec?: VideoCodec;
  /** Where a camera is shown on the screen. */
  bubble?: TakeVideoTrack['bubble'];
  /** Until then the encoder is warm, so that the take does not begin without video. */
  takeStarted: Promise<void>;
  onStill?: ((isStill: boolean) => void) | undefined;
  /** What the host calls the track, once it has its first frame. */
  onTrack?: (trackId: string) => void;
}

/** Begins to encode a camera or screen, and sends it into the take that the host records from `takeStarted` on. */
export async function encodeToHost(
  client: Pick<Client<typeof videoContract & typeof recordingContract>, 'call' | 'subscribe' | 'upload'>,
  options: HostEncodingOptions,
): Promise<VideoEncoding> {
  const {
    track,
    sourceId,
    kind,
    name,
    area,
    maxHeight,
    fps,
    bitsPerSecond,
    codec,
    bubble = null,
    takeStarted,
  } = options;
  const readHostMs = async () => unwrap(await client.call('video.readClock')).nowMs;
  const measure = (longestMs?: number) => measureHostClock(readHostMs, () => performance.now(), longestMs);
  const { offsetMs } = await measure();
  const source = track.label === '' ? kind : track.label;
  const encoding = encodeVideo({
    track,
    frames: options.frames,
    area,
    maxHeight,
    fps,
    bitsPerSecond,
    codec: codec ?? null,
    onStill: options.onStill,
    sink: createHostSink(
      client,
      { sourceId, kind, name, source, fps, bubble },
      { offsetMs, measure },
      takeStarted,
      options.onTrack,
    ),
  });
  void takeStarted.then(
    () => followTake(client, encoding),
    // It is abandoned by anyone who could not begin the take.
    () => undefined,
  );
  return encoding;
}

/** The take is paused and ended from elsewhere as well: by another page, a small window, a key of the whole system. */
function followTake(
  client: Pick<Client<typeof videoContract & typeof recordingContract>, 'call' | 'subscribe'>,
  encoding: VideoEncoding,
): void {
  let wasPaused = false;
  const ends = [
    client.subscribe('recording.onStateChanged', ({ take }) => {
      const isPaused = take?.isPaused ?? false;
      if (isPaused === wasPaused) return;
      wasPaused = isPaused;
      encoding.setPaused(isPaused);
    }),
    client.subscribe('recording.onEnding', () => void encoding.stop()),
  ];
  void encoding.ended.then(() => ends.forEach((end) => end()));
}
