import { Circle, Pause, Play, Square } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { formatRecordedTime } from '../studio/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { activeMeeting } from './activeMeeting.ts';
import { MEETING_FORM_ID } from './meetingForm.ts';
import { selectAction, selectMeeting, selectTake } from './meetingSlice.ts';
import { pauseMeeting, resumeMeeting, stopMeeting } from './meetingThunks.ts';
import { useSound } from './useSound.ts';

type Phase = 'idle' | 'recording' | 'paused';

/** How it stands, how long it has been recorded, and what can be done. */
export function MeetingBanner() {
  const { t } = useTranslation('meeting');
  const take = useSelector(selectTake);
  const phase: Phase = take === null ? 'idle' : take.isPaused ? 'paused' : 'recording';
  useLeaveWarning(phase !== 'idle');
  return (
    <section
      aria-label={t('banner.label')}
      className={classNames(
        'flex flex-wrap items-center gap-x-6 gap-y-4 rounded-xl border px-5 py-4 shadow-panel transition-colors sm:px-6',
        phase === 'recording' && 'border-red/50 bg-redbg',
        phase === 'paused' && 'border-amb/50 bg-ambbg',
        phase === 'idle' && 'border-line bg-panel',
      )}
    >
      <div className="flex min-w-0 grow items-center gap-4">
        <span
          aria-hidden="true"
          className={classNames(
            'size-3.5 shrink-0 rounded-full ring-8',
            phase === 'recording' && 'animate-pulse bg-rec ring-rec/20',
            phase === 'paused' && 'bg-amb ring-amb/20',
            phase === 'idle' && 'bg-t3 ring-t3/15',
          )}
        />
        <div className="min-w-0">
          <p
            role="timer"
            aria-label={t('banner.timer')}
            className={classNames(
              'font-mono text-[2.5rem] leading-11 font-bold tracking-tight tabular-nums',
              phase === 'idle' ? 'text-t3' : 'text-t1',
            )}
          >
            {formatRecordedTime(take?.recordedSec ?? 0)}
          </p>
          <StatusLine phase={phase} />
        </div>
      </div>
      <Controls phase={phase} />
      <Trouble />
    </section>
  );
}

function StatusLine({ phase }: { phase: Phase }) {
  const { t } = useTranslation('meeting');
  const take = useSelector(selectTake);
  const action = useSelector(selectAction);
  const facts: string[] = [t(`banner.${action ?? phase}`)];
  if (take) {
    const live = take.tracks.filter(({ isEnded }) => !isEnded);
    const dropped = take.tracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0);
    if (live.length === 0) facts.push(t('banner.noPictures'));
    if (take.tracks.length > 0) {
      const count = take.tracks.reduce((sum, { framesWritten }) => sum + framesWritten, 0);
      facts.push(t('banner.pictures', { count }));
      facts.push(dropped === 0 ? t('banner.noneDropped') : t('banner.dropped', { count: dropped }));
    }
  }
  return (
    <p role="status" className="mt-0.5 text-xs text-t2 tabular-nums">
      {facts.join(' · ')}
    </p>
  );
}

function Controls({ phase }: { phase: Phase }) {
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
  const isPaused = phase === 'paused';
  const Icon = isPaused ? Play : Pause;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="lg"
        disabled={!canAct}
        onClick={() => void dispatch(isPaused ? resumeMeeting() : pauseMeeting())}
      >
        <Icon aria-hidden="true" className="size-4" />
        {t(isPaused ? 'banner.resume' : 'banner.pause')}
      </Button>
      <Button
        variant="danger"
        size="lg"
        disabled={!canAct}
        isBusy={action === 'stopping'}
        onClick={() => void dispatch(stopMeeting())}
      >
        {action !== 'stopping' && <Square aria-hidden="true" className="size-4" />}
        {t('banner.stop')}
      </Button>
    </div>
  );
}

/** Why nothing is recorded, or not as it was wanted. */
function Trouble() {
  const { t } = useTranslation('meeting');
  const { failure, trouble, undescribed } = useSelector(selectMeeting);
  const take = useSelector(selectTake);
  const [text, shown] = failure
    ? [take ? null : t('banner.failed'), failure]
    : trouble && !take
      ? [t('banner.ended'), trouble]
      : [t('banner.undescribed'), undescribed];
  if (!shown) return null;
  return (
    <p role="alert" className="basis-full text-xs text-amb-text">
      {text !== null && <strong className="font-medium">{text} </strong>}
      {shown.message} <code className="text-t3">{shown.code}</code>
    </p>
  );
}

/** Closing the page ends the recording: the browser asks first. */
function useLeaveWarning(isRecording: boolean): void {
  useEffect(() => {
    if (!isRecording) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (activeMeeting()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isRecording]);
}
