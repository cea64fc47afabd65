import './texts.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { bitsPerSecondOf } from '../../../../src-shared/domain/screenCapture.ts';
import { BASIC_BITS } from '../../../media/basicTakes/channels.ts';
import { BasicFrame, PageRecovered, PageStorage, useLibrary } from '../../basicRecorder/index.ts';
import { MEETING_FPS } from '../askForMeeting.ts';
import { MeetingLayout } from '../MeetingLayout.tsx';
import { selectMeeting, selectTake } from '../meetingSlice.ts';
import { MeetingsCard } from '../MeetingsCard.tsx';
import type { MeetingSettings } from '../savedSettings.ts';
import { useRecorded } from '../useRecorded.ts';
import { basicMeeting } from './basicMeeting.ts';
import { SidesCard } from './SidesCard.tsx';

/** The Meeting Recorder of a browser alone: the same cards, and the browser's own storage. */
export function BasicMeetingView() {
  const { t } = useTranslation('basicMeeting');
  return (
    <BasicFrame mode={t('mode')} adds={t('adds')}>
      <Meeting />
    </BasicFrame>
  );
}

function Meeting() {
  const recorded = useRecorded();
  const { settings, draft } = useSelector(selectMeeting);
  const isRecording = useSelector(selectTake) !== null;
  // A browser that is killed, or storage that gets full, asks no form.
  useEffect(() => {
    if (isRecording) basicMeeting.describe(draft);
  }, [isRecording, draft]);
  useLibrary();
  const meetings = recorded.filter(({ take: { status } }) => status !== 'recording');
  return (
    <MeetingLayout
      warnings={
        <>
          <SidesCard />
          <PageRecovered />
        </>
      }
      recorded={meetings.map(({ take }) => take)}
      storage={<PageStorage bitsPerSecond={bitsOf(settings)} />}
      recordings={<MeetingsCard />}
    />
  );
}

/** The picture's file holds the sound of both as well. */
function bitsOf({ quality, microphone, system }: MeetingSettings): number {
  const sounds = Number(microphone) + Number(system);
  const files = sounds === 0 ? 0 : sounds + 1;
  return bitsPerSecondOf(quality, MEETING_FPS) + files * BASIC_BITS.audio;
}
