import {
  bitsPerSecondOf,
  CAMERA_QUALITIES,
  MOST_CAMERA_FPS,
  QUALITY_HEIGHTS,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import { captureToHost } from '../../media/pictures/captureToHost.ts';
import type { CaptureEnd, PictureCapture } from '../../media/pictures/pictureCapture.ts';
import type { ThunkExtra } from '../../platform/index.ts';

/** The camera of the bubble, and what is recorded of it: handles of the browser, which no store can hold. */
interface BubbleCamera {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  /** A track of its own, so that the picture on the screen goes on when a capture ends. */
  recorded: MediaStreamTrack | null;
  capture: PictureCapture | null;
}

/** Whether it is recorded, or is about to be. */
export const isBubbleRecorded = (): boolean => Boolean(held?.recorded);

let held: BubbleCamera | null = null;

export const bubbleCamera = (): BubbleCamera | null => held;

/** `onEnded`: it gives no pictures any more, and nobody here has asked for that. */
export function holdCamera(stream: MediaStream, onEnded: () => void): void {
  releaseCamera();
  const [track] = stream.getVideoTracks();
  if (!track) throw new Error('a camera without pictures');
  const camera: BubbleCamera = { stream, track, recorded: null, capture: null };
  track.addEventListener('ended', () => {
    if (held !== camera) return;
    // What is recorded of it ends with it, and says why.
    camera.recorded?.stop();
    held = null;
    onEnded();
  });
  held = camera;
}

/** The camera's light goes out; what was recorded of it is kept. */
export function releaseCamera(): void {
  const camera = held;
  held = null;
  camera?.stream.getTracks().forEach((track) => track.stop());
  void camera?.capture?.stop();
}

/** Begins to encode the camera beside the screen; a track of its own, of which nothing is cut away. */
export async function beginBubble(
  client: ThunkExtra['client'],
  { fps, quality, camera }: ScreenCaptureSettings,
  takeStarted: Promise<void>,
  onEnded: (why: CaptureEnd) => void,
): Promise<void> {
  const source = held;
  if (!source) return;
  const recorded = source.track.clone();
  const cameraFps = Math.min(fps, MOST_CAMERA_FPS);
  const cameraQuality = CAMERA_QUALITIES[quality];
  source.recorded = recorded;
  const capture = await captureToHost(client, {
    ...{ track: recorded, sourceId: SOURCE_IDS.camera, kind: 'video', name: 'Camera' },
    ...{ area: null, fps: cameraFps, takeStarted },
    maxHeight: QUALITY_HEIGHTS[cameraQuality],
    bitsPerSecond: bitsPerSecondOf(cameraQuality, cameraFps),
    bubble: camera.place,
  }).catch((error: unknown) => {
    endBubble(source);
    throw error;
  });
  source.capture = capture;
  void capture.ended.then((why) => {
    endBubble(source);
    onEnded(why);
  });
}

/** There is no take after all. */
export function abandonBubble(): void {
  held?.capture?.abandon();
  if (held) endBubble(held);
}

function endBubble(camera: BubbleCamera): void {
  camera.recorded?.stop();
  camera.recorded = null;
  camera.capture = null;
}
