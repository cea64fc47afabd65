import { Square } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import type { RunningTake } from '../../../src-shared/contract/recording.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { useIsRecorderInSight } from '../../lib/recorderSight.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { isMeeting } from './isMeeting.ts';
import { endRecording, selectRecording } from './recordingSlice.ts';

/** What is being recorded, for how long, and its Stop, wherever one is in the app; nothing where the recorder itself is in sight. */
export function RecordingPill({ className }: { className?: string }) {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const { take, action } = useSelector(selectRecording);
  const isConnected = useSelector(selectIsConnected);
  const isInSight = useIsRecorderInSight();
  if (!take || isInSight) return null;
  const { isPaused } = take;
  return (
    <section
      aria-label={t('recordingPill.label')}
      className={classNames(
        'flex min-w-0 items-center justify-between gap-2 rounded-lg border py-1 pr-1 pl-2.5',
        isPaused ? 'border-amb/50 bg-ambbg' : 'border-red/50 bg-redbg',
        className,
      )}
    >
      <Link
        to={screenOf(take)}
        title={t('recordingPill.open')}
        className="flex min-w-0 items-center gap-2 rounded text-t1 hover:underline"
      >
        <span
          aria-hidden="true"
          className={classNames('size-2 shrink-0 rounded-full', isPaused ? 'bg-amb' : 'animate-pulse bg-rec')}
        />
        <span className="font-mono text-xs tabular-nums">
          {formatRecordedTime(take.progress?.recordedSec ?? take.recordedSec)}
        </span>
        {isPaused && <span className="truncate text-xs text-amb-text">{t('recordingPill.paused')}</span>}
        <span className="sr-only">{t('recordingPill.open')}</span>
      </Link>
      <Button
        size="sm"
        variant="danger"
        aria-label={t('recordingPill.stopLabel')}
        disabled={!isConnected || action !== null}
        isBusy={action === 'stopping'}
        onClick={() => void dispatch(endRecording())}
      >
        {action !== 'stopping' && <Square aria-hidden="true" className="size-3 fill-current" />}
        {t('recordingPill.stop')}
      </Button>
    </section>
  );
}

/** Where it is recorded. */
function screenOf(take: RunningTake) {
  if (isMeeting(take)) return ROUTES.meetingRecorder;
  if (take.sources.some(({ id }) => id === SOURCE_IDS.programme)) return ROUTES.liveBroadcast;
  const isCapture = !take.hasChannels && take.sources.some(({ id }) => id === SOURCE_IDS.screen);
  return isCapture ? ROUTES.screenCapture : ROUTES.recordingStudio;
}
