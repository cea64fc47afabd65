import { CircleDot, Square } from 'lucide-react';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { peaksOf, PlayerControls, soundInMemory, usePlayer, Waveform } from '../comparePlayer/index.ts';
import { selectMeasuredLive } from '../engine/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import type { SoundRecording } from './soundRecorder.ts';
import { TEST_SEC, useTestRecording } from './useTestRecording.ts';

const PARTS = 1200;

/** Ten seconds of one's own voice, to be heard raw and cleaned. */
export function TestCard() {
  const { t } = useTranslation('enhancement');
  const { state, start, stop, discard } = useTestRecording();
  const isConnected = useSelector(selectIsConnected);
  const isLive = useSelector(selectMeasuredLive) !== null && isConnected;
  const isRecording = state.kind === 'recording';
  return (
    <Card aria-labelledby="test-title" className="min-w-0">
      <CardHeader
        id="test-title"
        title={t('test.title')}
        actions={
          isRecording ? (
            <Button size="sm" onClick={stop}>
              <Square aria-hidden="true" className="size-3.5" />
              {t('test.stop')}
            </Button>
          ) : (
            <Button size="sm" disabled={!isLive} onClick={() => void start()}>
              <CircleDot aria-hidden="true" className="size-3.5 text-rec" />
              {t(state.kind === 'done' ? 'test.again' : 'test.start')}
            </Button>
          )
        }
      />
      {state.kind === 'none' && (
        <p className="text-t2">
          {t('test.message')} {!isLive && t('test.needsLive')}
        </p>
      )}
      {isRecording && (
        <Progress
          label={t('test.recording')}
          ratio={state.recordedSec / TEST_SEC}
          note={`${formatFigure(state.recordedSec, 1)} / ${TEST_SEC} s`}
        />
      )}
      {state.kind === 'failed' && (
        <p role="alert" className="text-red-text">
          {t('test.failed', { reason: state.message })}
        </p>
      )}
      {state.kind === 'done' && <Playback recording={state.recording} onDiscard={discard} />}
    </Card>
  );
}

function Playback({ recording, onDiscard }: { recording: SoundRecording; onDiscard: () => void }) {
  const { t } = useTranslation('enhancement');
  const player = usePlayer(useMemo(() => soundInMemory(recording), [recording]));
  const peaks = useMemo(
    () => ({ before: peaksOf(recording.raw, PARTS), after: peaksOf(recording.clean, PARTS) }),
    [recording],
  );
  return (
    <div className="grid gap-3">
      <Waveform
        label={t('test.waveform')}
        {...peaks}
        durationSec={recording.raw.length / recording.sampleRate}
        player={player}
        className="h-28"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        {player && <PlayerControls player={player} />}
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          {t('test.discard')}
        </Button>
      </div>
    </div>
  );
}
