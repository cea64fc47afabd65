import {
  bitsPerSecondOf,
  QUALITY_HEIGHTS,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import type { FrameArea } from '../../media/video/encoderMessages.ts';
import {
  holdSource,
  liveSource,
  releaseSource,
  type LiveSource,
  type SourceRequest,
} from '../../media/recorder/index.ts';

let isRunning = false;

/** Whether this page captures, be it without a screen since that has gone. */
export const isCapturingHere = (): boolean => isRunning;
export const setCapturingHere = (isSo: boolean): void => void (isRunning = isSo);

/** What of the last screen was captured: another one in its place is cut alike. */
let lastArea: FrameArea | null = null;

export const lastCapturedArea = (): FrameArea | null => lastArea;

/** The screen that the user has chosen. */
export const sharedScreen = (): LiveSource | null => liveSource(SOURCE_IDS.screen);
export const holdScreen = (stream: MediaStream): LiveSource => holdSource(SOURCE_IDS.screen, stream);
/** Sharing ends, and the browser's sign for it goes. */
export const releaseScreen = (): void => releaseSource(SOURCE_IDS.screen);

export type ScreenFollowers = Pick<SourceRequest, 'onEnded' | 'onStill' | 'codec'>;

/** How it is recorded. */
export function screenRequest(
  { fps, quality }: ScreenCaptureSettings,
  area: FrameArea | null,
  followers: ScreenFollowers,
): SourceRequest {
  lastArea = area;
  return {
    sourceId: SOURCE_IDS.screen,
    kind: 'screen',
    name: 'Screen',
    area,
    fps,
    staysOpen: false,
    maxHeight: QUALITY_HEIGHTS[quality],
    bitsPerSecond: bitsPerSecondOf(quality, fps),
    ...followers,
  };
}
