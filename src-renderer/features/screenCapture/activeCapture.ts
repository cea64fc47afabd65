import { unwrap } from '../../../src-shared/contract/errors.ts';
import {
  bitsPerSecondOf,
  QUALITY_HEIGHTS,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import type { PictureArea } from '../../media/pictures/encoderMessages.ts';
import { measureHostClock } from '../../media/pictures/hostClock.ts';
import { createHostSink } from '../../media/pictures/hostSink.ts';
import {
  capturePictures,
  type CaptureEnd,
  type PictureCapture,
} from '../../media/pictures/pictureCapture.ts';
import type { ThunkExtra } from '../../platform/index.ts';

type Client = ThunkExtra['client'];

/** A screen that the user has chosen, and what comes of it: handles of the browser, which no store can hold. */
export interface ActiveCapture {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  capture: PictureCapture | null;
}

let active: ActiveCapture | null = null;

export const activeCapture = (): ActiveCapture | null => active;

export function holdStream(stream: MediaStream): ActiveCapture {
  releaseStream();
  const [track] = stream.getVideoTracks();
  if (!track) throw new Error('a screen without pictures');
  active = { stream, track, capture: null };
  return active;
}

/** Sharing ends, and the browser's sign for it goes. */
export function releaseStream(): void {
  active?.stream.getTracks().forEach((track) => track.stop());
  active = null;
}

/**
 * Begins to encode the chosen screen, and sends it into the take that the host records from `takeStarted` on: until then
 * the encoder is warm, so that the take does not begin without pictures.
 */
export async function beginCapture(
  client: Client,
  held: ActiveCapture,
  settings: ScreenCaptureSettings,
  area: PictureArea | null,
  takeStarted: Promise<void>,
  onEnded: (why: CaptureEnd) => void,
): Promise<void> {
  const readHostMs = async () => unwrap(await client.call('pictures.readClock')).nowMs;
  const { offsetMs } = await measureHostClock(readHostMs, () => performance.now());
  const { fps, quality } = settings;
  const source = held.track.label === '' ? 'screen' : held.track.label;
  held.capture = capturePictures({
    ...{ track: held.track, area, fps },
    maxHeight: QUALITY_HEIGHTS[quality],
    bitsPerSecond: bitsPerSecondOf(quality, fps),
    sink: createHostSink(client, { kind: 'screen', name: 'Screen', source, fps }, offsetMs, takeStarted),
  });
  void held.capture.ended.then(onEnded);
}
