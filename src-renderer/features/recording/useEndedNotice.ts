import { useEffect, useEffectEvent } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { showNotice } from '../../ui/notice.ts';
import { addressOfTake, TAKE_REQUESTS } from './askedTake.ts';
import { selectEnded, type RecordingSlice } from './recordingSlice.ts';

/** Whatever screen is looked at: a recording that has ended is said, with what can be done with it. */
export function useEndedNotice(): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const ended = useSelector(selectEnded);
  const report = useEffectEvent(({ how }: NonNullable<RecordingSlice['ended']>) => {
    const isEarly = how.code !== null;
    const what = t('endedRecording.what', { name: how.name, time: formatRecordedTime(how.recordedSec) });
    showNotice({
      id: `recorded-${how.id}`,
      tone: isEarly ? 'warning' : 'success',
      title: t(isEarly ? 'endedRecording.early' : 'endedRecording.saved'),
      message: isEarly && how.message ? `${what}. ${how.message}` : what,
      actions: TAKE_REQUESTS.map((request) => ({
        text: t(`endedRecording.actions.${request}`),
        label: t(`endedRecording.labels.${request}`),
        run: () => void navigate(addressOfTake({ id: how.id, request })),
      })),
    });
  });
  useEffect(() => {
    if (ended) report(ended);
  }, [ended]);
}
