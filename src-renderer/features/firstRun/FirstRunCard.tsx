import './texts.ts';
import { ArrowRight, Mic, Play, Square } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { DEMO_PARAMETER, ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LevelMeter } from '../../ui/LevelMeter.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { peaksOf, PlayerControls, soundInMemory, usePlayer, Waveform } from '../comparePlayer/index.ts';
import { useSoundLevel } from '../../ui/useSoundLevel.ts';
import { VOICE_SEC } from './recordVoice.ts';
import { useFirstRun, type FirstRunFailure, type FirstRunWork, type Heard } from './useFirstRun.ts';

export interface FirstRunProps {
  /** Continues towards this address of the app, past whatever the screen asks for. */
  onNext: (address: string) => void;
}

const PARTS = 1200;

/** A noisy episode and the newcomer's own voice, raw and cleaned by the engine of this page. */
export default function FirstRunCard({ onNext }: FirstRunProps) {
  const { t } = useTranslation('firstRun');
  const { work, heard, failure, playEpisode, tryVoice, stopVoice } = useFirstRun();
  const isVoice = heard?.source === 'voice';
  const isBusy = work.kind !== 'none';
  return (
    <Card aria-labelledby="first-run-title" className="grid min-w-0 gap-4 !rounded-2xl sm:p-6">
      <header className="grid gap-1.5">
        <h2 id="first-run-title" className="text-lg font-semibold tracking-tight">
          {t('title')}
        </h2>
        <p className="text-t2">{t('lead')}</p>
      </header>
      {work.kind === 'recording' || work.kind === 'asking' ? (
        <VoiceTaken work={work} onStop={stopVoice} />
      ) : (
        heard && <HeardSound key={heard.source} heard={heard} />
      )}
      <div className="flex flex-wrap gap-2">
        {heard?.source !== 'episode' && (
          <Button
            variant={heard ? 'secondary' : 'primary'}
            size="lg"
            disabled={isBusy}
            isBusy={work.kind === 'cleaning' && work.source === 'episode'}
            onClick={playEpisode}
          >
            <Play aria-hidden="true" className="size-4" />
            {t(isVoice ? 'back' : 'play')}
          </Button>
        )}
        <Button
          size="lg"
          disabled={isBusy}
          isBusy={work.kind === 'cleaning' && work.source === 'voice'}
          onClick={tryVoice}
        >
          <Mic aria-hidden="true" className="size-4" />
          {t(isVoice ? 'voiceAgain' : 'voice')}
        </Button>
      </div>
      {heard && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg" onClick={() => onNext(ROUTES.recordingStudio)}>
            {t('next')}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Button>
          <Button
            variant="ghost"
            size="lg"
            onClick={() => onNext(`${ROUTES.recordingStudio}?${DEMO_PARAMETER}`)}
          >
            {t('demo')}
          </Button>
        </div>
      )}
      {failure && <Failure failure={failure} />}
      <p className="text-xs text-t3">{t('auto')}</p>
      <p className="text-xs text-t3">{t('note')}</p>
    </Card>
  );
}

/** Plays at once, from the raw side: the switch is what is to be tried. */
function HeardSound({ heard }: { heard: Heard }) {
  const { t } = useTranslation('firstRun');
  const player = usePlayer(useMemo(() => soundInMemory(heard), [heard]));
  const peaks = useMemo(
    () => ({ before: peaksOf(heard.raw, PARTS), after: peaksOf(heard.clean, PARTS) }),
    [heard],
  );
  useEffect(() => {
    player?.setSide('before');
    player?.play();
  }, [player]);
  const { reductionDb } = heard;
  return (
    <div className="grid gap-3">
      <Waveform
        label={t(`waveform.${heard.source}`)}
        {...peaks}
        durationSec={heard.raw.length / heard.sampleRate}
        player={player}
        className="h-28"
      />
      {player && <PlayerControls player={player} />}
      <p className="text-sm text-t2 tabular-nums">
        {reductionDb === null ? t('noPauses') : t('reduction', { db: formatFigure(-reductionDb, 1) })}
      </p>
    </div>
  );
}

type Taking = Extract<FirstRunWork, { kind: 'asking' | 'recording' }>;

function VoiceTaken({ work, onStop }: { work: Taking; onStop: () => void }) {
  const { t } = useTranslation('firstRun');
  if (work.kind === 'asking')
    return (
      <p role="status" className="text-t2">
        {t('asking')}
      </p>
    );
  return (
    <div className="grid gap-3">
      <Progress
        label={t('speak')}
        ratio={work.recordedSec / VOICE_SEC}
        note={t('seconds', { done: formatFigure(work.recordedSec, 1), of: VOICE_SEC })}
      />
      <MicrophoneLevel microphone={work.microphone} />
      <div>
        <Button onClick={onStop}>
          <Square aria-hidden="true" className="size-3.5" />
          {t('done')}
        </Button>
      </div>
    </div>
  );
}

function MicrophoneLevel({ microphone }: { microphone: MediaStream }) {
  const { t } = useTranslation('firstRun');
  return <LevelMeter source={useSoundLevel(microphone)} label={t('level')} />;
}

function Failure({ failure }: { failure: FirstRunFailure }) {
  const { t } = useTranslation('firstRun');
  return (
    <MessageBox tone="error">
      {failure.kind === 'failed'
        ? t(`failed.${failure.source}`, { code: failure.code, reason: failure.reason })
        : t(`failed.${failure.kind}`)}
    </MessageBox>
  );
}
