import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { picturesContract } from '../../../src-shared/contract/pictures.ts';
import type { recordingContract } from '../../../src-shared/contract/recording.ts';
import type { PictureCodec, TakePicture } from '../../../src-shared/contract/takePictures.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import type { PictureArea } from './encoderMessages.ts';
import { measureHostClock } from './hostClock.ts';
import { createHostSink } from './hostSink.ts';
import { capturePictures, type PictureCapture } from './pictureCapture.ts';

export interface HostCaptureOptions {
  track: MediaStreamTrack;
  /** What the host knows the source by, of which this is a part. */
  sourceId: string;
  kind: 'video' | 'screen';
  name: string;
  area: PictureArea | null;
  maxHeight: number;
  fps: number;
  bitsPerSecond: number;
  /** Taken where this browser has it. */
  codec?: PictureCodec;
  /** A picture that the encoder has had for so long is waited for: without it, a kill would lose what comes behind. */
  mostEncodingMs?: number;
  /** Where a camera is shown upon the screen. */
  bubble?: TakePicture['bubble'];
  /** Until then the encoder is warm, so that the take does not begin without pictures. */
  takeStarted: Promise<void>;
  onStill?: ((isStill: boolean) => void) | undefined;
  /** What the host calls the track, once it has its first picture. */
  onTrack?: (trackId: string) => void;
}

/** Begins to encode a camera or screen, and sends it into the take that the host records from `takeStarted` on. */
export async function captureToHost(
  client: Pick<Client<typeof picturesContract & typeof recordingContract>, 'call' | 'subscribe' | 'upload'>,
  options: HostCaptureOptions,
): Promise<PictureCapture> {
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
    mostEncodingMs = Infinity,
    bubble = null,
    takeStarted,
  } = options;
  const readHostMs = async () => unwrap(await client.call('pictures.readClock')).nowMs;
  const measure = () => measureHostClock(readHostMs, () => performance.now());
  const { offsetMs } = await measure();
  const source = track.label === '' ? kind : track.label;
  const capture = capturePictures({
    track,
    area,
    maxHeight,
    fps,
    bitsPerSecond,
    codec: codec ?? null,
    onStill: options.onStill,
    mostEncodingMs,
    sink: createHostSink(
      client,
      { sourceId, kind, name, source, fps, bubble },
      { offsetMs, measure },
      takeStarted,
      options.onTrack,
    ),
  });
  void takeStarted.then(
    () => followTake(client, capture),
    // It is abandoned by whoever could not begin the take.
    () => undefined,
  );
  return capture;
}

/** The take is paused and ended from elsewhere as well: by another page, a small window, a key of the whole system. */
function followTake(
  client: Pick<Client<typeof picturesContract & typeof recordingContract>, 'call' | 'subscribe'>,
  capture: PictureCapture,
): void {
  let wasPaused = false;
  const ends = [
    client.subscribe('recording.onStateChanged', ({ take }) => {
      const isPaused = take?.isPaused ?? false;
      if (isPaused === wasPaused) return;
      wasPaused = isPaused;
      capture.setPaused(isPaused);
    }),
    client.subscribe('recording.onEnding', () => void capture.stop()),
  ];
  void capture.ended.then(() => ends.forEach((end) => end()));
}
