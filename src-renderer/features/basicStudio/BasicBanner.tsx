import { Circle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import {
  MissingAlert,
  RecordingBanner,
  RecordingControls,
  RecordingTrouble,
} from '../../ui/RecordingBanner.tsx';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { endRecording, holdRecording, selectRecording } from '../recording/index.ts';
import { missingOf, recordAgain, startStudio, type StudioChannels } from './basicStudio.ts';

const TICK_MS = 250;

/** How it stands, how long it has been recorded, and what can be done. */
export function BasicBanner({ channels }: { channels: StudioChannels }) {
  const { t, i18n } = useTranslation('basicStudio');
  const dispatch = useAppDispatch();
  const { take, action } = useSelector(selectRecording);
  const asked = action === 'starting' || action === 'stopping' ? action : null;
  const phase = asked ?? (take === null ? 'idle' : take.isPaused ? 'paused' : 'recording');
  const isRunning = phase === 'recording' || phase === 'paused';
  const seconds = useRecordedSeconds();
  const [isRefused, setRefused] = useState(false);
  const isOpening = Object.values(channels).some(({ status }) => status === 'opening');
  const isNothing = Object.values(channels).every(({ status }) => status !== 'live');
  const start = () => {
    setRefused(isNothing);
    if (isNothing) return;
    const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
    void dispatch(startStudio(t('newName', { date: date.format(new Date()) })));
  };
  return (
    <RecordingBanner
      label={t('banner.label')}
      timerLabel={t('banner.timer')}
      phase={phase === 'paused' ? 'paused' : phase === 'recording' ? 'recording' : 'idle'}
      time={formatRecordedTime(seconds)}
      status={t(`banner.${phase}`)}
    >
      {isRunning || phase === 'stopping' ? (
        <RecordingControls
          isPaused={phase === 'paused'}
          canAct={isRunning}
          isStopping={phase === 'stopping'}
          texts={{ pause: t('banner.pause'), resume: t('banner.resume'), stop: t('banner.stop') }}
          onPause={() => void dispatch(holdRecording(true))}
          onResume={() => void dispatch(holdRecording(false))}
          onStop={() => void dispatch(endRecording())}
        />
      ) : (
        <Button variant="danger" size="lg" disabled={isOpening} isBusy={phase === 'starting'} onClick={start}>
          {phase !== 'starting' && <Circle aria-hidden="true" className="size-4 fill-current" />}
          {t('banner.start')}
        </Button>
      )}
      <Missing />
      <Trouble isRefused={isRefused && isNothing} />
    </RecordingBanner>
  );
}

/** What should be recorded and is not. */
function Missing() {
  const { t } = useTranslation('basicStudio');
  const dispatch = useAppDispatch();
  const missing = missingOf(useSelector(selectRecording).take);
  if (missing.length === 0) return null;
  const tryAgain = async () => {
    for (const kind of missing) await dispatch(recordAgain(kind));
  };
  const names = missing.map((kind) => t(`channel.title.${kind}`)).join(', ');
  return (
    <MissingAlert
      text={t('banner.missing', { names })}
      tryAgain={t('banner.tryAgain')}
      onTryAgain={() => void tryAgain()}
    />
  );
}

function Trouble({ isRefused }: { isRefused: boolean }) {
  const { t } = useTranslation('basicStudio');
  const { take, lastTake, action, failure } = useSelector(selectRecording);
  if (take || action) return null;
  if (failure) {
    const title = t('banner.failed', { message: failure.message });
    return <RecordingTrouble title={title} message={null} code={failure.code} />;
  }
  if (lastTake?.code)
    return <RecordingTrouble title={t('banner.ended')} message={lastTake.message} code={lastTake.code} />;
  return isRefused ? <RecordingTrouble title={null} message={t('banner.nothing')} code={null} /> : null;
}

/** Counted on between what is told of it. */
function useRecordedSeconds(): number {
  const { take } = useSelector(selectRecording);
  const [now, setNow] = useState({ of: take, seconds: 0 });
  useEffect(() => {
    if (!take) return undefined;
    const toldAtMs = performance.now();
    const count = () => {
      const sinceSec = take.isPaused ? 0 : (performance.now() - toldAtMs) / 1000;
      setNow({ of: take, seconds: take.recordedSec + sinceSec });
    };
    const timer = setInterval(count, TICK_MS);
    return () => clearInterval(timer);
  }, [take]);
  return take ? Math.max(take.recordedSec, now.of?.id === take.id ? now.seconds : 0) : 0;
}
