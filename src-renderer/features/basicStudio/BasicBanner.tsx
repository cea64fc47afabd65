import { Circle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import {
  MissingAlert,
  RecordingBanner,
  RecordingControls,
  RecordingTrouble,
} from '../../ui/RecordingBanner.tsx';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { basicRecorder, type BasicRecorderState } from '../basicRecorder/index.ts';
import { basicStudio, missingOf, type StudioChannels } from './basicStudio.ts';

const TICK_MS = 250;

interface BasicBannerProps {
  recorder: BasicRecorderState;
  channels: StudioChannels;
}

/** How it stands, how long it has been recorded, and what can be done. */
export function BasicBanner({ recorder, channels }: BasicBannerProps) {
  const { t, i18n } = useTranslation('basicStudio');
  const { phase } = recorder;
  const isRunning = phase === 'recording' || phase === 'paused';
  const seconds = useRecordedSeconds(isRunning);
  const [isRefused, setRefused] = useState(false);
  const isOpening = Object.values(channels).some(({ status }) => status === 'opening');
  const isNothing = Object.values(channels).every(({ status }) => status !== 'live');
  const start = () => {
    setRefused(isNothing);
    if (isNothing) return;
    const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
    void basicStudio.start(t('newName', { date: date.format(new Date()) }));
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
          onPause={() => basicRecorder.setPaused(true)}
          onResume={() => basicRecorder.setPaused(false)}
          onStop={() => void basicRecorder.stop()}
        />
      ) : (
        <Button variant="danger" size="lg" disabled={isOpening} isBusy={phase === 'starting'} onClick={start}>
          {phase !== 'starting' && <Circle aria-hidden="true" className="size-4 fill-current" />}
          {t('banner.start')}
        </Button>
      )}
      <Missing recorder={recorder} />
      <Trouble recorder={recorder} isRefused={isRefused && isNothing} />
    </RecordingBanner>
  );
}

/** What should be recorded and is not. */
function Missing({ recorder }: { recorder: BasicRecorderState }) {
  const { t } = useTranslation('basicStudio');
  const missing = missingOf(recorder);
  if (missing.length === 0) return null;
  const tryAgain = async () => {
    for (const kind of missing) await basicStudio.recordAgain(kind);
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

function Trouble({
  recorder: { failure, lastTake, phase },
  isRefused,
}: {
  recorder: BasicRecorderState;
  isRefused: boolean;
}) {
  const { t } = useTranslation('basicStudio');
  if (phase !== 'idle') return null;
  if (failure) {
    const title = t('banner.failed', { message: failure.message });
    return <RecordingTrouble title={title} message={null} code={failure.code} />;
  }
  if (lastTake?.ended) {
    const { message, code } = lastTake.ended;
    return <RecordingTrouble title={t('banner.ended')} message={message} code={code} />;
  }
  return isRefused ? <RecordingTrouble title={null} message={t('banner.nothing')} code={null} /> : null;
}

function useRecordedSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const read = () => setSeconds(basicRecorder.recordedMs() / 1000);
    const timer = setInterval(read, TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isRunning ? seconds : 0;
}
