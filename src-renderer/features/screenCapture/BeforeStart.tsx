import { useSelector } from 'react-redux';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import { RecorderCheck } from '../recorderCheck/index.ts';
import { selectHasRecording } from '../recording/index.ts';
import { selectHeardBy, selectVideoSupport } from '../workspace/index.ts';
import { selectAction, selectIsCapturing } from './screenCaptureSlice.ts';
import { chooseSource } from './screenSource.ts';
import { useOffered } from './useOffered.ts';

/** How the capture would sound and look. */
export function BeforeStart() {
  const support = useSelector(selectVideoSupport);
  const heardBy = useSelector(selectHeardBy);
  const isRecording = useSelector(selectHasRecording);
  const isIdle = useSelector(selectAction) === null && !isRecording;
  const { settings } = useOffered();
  const { mode, showCursor, quality, includeAudio, includeMicrophone } = settings;
  return (
    <RecorderCheck
      hasMicrophone={includeMicrophone}
      hasSystem={heardBy === 'host' && includeAudio}
      isBefore={!useSelector(selectIsCapturing)}
      isIdle={isIdle}
      sourceId={SOURCE_IDS.screen}
      choose={() => chooseSource(support, settings)}
      chosenFor={[mode, showCursor, quality, includeAudio].join()}
      needsSound={heardBy === 'page' && includeAudio}
    />
  );
}
