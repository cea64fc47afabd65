import './texts.ts';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { bitsPerSecondOf } from '../../../../src-shared/domain/screenCapture.ts';
import { SOUND_BITS_PER_SECOND } from '../../../media/sound/soundEncoding.ts';
import { PageFrame, PageRecovered, PageStorage, useLibrary } from '../../pageRecorder/index.ts';
import { MEETING_FPS } from '../askForMeeting.ts';
import { MeetingLayout } from '../MeetingLayout.tsx';
import { selectMeeting } from '../meetingSlice.ts';
import { MeetingsCard } from '../MeetingsCard.tsx';
import type { MeetingSettings } from '../savedSettings.ts';
import { useRecorded } from '../useRecorded.ts';
import { SidesCard } from './SidesCard.tsx';

/** The Meeting Recorder of a browser alone: the same cards, and the browser's own storage. */
export function BrowserMeetingView() {
  const { t } = useTranslation('browserMeeting');
  return (
    <PageFrame mode={t('mode')} adds={t('adds')}>
      <Meeting />
    </PageFrame>
  );
}

function Meeting() {
  const recorded = useRecorded();
  const { settings } = useSelector(selectMeeting);
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

/** The video file holds the sound of both as well. */
function bitsOf({ quality, microphone, system }: MeetingSettings): number {
  const sounds = Number(microphone) + Number(system);
  const files = sounds === 0 ? 0 : sounds + 1;
  return bitsPerSecondOf(quality, MEETING_FPS) + files * SOUND_BITS_PER_SECOND;
}
