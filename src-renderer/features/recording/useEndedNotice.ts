import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { showNotice } from '../../ui/notice.ts';
import { addressOfTake, TAKE_WISHES } from './askedTake.ts';
import { selectRecording, type RecordingSlice } from './recordingSlice.ts';

/** Whatever screen is looked at: a recording that has ended is said, with what can be done with it. */
export function useEndedNotice(): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { ended } = useSelector(selectRecording);
  const tell = useEffectEvent(({ how }: NonNullable<RecordingSlice['ended']>) => {
    const isEarly = how.code !== null;
    const what = t('endedRecording.what', { name: how.name, time: formatRecordedTime(how.recordedSec) });
    showNotice({
      id: `recorded-${how.id}`,
      tone: isEarly ? 'warning' : 'success',
      title: t(isEarly ? 'endedRecording.early' : 'endedRecording.saved'),
      message: isEarly && how.message ? `${what}. ${how.message}` : what,
      actions: TAKE_WISHES.map((wish) => ({
        text: t(`endedRecording.actions.${wish}`),
        label: t(`endedRecording.labels.${wish}`),
        run: () => void navigate(addressOfTake({ id: how.id, wish })),
      })),
    });
  });
  useEffect(() => {
    if (ended) tell(ended);
  }, [ended]);
}
