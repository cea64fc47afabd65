import { useSelector } from 'react-redux';
import { selectSystemAudio } from '../screenCapture/index.ts';
import { selectCaptureSupport } from '../workspace/index.ts';
import { selectMeeting } from './meetingSlice.ts';

/** Which sound can be had here; a sentence where it cannot. */
export function useSound() {
  const { settings } = useSelector(selectMeeting);
  const system = useSelector(selectSystemAudio);
  const engine = useSelector(selectCaptureSupport);
  const noMicrophone = engine?.supported === false ? engine.reason : null;
  const noSystem = noMicrophone ?? (system?.supported === false ? system.reason : null);
  return {
    noMicrophone,
    noSystem,
    /** Whether the host has yet to say what it hears. */
    isLooking: system === null,
    /** What is wanted and can be had. */
    sound: {
      microphone: settings.microphone && noMicrophone === null,
      system: settings.system && noSystem === null,
    },
  };
}
