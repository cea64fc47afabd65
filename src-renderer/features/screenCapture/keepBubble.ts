import type { RunningTake } from '../../../src-shared/contract/recording.ts';
import { findCamera } from '../../../src-shared/domain/cameraChoice.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import { createBackoff } from '../../lib/backoff.ts';
import { listCameras } from '../../media/video/sources.ts';
import { bubbleCamera, isBubbleRecorded } from './bubbleCamera.ts';
import { rejoinBubble, type BubbleRoot } from './bubbleThunks.ts';
import type { Dispatch } from '../../lib/store.ts';

const CAMERA = SOURCE_IDS.camera;
const backoff = createBackoff();

/** Records the camera again on its own where the host misses it and it is there; `onJoined`: this page captures now. */
export function keepBubble(take: RunningTake | null, onJoined: () => void) {
  return async (dispatch: Dispatch, getState: () => unknown): Promise<void> => {
    const source = take?.hasChannels === false ? take.sources.find(({ id }) => id === CAMERA) : undefined;
    if (!source || source.missingSinceSec === null) return backoff.forget(CAMERA);
    const { recording, screenCapture } = getState() as BubbleRoot;
    const { bubble, settings } = screenCapture;
    const { isOn, ...choice } = settings.camera;
    const isBusy = isBubbleRecorded() || bubble.status === 'opening' || recording.action === 'stopping';
    if (!isOn || isBusy || !backoff.mayTry(CAMERA)) return;
    // Nobody is asked for a camera that is not there, nor for a permission.
    const cameras = bubbleCamera() ? [] : await listCameras().catch(() => []);
    const isThere = choice.deviceId === null ? cameras.length > 0 : findCamera(cameras, choice) !== null;
    if (!bubbleCamera() && !isThere) return;
    await dispatch(rejoinBubble(settings));
    if (isBubbleRecorded()) onJoined();
  };
}
