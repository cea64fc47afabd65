import type { TakeProgress } from '../../../src-shared/contract/recording.ts';
import type { TakeMoment, CaptureChannel, TakeOptions } from './captureContract.ts';
import type { SoundEnd } from '../../../src-shared/recording/index.ts';

export interface RunningTake {
  options: TakeOptions;
  startedAtMs: number;
  channelIds: string[];
  markers: { label: string; atSec: number }[];
  progress: TakeProgress;
  /** Those of a take that has not been reported yet: they follow once it is. */
  unreported: TakeMoment[] | null;
  ended: Promise<SoundEnd>;
  settle(take: SoundEnd): void;
  /** Asked to end: the recording is not to continue after a death. */
  isEnding: boolean;
}

/** A take of the enabled channels that has not begun yet. */
export function createTake(
  options: TakeOptions,
  channels: readonly CaptureChannel[],
  startedAtMs: number,
): RunningTake {
  const { promise: ended, resolve: settle } = Promise.withResolvers<SoundEnd>();
  const channelIds = channels.filter(({ isEnabled }) => isEnabled).map(({ id }) => id);
  return {
    options,
    startedAtMs,
    channelIds,
    ended,
    settle,
    markers: [],
    progress: NOTHING_YET,
    unreported: null,
    isEnding: false,
  };
}

const NOTHING_YET: TakeProgress = {
  recordedSec: 0,
  isPaused: false,
  bytesWritten: 0,
  secondsLeft: null,
  gaps: 0,
  missingFrames: 0,
  clockDriftMs: 0,
};

/** As the state reports it. */
export function describeTake({ options, startedAtMs, channelIds, markers, progress }: RunningTake) {
  const { name, folder } = options;
  return { name, folder, startedAtMs, channelIds, markers: [...markers], progress };
}
