import { MonitorUp, Pause, Play, Square } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { SCREEN_CAPTURE_FAILED } from '../../../src-shared/domain/screenCapture.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { formatBytes, formatRecordedTime } from '../studio/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { activeCapture } from './activeCapture.ts';
import {
  selectAction,
  selectFailure,
  selectSystemAudio,
  selectTake,
  selectTrouble,
} from './screenCaptureSlice.ts';
import { chooseScreen, pauseCapture, resumeCapture, stopCapture } from './screenCaptureThunks.ts';
import { useOffered } from './useOffered.ts';

type Phase = 'idle' | 'capturing' | 'paused';

/** How it stands, how long it has been captured, and what can be done. */
export function CaptureBanner() {
  const { t } = useTranslation('screenCapture');
  const take = useSelector(selectTake);
  const phase: Phase = take === null ? 'idle' : take.isPaused ? 'paused' : 'capturing';
  useLeaveWarning(phase !== 'idle');
  return (
    <section
      aria-label={t('banner.label')}
      className={classNames(
        'flex flex-wrap items-center gap-x-6 gap-y-4 rounded-xl border px-5 py-4 shadow-panel transition-colors sm:px-6',
        phase === 'capturing' && 'border-red/50 bg-redbg',
        phase === 'paused' && 'border-amb/50 bg-ambbg',
        phase === 'idle' && 'border-line bg-panel',
      )}
    >
      <div className="flex min-w-0 grow items-center gap-4">
        <span
          aria-hidden="true"
          className={classNames(
            'size-3.5 shrink-0 rounded-full ring-8',
            phase === 'capturing' && 'animate-pulse bg-rec ring-rec/20',
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
  const { t } = useTranslation('screenCapture');
  const take = useSelector(selectTake);
  const action = useSelector(selectAction);
  const isElsewhere = take !== null && action === null && activeCapture() === null;
  const isSteady = action === null || action === 'pausing' || action === 'resuming';
  const facts = [isElsewhere ? t('banner.elsewhere') : t(`banner.${isSteady ? phase : action}`)];
  const [track] = take?.tracks ?? [];
  if (track) {
    const { width, height, framesWritten, framesDropped, bytesWritten } = track;
    facts.push(
      t('banner.size', { width, height }),
      t('banner.pictures', { count: framesWritten }),
      framesDropped === 0 ? t('banner.noneDropped') : t('banner.dropped', { count: framesDropped }),
      t('banner.written', { size: formatBytes(bytesWritten) }),
    );
  }
  return (
    <p role="status" className="mt-0.5 text-xs text-t2 tabular-nums">
      {facts.join(' · ')}
    </p>
  );
}

function Controls({ phase }: { phase: Phase }) {
  const { t } = useTranslation('screenCapture');
  const dispatch = useAppDispatch();
  const action = useSelector(selectAction);
  const isConnected = useSelector(selectIsConnected);
  const isLooking = useSelector(selectSystemAudio) === null;
  const { settings } = useOffered();
  const canAct = isConnected && action === null;
  if (phase === 'idle') {
    return (
      <Button
        variant="danger"
        size="lg"
        disabled={!canAct || isLooking}
        isBusy={action === 'starting' || action === 'choosing'}
        onClick={() => void dispatch(chooseScreen(settings))}
      >
        {action === null && <MonitorUp aria-hidden="true" className="size-4" />}
        {t('banner.start')}
      </Button>
    );
  }
  const isPaused = phase === 'paused';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="lg"
        disabled={!canAct}
        onClick={() => void dispatch(isPaused ? resumeCapture() : pauseCapture())}
      >
        {isPaused ? (
          <Play aria-hidden="true" className="size-4" />
        ) : (
          <Pause aria-hidden="true" className="size-4" />
        )}
        {t(isPaused ? 'banner.resume' : 'banner.pause')}
      </Button>
      <Button
        variant="danger"
        size="lg"
        disabled={!canAct}
        isBusy={action === 'stopping'}
        onClick={() => void dispatch(stopCapture())}
      >
        {action !== 'stopping' && <Square aria-hidden="true" className="size-4" />}
        {t('banner.stop')}
      </Button>
    </div>
  );
}

/** The document's sentence where it could not start, and why; or why it ended. */
function Trouble() {
  const { t } = useTranslation('screenCapture');
  const failure = useSelector(selectFailure);
  const trouble = useSelector(selectTrouble);
  const take = useSelector(selectTake);
  const shown = failure ?? (take === null ? trouble : null);
  if (!shown) return null;
  const isStart = failure !== null && take === null;
  const message = shown.message === SCREEN_CAPTURE_FAILED ? null : shown.message;
  return (
    <p role="alert" className="basis-full text-xs text-amb-text">
      <strong className="font-medium">{t(isStart ? 'banner.failed' : 'banner.ended')}</strong>
      {message !== null && ` ${message}`} <code className="text-t3">{shown.code}</code>
    </p>
  );
}

/** Closing the page ends the capture: the browser asks first. */
function useLeaveWarning(isCapturing: boolean): void {
  useEffect(() => {
    if (!isCapturing) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (activeCapture()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isCapturing]);
}
