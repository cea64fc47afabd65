import { useSelector } from 'react-redux';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import { RecorderCheck } from '../recorderCheck/index.ts';
import { selectHasRecording } from '../recording/index.ts';
import { selectHeardBy, selectVideoSupport } from '../workspace/index.ts';
import { askForMeeting } from './askForMeeting.ts';
import { selectAction, selectIsRecording } from './meetingSlice.ts';
import { useSound } from './useSound.ts';

/** How the meeting would sound and look. */
export function BeforeStart() {
  const support = useSelector(selectVideoSupport);
  const heardBy = useSelector(selectHeardBy);
  const isRecording = useSelector(selectHasRecording);
  const isIdle = useSelector(selectAction) === null && !isRecording;
  const { sound } = useSound();
  return (
    <RecorderCheck
      hasMicrophone={sound.microphone}
      hasSystem={heardBy === 'host' && sound.system}
      isBefore={!useSelector(selectIsRecording)}
      isIdle={isIdle}
      sourceId={SOURCE_IDS.meeting}
      choose={() => askForMeeting(support, sound.system)}
      chosenFor={String(sound.system)}
      needsSound={heardBy === 'page' && sound.system}
    />
  );
}
