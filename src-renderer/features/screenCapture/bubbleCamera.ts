import {
  bitsPerSecondOf,
  CAMERA_QUALITIES,
  MOST_CAMERA_FPS,
  QUALITY_HEIGHTS,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import { isRecorded, liveSource, type LiveSource, type SourceRequest } from '../../media/recorder/index.ts';

/** The camera of the bubble. */
export const bubbleCamera = (): LiveSource | null => liveSource(SOURCE_IDS.camera);

/** Whether it is recorded, or is about to be. */
export const isBubbleRecorded = (): boolean => isRecorded(SOURCE_IDS.camera);

/** How it is recorded beside the screen: a track of its own, of which nothing is cut away. */
export function bubbleRequest(
  { fps, quality, camera }: ScreenCaptureSettings,
  onEnded: SourceRequest['onEnded'],
): SourceRequest {
  const cameraFps = Math.min(fps, MOST_CAMERA_FPS);
  const cameraQuality = CAMERA_QUALITIES[quality];
  return {
    ...{ sourceId: SOURCE_IDS.camera, kind: 'video', name: 'Camera', area: null, fps: cameraFps },
    staysOpen: true,
    maxHeight: QUALITY_HEIGHTS[cameraQuality],
    bitsPerSecond: bitsPerSecondOf(cameraQuality, cameraFps),
    bubble: camera.place,
    ...(onEnded ? { onEnded } : {}),
  };
}
