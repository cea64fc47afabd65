import { isRecorded } from '../../../media/recorder/index.ts';
import type { ThunkExtra } from '../../../platform/index.ts';
import { closeSource, setStudioInSight, type VideoDispatch } from './encodings.ts';
import { endKeepingWithoutTake, keepRecorded } from './keepRecorded.ts';
import { findCameras } from './videoActions.ts';
import type { StudioVideoRoot } from './videoState.ts';

/** Follows the host, and what is plugged in, while the studio is in sight; what it returns ends that. */
export function followVideo() {
  return (dispatch: VideoDispatch, getState: () => StudioVideoRoot, { client }: ThunkExtra): (() => void) => {
    setStudioInSight(true);
    keepRecorded({ client, dispatch, getState });
    const lookForCameras = () => void dispatch(findCameras());
    navigator.mediaDevices.addEventListener('devicechange', lookForCameras);
    lookForCameras();
    return () => {
      setStudioInSight(false);
      endKeepingWithoutTake(getState());
      navigator.mediaDevices.removeEventListener('devicechange', lookForCameras);
      // What is recorded continues; what is only looked at is closed.
      const ids = getState().studioVideo.channels.map(({ id }) => id);
      if (ids.some(isRecorded)) return;
      for (const id of ids) dispatch(closeSource(id));
    };
  };
}
