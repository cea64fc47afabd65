import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import type { VideoChannel, StudioFormat } from '../../../../src-shared/domain/videoChannels.ts';
import type { CaptureQuality } from '../../../../src-shared/domain/screenCapture.ts';
import type { Camera } from '../../../media/video/sources.ts';
import type { RecordingRoot } from '../../recording/index.ts';

/** `ended`: unplugged, closed, or withdrawn. */
export type SourceState =
  | { status: 'closed' | 'opening' | 'ended' }
  | { status: 'live'; label: string }
  | { status: 'failed'; failure: RpcFailure };

export interface StudioVideoSlice {
  channels: VideoChannel[];
  quality: CaptureQuality;
  /** Nobody has chosen it. */
  isQualityDefault: boolean;
  format: StudioFormat;
  /** By the channels' ids. */
  sources: Record<string, SourceState>;
  cameras: Camera[];
  /** Channels that have given no video for half a minute of this recording. */
  stillIds: string[];
  /** The host's tracks of the running take, by the channels' ids. */
  trackIds: Record<string, string>;
}

export interface StudioVideoRoot extends RecordingRoot {
  studioVideo: StudioVideoSlice;
}
