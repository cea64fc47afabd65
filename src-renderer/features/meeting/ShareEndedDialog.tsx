import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { selectMeeting, selectTake, wentOn } from './meetingSlice.ts';
import { shareAgain, stopMeeting } from './meetingThunks.ts';

/** The window of the meeting is gone: only the people in it know whether it is over. */
export function ShareEndedDialog() {
  const { t } = useTranslation('meeting');
  const dispatch = useAppDispatch();
  const { hasShareEnded } = useSelector(selectMeeting);
  const isRecording = useSelector(selectTake) !== null;
  const goOn = () => dispatch(wentOn());
  return (
    <Dialog
      isOpen={hasShareEnded && isRecording}
      onOpenChange={(isOpen) => !isOpen && goOn()}
      title={t('ended.title')}
      description={t('ended.description')}
      closeLabel={t('ended.goOn')}
      footer={
        <>
          <Button onClick={goOn}>{t('ended.goOn')}</Button>
          <Button onClick={() => void dispatch(shareAgain())}>{t('ended.shareAgain')}</Button>
          <Button variant="danger" onClick={() => void dispatch(stopMeeting())}>
            {t('ended.stop')}
          </Button>
        </>
      }
    />
  );
}
