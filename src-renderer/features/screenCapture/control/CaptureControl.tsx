import { Mic, MicOff, Pause, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { formatRecordedTime } from '../../../lib/recordedTime.ts';
import { endRecording, holdRecording, muteMicrophone } from '../../recording/index.ts';
import { selectIsConnected } from '../../workspace/index.ts';
import { selectAction, selectFailure, selectTake } from '../screenCaptureSlice.ts';

type Phase = 'idle' | 'recording' | 'paused';

/** A capture in one line: how it is, how long it is, and what can be done with it. */
export function CaptureControl() {
  const { t } = useTranslation('screenCapture');
  const take = useSelector(selectTake);
  const phase: Phase = take === null ? 'idle' : take.isPaused ? 'paused' : 'recording';
  const text = useStatus(phase);
  return (
    <section
      aria-label={t('control.label')}
      className={classNames(
        'flex h-full min-h-13 items-center gap-2.5 border px-3 select-none',
        phase === 'recording' && 'border-red/50 bg-redbg',
        phase === 'paused' && 'border-amb/50 bg-ambbg',
        phase === 'idle' && 'border-line2 bg-panel',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'size-2.5 shrink-0 rounded-full',
          phase === 'recording' && 'animate-pulse bg-rec',
          phase === 'paused' && 'bg-amb',
          phase === 'idle' && 'bg-t3',
        )}
      />
      <div className="min-w-0 grow">
        <p
          role="timer"
          aria-label={t('banner.timer')}
          className="font-mono text-base leading-5 font-semibold text-t1 tabular-nums"
        >
          {formatRecordedTime(take?.recordedSec ?? 0)}
        </p>
        <p role="status" title={text} className="truncate text-2xs leading-4 text-t2">
          {text}
        </p>
      </div>
      {take !== null && <Buttons phase={phase} isMuted={take.isMicrophoneMuted} />}
    </section>
  );
}

function useStatus(phase: Phase): string {
  const { t } = useTranslation('screenCapture');
  const isConnected = useSelector(selectIsConnected);
  const failure = useSelector(selectFailure);
  const take = useSelector(selectTake);
  const action = useSelector(selectAction);
  if (!isConnected) return t('control.noConnection');
  if (failure !== null) return `${failure.message} ${failure.code}`;
  if (action === 'stopping') return t('banner.stopping');
  if (phase === 'idle') return t('control.nothing');
  if (phase === 'paused') return t('banner.paused');
  const screens = take?.tracks.filter(({ kind }) => kind === 'screen') ?? [];
  if (screens.length > 0 && screens.every(({ isEnded }) => isEnded)) return t('banner.withoutScreen');
  return take?.isMicrophoneMuted === true ? t('banner.muted') : t('banner.recording');
}

function Buttons({ phase, isMuted }: { phase: Phase; isMuted: boolean | null }) {
  const { t } = useTranslation('screenCapture');
  const dispatch = useAppDispatch();
  const action = useSelector(selectAction);
  const isConnected = useSelector(selectIsConnected);
  const disabled = !isConnected || action !== null;
  const isPaused = phase === 'paused';
  return (
    // What can be pressed cannot be dragged by.
    <div className="app-no-drag flex shrink-0 items-center gap-1">
      {isMuted !== null && (
        <ControlButton
          label={t(isMuted ? 'control.unmute' : 'control.mute')}
          disabled={disabled}
          tone={isMuted ? 'muted' : 'plain'}
          onPress={() => void dispatch(muteMicrophone(!isMuted))}
        >
          {isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
        </ControlButton>
      )}
      <ControlButton
        label={t(isPaused ? 'banner.resume' : 'banner.pause')}
        disabled={disabled}
        onPress={() => void dispatch(holdRecording(!isPaused))}
      >
        {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      </ControlButton>
      <ControlButton
        label={t('banner.stop')}
        disabled={disabled}
        tone="stop"
        onPress={() => void dispatch(endRecording())}
      >
        <Square aria-hidden="true" className="fill-current" />
      </ControlButton>
    </div>
  );
}

const TONES = {
  plain: 'border-line2 text-t1 hover:border-edge',
  muted: 'border-amb/50 text-amb-text hover:border-amb',
  stop: 'border-red/50 text-red-text hover:border-red',
};

interface ControlButtonProps {
  label: string;
  disabled: boolean;
  tone?: keyof typeof TONES;
  onPress: () => void;
  children: ReactNode;
}

/** Named by its title: a tooltip of the page's own has no room in so small a window. */
function ControlButton({ label, disabled, tone = 'plain', onPress, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onPress}
      className={classNames(
        'inline-grid size-9 place-items-center rounded-lg border bg-raise transition-colors',
        'disabled:opacity-50 [&>svg]:size-4',
        TONES[tone],
      )}
    >
      {children}
    </button>
  );
}
