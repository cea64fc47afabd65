import { powerMonitor, powerSaveBlocker } from 'electron';
import type { RecordingState } from '../../src-shared/contract/recording.ts';
import type { Core } from '../core/index.ts';
import { decideSleepBlock, type SleepBlock } from './policies/power.ts';

/** Notifies the core when the computer sleeps, and keeps the computer awake while it records. Returns what ends that. */
export function followPower(core: Pick<Core, 'interruptions' | 'events'>): () => void {
  const { interruptions, events } = core;
  let held: { block: SleepBlock; id: number } | null = null;

  function hold(block: SleepBlock | null): void {
    if (block === (held?.block ?? null)) return;
    const before = held;
    held = block === null ? null : { block, id: powerSaveBlocker.start(block) };
    if (before) powerSaveBlocker.stop(before.id);
  }

  function decide({ take }: RecordingState): void {
    const isRecording = take?.isPaused === false;
    const hasScreen = take?.tracks.some(({ kind, isEnded }) => kind === 'screen' && !isEnded) ?? false;
    hold(decideSleepBlock({ isRecording, hasScreen }));
  }

  const onSuspend = () => interruptions.onSuspended();
  const onResume = () => interruptions.onResumed();
  powerMonitor.on('suspend', onSuspend);
  powerMonitor.on('resume', onResume);
  const end = events.subscribe('recording.onStateChanged', decide);
  return () => {
    powerMonitor.off('suspend', onSuspend);
    powerMonitor.off('resume', onResume);
    end();
    hold(null);
  };
}
