import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { Meeting } from '../../../src-shared/contract/meetings.ts';
import type { EndedTake, RunningTake } from '../../../src-shared/contract/recording.ts';
import type { MeetingPlatform } from '../../../src-shared/domain/meetings.ts';
import type { Loadable } from '../../lib/loadable.ts';
import type { MeetingSettings } from './savedSettings.ts';

export interface MeetingDraft {
  title: string;
  platform: MeetingPlatform;
  participants: number;
}

export type MeetingAction = 'choosing' | 'starting' | 'pausing' | 'resuming' | 'stopping';

export interface MeetingSlice {
  draft: MeetingDraft;
  settings: MeetingSettings;
  /** As the host tells it, whoever records. */
  take: RunningTake | null;
  /** The one that this page records. */
  takeId: string | null;
  action: MeetingAction | null;
  /** Of the last thing that was asked for. */
  failure: RpcFailure | null;
  /** What a meeting was could not be written beside it. */
  undescribed: RpcFailure | null;
  /** The last recording of this page, where it ended by itself. */
  trouble: EndedTake | null;
  /** The window is not shared any more, and nobody has said yet what is to become of the recording. */
  hasShareEnded: boolean;
  /** What is shared has given no picture for half a minute. */
  isStill: boolean;
  meetings: Loadable<Meeting[]>;
}

export interface MeetingRoot {
  meeting: MeetingSlice;
}
