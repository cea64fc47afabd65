import { CircleAlert, Pause, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { watchRecorder } from '../lib/recorderSight.ts';
import { classNames } from '../lib/classNames.ts';
import { Button } from './Button.tsx';

export type BannerPhase = 'idle' | 'recording' | 'paused';

interface RecordingBannerProps {
  label: string;
  timerLabel: string;
  phase: BannerPhase;
  /** What has been recorded, as it is to be read. */
  time: string;
  /** How it is, in words. */
  status: string;
  /** What can be done, and below it what is wrong. */
  children: ReactNode;
}

/** How a recording is and how long it is. */
export function RecordingBanner({ label, timerLabel, phase, time, status, children }: RecordingBannerProps) {
  return (
    <section
      ref={watchRecorder}
      aria-label={label}
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
            aria-label={timerLabel}
            className={classNames(
              'font-mono text-display leading-11 font-bold tracking-tight tabular-nums',
              phase === 'idle' ? 'text-t3' : 'text-t1',
            )}
          >
            {time}
          </p>
          <p role="status" className="mt-0.5 text-xs text-t2 tabular-nums">
            {status}
          </p>
        </div>
      </div>
      {children}
    </section>
  );
}

interface RecordingControlsProps {
  isPaused: boolean;
  canAct: boolean;
  isStopping: boolean;
  texts: { pause: string; resume: string; stop: string };
  onPause: () => void;
  onResume: () => void;
  onStop: () => void;
}

/** What can be done while it is recorded. */
export function RecordingControls(props: RecordingControlsProps) {
  const { isPaused, canAct, isStopping, texts, onPause, onResume, onStop } = props;
  const Icon = isPaused ? Play : Pause;
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:grow">
      <Button size="lg" disabled={!canAct} onClick={isPaused ? onResume : onPause}>
        <Icon aria-hidden="true" className="size-4" />
        {isPaused ? texts.resume : texts.pause}
      </Button>
      <Button variant="danger" size="lg" disabled={!canAct} isBusy={isStopping} onClick={onStop}>
        {!isStopping && <Square aria-hidden="true" className="size-4" />}
        {texts.stop}
      </Button>
    </div>
  );
}

interface RecordingTroubleProps {
  title: string | null;
  message: string | null;
  code: string | null;
  /** Beside what can be done about it. */
  isBeside?: boolean;
  /** Something that should be recorded is not. */
  isSevere?: boolean;
}

/** Why nothing is recorded, or not as it was wanted. */
export function RecordingTrouble(props: RecordingTroubleProps) {
  const { title, message, code, isBeside = false, isSevere = false } = props;
  return (
    <p
      role="alert"
      className={classNames(
        'text-xs',
        isSevere ? 'text-red-text' : 'text-amb-text',
        !isBeside && 'basis-full',
      )}
    >
      {title !== null && <strong className="font-medium">{title} </strong>}
      {message !== null && `${message} `}
      {code !== null && <code className="text-t2">{code}</code>}
    </p>
  );
}

interface MissingAlertProps {
  text: string;
  tryAgain: string;
  /** null where nothing can be done from here. */
  onTryAgain: (() => void) | null;
}

/** What should be recorded and is not being written. */
export function MissingAlert({ text, tryAgain, onTryAgain }: MissingAlertProps) {
  return (
    <div className="flex basis-full flex-wrap items-center gap-3">
      <p role="alert" className="flex items-center gap-2 text-sm font-medium text-red-text">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {text}
      </p>
      {onTryAgain && (
        <Button size="sm" onClick={onTryAgain}>
          {tryAgain}
        </Button>
      )}
    </div>
  );
}
