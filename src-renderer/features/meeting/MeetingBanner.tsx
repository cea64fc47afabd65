import { Circle } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useKeepAwake } from '../../lib/useKeepAwake.ts';
import { useLeaveWarning } from '../../lib/useLeaveWarning.ts';
import { Button } from '../../ui/Button.tsx';
import {
  MissingAlert,
  RecordingBanner,
  RecordingControls,
  RecordingTrouble,
  type BannerPhase,
} from '../../ui/RecordingBanner.tsx';
import { endRecording, holdRecording } from '../recording/index.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { sharedMeeting } from './activeMeeting.ts';
import { MEETING_FORM_ID } from './meetingForm.ts';
import { selectAction, selectFailure, selectMeeting, selectTake, selectTrouble } from './meetingSlice.ts';
import { shareAgain } from './meetingThunks.ts';
import { useSound } from './useSound.ts';

const isRecordedHere = () => sharedMeeting() !== null;

/** How it is, how long it has been recorded, and what can be done. */
export function MeetingBanner() {
  const { t } = useTranslation('meeting');
  const take = useSelector(selectTake);
  const phase: BannerPhase = take === null ? 'idle' : take.isPaused ? 'paused' : 'recording';
  const status = useStatus(phase);
  useLeaveWarning(phase !== 'idle', isRecordedHere);
  useKeepAwake(phase === 'recording');
  return (
    <RecordingBanner
      label={t('banner.label')}
      timerLabel={t('banner.timer')}
      phase={phase}
      time={formatRecordedTime(take?.recordedSec ?? 0)}
      status={status}
    >
      <Controls phase={phase} />
      <Missing />
      <Trouble />
    </RecordingBanner>
  );
}

function useStatus(phase: BannerPhase): string {
  const { t } = useTranslation('meeting');
  const take = useSelector(selectTake);
  const action = useSelector(selectAction);
  const { isStill } = useSelector(selectMeeting);
  const facts: string[] = [t(`banner.${action ?? phase}`)];
  if (take) {
    const live = take.tracks.filter(({ isEnded }) => !isEnded);
    const dropped = take.tracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0);
    if (live.length === 0) facts.push(t('banner.noVideo'));
    else if (isStill && phase === 'recording') facts.push(t('banner.still'));
    if (take.tracks.length > 0) {
      const count = take.tracks.reduce((sum, { framesWritten }) => sum + framesWritten, 0);
      facts.push(t('banner.frames', { count }));
      facts.push(dropped === 0 ? t('banner.noneDropped') : t('banner.dropped', { count: dropped }));
    }
  }
  return facts.join(' · ');
}

function Controls({ phase }: { phase: BannerPhase }) {
  const { t } = useTranslation('meeting');
  const dispatch = useAppDispatch();
  const action = useSelector(selectAction);
  const isConnected = useSelector(selectIsConnected);
  const { isLooking } = useSound();
  const canAct = isConnected && action === null;
  if (phase === 'idle') {
    return (
      <Button
        // The form says what is missing.
        type="submit"
        form={MEETING_FORM_ID}
        variant="danger"
        size="lg"
        disabled={!canAct || isLooking}
        isBusy={action === 'starting' || action === 'choosing'}
      >
        {action === null && <Circle aria-hidden="true" className="size-4 fill-current" />}
        {t('banner.start')}
      </Button>
    );
  }
  return (
    <RecordingControls
      isPaused={phase === 'paused'}
      canAct={canAct}
      isStopping={action === 'stopping'}
      texts={{ pause: t('banner.pause'), resume: t('banner.resume'), stop: t('banner.stop') }}
      onPause={() => void dispatch(holdRecording(true))}
      onResume={() => void dispatch(holdRecording(false))}
      onStop={() => void dispatch(endRecording())}
    />
  );
}

/** The window's frame is not being written, e.g. since its page was closed. */
function Missing() {
  const { t } = useTranslation('meeting');
  const dispatch = useAppDispatch();
  const take = useSelector(selectTake);
  const action = useSelector(selectAction);
  const isMissing = take?.sources.some(({ missingSinceSec }) => missingSinceSec !== null) ?? false;
  if (!isMissing || action === 'stopping') return null;
  return (
    <MissingAlert
      text={t('banner.missing')}
      tryAgain={t('banner.tryAgain')}
      onTryAgain={() => void dispatch(shareAgain())}
    />
  );
}

/** Why nothing is recorded, or not as it was wanted. */
function Trouble() {
  const { t } = useTranslation('meeting');
  const { undescribed } = useSelector(selectMeeting);
  const failure = useSelector(selectFailure);
  const trouble = useSelector(selectTrouble);
  const take = useSelector(selectTake);
  const [title, shown] = failure
    ? [take ? null : t('banner.failed'), failure]
    : trouble && !take
      ? [t('banner.ended'), trouble]
      : [t('banner.undescribed'), undescribed];
  if (!shown) return null;
  return <RecordingTrouble title={title} message={shown.message} code={shown.code} />;
}
