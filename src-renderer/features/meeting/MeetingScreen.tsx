import './texts.ts';
import { lazy, useEffect } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { RecorderFrame, useRecorderPlace } from '../recorderFrame/index.ts';
import { RecordingWarnings } from '../recordingWarnings/index.ts';
import { findSystemAudio } from '../screenCapture/index.ts';
import { followStudio } from '../studio/index.ts';
import { MeetingLayout } from './MeetingLayout.tsx';
import { MeetingsCard } from './MeetingsCard.tsx';
import { lookAtMeetings } from './meetingThunks.ts';
import { useRecorded } from './useRecorded.ts';

/** A page that comes from a host never needs it. */
const BrowserMeeting = lazy(async () => ({
  default: (await import('./browser/BrowserMeetingView.tsx')).BrowserMeetingView,
}));

/** A meeting in another window or tab, with who speaks where, and what was recorded before. */
export default function MeetingScreen() {
  const { t } = useTranslation('meeting');
  const dispatch = useAppDispatch();
  const place = useRecorderPlace();
  useEffect(() => {
    if (place === null) return undefined;
    void dispatch(findSystemAudio());
    const ends = [dispatch(lookAtMeetings()), ...(place === 'host' ? [dispatch(followStudio())] : [])];
    return () => ends.forEach((end) => end());
  }, [dispatch, place]);
  const texts = {
    loading: t('loading'),
    unsupported: t('unsupported'),
    noCapture: t('noCapture'),
    noEncoder: t('noEncoder'),
  };
  return <RecorderFrame title={t('title')} texts={texts} host={<Meeting />} page={<BrowserMeeting />} />;
}

function Meeting() {
  const takes = useRecorded().map(({ take }) => take);
  return <MeetingLayout warnings={<RecordingWarnings />} recorded={takes} recordings={<MeetingsCard />} />;
}
