import { unwrap } from '../../../../src-shared/contract/errors.ts';
import type { PicturesState } from '../../../../src-shared/contract/pictures.ts';
import type { ThunkExtra } from '../../../platform/index.ts';
import {
  closeSource,
  isCapturing,
  setCapturesPaused,
  setStudioInSight,
  type PicturesDispatch,
} from './captures.ts';
import { endKeepingWithoutTake, keepRecorded } from './keepRecorded.ts';
import { liveIds } from './liveSources.ts';
import { findCameras } from './pictureActions.ts';
import { picturesReported } from './pictureEvents.ts';
import type { StudioPicturesRoot } from './pictureState.ts';

/** Follows the host, and what is plugged in, while the studio is in sight; what it returns ends that. */
export function followPictures() {
  return (
    dispatch: PicturesDispatch,
    getState: () => StudioPicturesRoot,
    { client }: ThunkExtra,
  ): (() => void) => {
    setStudioInSight(true);
    keepRecorded({ client, dispatch, getState });
    let wasPaused = false;
    const report = (state: PicturesState) => {
      dispatch(picturesReported(state));
      // Paused from elsewhere, e.g. by a key of the whole system.
      const isPaused = state.take?.isPaused ?? false;
      if (isPaused !== wasPaused) setCapturesPaused(isPaused);
      wasPaused = isPaused;
    };
    const lookForCameras = () => void dispatch(findCameras());
    const end = client.subscribe('pictures.onStateChanged', report);
    navigator.mediaDevices.addEventListener('devicechange', lookForCameras);
    void client.call('pictures.readState').then((answer) => answer.success && report(unwrap(answer)));
    lookForCameras();
    return () => {
      setStudioInSight(false);
      endKeepingWithoutTake();
      end();
      navigator.mediaDevices.removeEventListener('devicechange', lookForCameras);
      // What is recorded goes on; what is only looked at is closed.
      if (isCapturing()) return;
      for (const id of liveIds()) dispatch(closeSource(id));
    };
  };
}
