import type { EndedTake, TakeProgress } from '../../../src-shared/contract/capture.ts';
import type { TakeMoment } from './captureContract.ts';
import type { CaptureChannel, TakeOptions } from './process/captureAddon.ts';

export interface RunningTake {
  options: TakeOptions;
  startedAtMs: number;
  channelIds: string[];
  markers: { label: string; atSec: number }[];
  progress: TakeProgress;
  /** As the recorder has told them. */
  moments: TakeMoment[];
  /** What it goes on with is not told of yet: its moments follow then. */
  isUntold: boolean;
  ended: Promise<EndedTake>;
  settle(take: EndedTake): void;
  /** Asked to end: the recording is not to go on after a death. */
  isEnding: boolean;
}

/** A take of the enabled channels that has not begun yet. */
export function createTake(
  options: TakeOptions,
  channels: readonly CaptureChannel[],
  startedAtMs: number,
): RunningTake {
  const { promise: ended, resolve: settle } = Promise.withResolvers<EndedTake>();
  const channelIds = channels.filter(({ isEnabled }) => isEnabled).map(({ id }) => id);
  return {
    ...{ options, startedAtMs, channelIds, ended, settle },
    ...{ markers: [], progress: NOTHING_YET, moments: [], isUntold: false, isEnding: false },
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

/** As the state tells it. */
export function describeTake({ options, startedAtMs, channelIds, markers, progress }: RunningTake) {
  const { name, folder } = options;
  return { name, folder, startedAtMs, channelIds, markers: [...markers], progress };
}
