import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { Meeting } from '../../../src-shared/contract/meetings.ts';
import type { MeetingPlatform } from '../../../src-shared/domain/meetings.ts';
import type { Loadable } from '../../lib/loadable.ts';
import type { RecordingRoot } from '../recording/index.ts';
import type { MeetingSettings } from './savedSettings.ts';

export interface MeetingDraft {
  title: string;
  platform: MeetingPlatform;
  participants: number;
  /** As they are typed, parted by commas. */
  names: string;
}

export interface MeetingSlice {
  draft: MeetingDraft;
  settings: MeetingSettings;
  /** The take that the form describes. */
  takeId: string | null;
  /** A window is being asked for. */
  isChoosing: boolean;
  /** Why nothing was begun, or shared again. */
  failure: RpcFailure | null;
  /** What a meeting was could not be written beside it. */
  undescribed: RpcFailure | null;
  /** The window is not shared any more, and nobody has said yet what is to become of the recording. */
  hasShareEnded: boolean;
  /** What is shared has given no video for half a minute. */
  isStill: boolean;
  meetings: Loadable<Meeting[]>;
}

export interface MeetingRoot extends RecordingRoot {
  meeting: MeetingSlice;
}
