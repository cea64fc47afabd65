import {
  bitsPerSecondOf,
  QUALITY_HEIGHTS,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import { captureToHost } from '../../media/pictures/captureToHost.ts';
import type { PictureArea } from '../../media/pictures/encoderMessages.ts';
import type { CaptureEnd, PictureCapture } from '../../media/pictures/pictureCapture.ts';
import type { ThunkExtra } from '../../platform/index.ts';

type Client = ThunkExtra['client'];

/** A screen that the user has chosen, and what comes of it: handles of the browser, which no store can hold. */
export interface ActiveCapture {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  capture: PictureCapture | null;
}

export interface CaptureFollowers {
  onEnded: (why: CaptureEnd) => void;
  /** Nothing has moved for half a minute, or does again. */
  onStill: (isStill: boolean) => void;
}

let isRunning = false;

/** Whether this page captures, be it without a screen since that has gone. */
export const isCapturingHere = (): boolean => isRunning;
export const setCapturingHere = (isSo: boolean): void => void (isRunning = isSo);

/** What of the last screen was captured: another one in its place is cut alike. */
let lastArea: PictureArea | null = null;

export const lastCapturedArea = (): PictureArea | null => lastArea;

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
  { onEnded, onStill }: CaptureFollowers,
): Promise<void> {
  const { fps, quality } = settings;
  lastArea = area;
  held.capture = await captureToHost(client, {
    ...{ track: held.track, sourceId: SOURCE_IDS.screen, kind: 'screen', name: 'Screen' },
    ...{ area, fps, takeStarted },
    maxHeight: QUALITY_HEIGHTS[quality],
    bitsPerSecond: bitsPerSecondOf(quality, fps),
    onStill,
  });
  void held.capture.ended.then(onEnded);
}
