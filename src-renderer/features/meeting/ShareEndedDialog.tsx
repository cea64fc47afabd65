import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RecordingTrouble } from '../../ui/RecordingBanner.tsx';
import { endRecording } from '../recording/index.ts';
import { selectHeardBy } from '../workspace/index.ts';
import { selectFailure, selectMeeting, selectIsRecording } from './meetingSlice.ts';
import { goOnWithoutVideo, shareAgain } from './meetingThunks.ts';

/** The window of the meeting is gone: only the people in it know whether it is over. */
export function ShareEndedDialog() {
  const { t } = useTranslation('meeting');
  const dispatch = useAppDispatch();
  const { hasShareEnded } = useSelector(selectMeeting);
  const failure = useSelector(selectFailure);
  const heardBy = useSelector(selectHeardBy);
  const isRecording = useSelector(selectIsRecording);
  const goOn = () => void dispatch(goOnWithoutVideo());
  const goOnLabel = t(`ended.goOn.${heardBy}`);
  return (
    <Dialog
      isOpen={hasShareEnded && isRecording}
      onOpenChange={(isOpen) => !isOpen && goOn()}
      title={t('ended.title')}
      description={t(`ended.description.${heardBy}`)}
      closeLabel={goOnLabel}
      footer={
        <>
          <Button onClick={goOn}>{goOnLabel}</Button>
          <Button onClick={() => void dispatch(shareAgain())}>{t('ended.shareAgain')}</Button>
          <Button variant="danger" onClick={() => void dispatch(endRecording())}>
            {t('ended.stop')}
          </Button>
        </>
      }
    >
      {failure ? <RecordingTrouble title={null} message={failure.message} code={failure.code} /> : undefined}
    </Dialog>
  );
}
