import { powerMonitor, powerSaveBlocker } from 'electron';
import type { CaptureState } from '../../src-shared/contract/capture.ts';
import type { PicturesState } from '../../src-shared/contract/pictures.ts';
import type { Core } from '../core/index.ts';
import { decideSleepBlock, type SleepBlock } from './policies/power.ts';

/** Tells the core when the computer sleeps, and keeps it awake while it records; what it returns ends that. */
export function followPower(core: Pick<Core, 'interruptions' | 'events'>): () => void {
  const { interruptions, events } = core;
  let take: CaptureState['take'] = null;
  let pictures: PicturesState['take'] = null;
  let held: { block: SleepBlock; id: number } | null = null;

  function hold(block: SleepBlock | null): void {
    if (block === (held?.block ?? null)) return;
    const before = held;
    held = block === null ? null : { block, id: powerSaveBlocker.start(block) };
    if (before) powerSaveBlocker.stop(before.id);
  }

  function decide(): void {
    const isRecording = [take?.progress, pictures].some((one) => one?.isPaused === false);
    const hasScreen = pictures?.tracks.some(({ kind, isEnded }) => kind === 'screen' && !isEnded) ?? false;
    hold(decideSleepBlock({ isRecording, hasScreen }));
  }

  const onSuspend = () => interruptions.onSuspended();
  const onResume = () => interruptions.onResumed();
  powerMonitor.on('suspend', onSuspend);
  powerMonitor.on('resume', onResume);
  const ends = [
    events.subscribe('capture.onStateChanged', (state) => {
      take = state.take;
      decide();
    }),
    events.subscribe('pictures.onStateChanged', (state) => {
      pictures = state.take;
      decide();
    }),
  ];
  return () => {
    powerMonitor.off('suspend', onSuspend);
    powerMonitor.off('resume', onResume);
    ends.forEach((end) => end());
    hold(null);
  };
}
