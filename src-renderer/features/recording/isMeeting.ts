import type { RunningTake } from '../../../src-shared/contract/recording.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';

/** Whether it is the Meeting Recorder's: it has the window of a meeting, or had it. */
export const isMeeting = ({ sources, tracks }: RunningTake): boolean =>
  sources.some(({ id }) => id === SOURCE_IDS.meeting) ||
  tracks.some(({ sourceId }) => sourceId === SOURCE_IDS.meeting);
