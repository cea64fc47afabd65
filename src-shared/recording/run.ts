import type { NewSource } from '../contract/video.ts';
import type { VideoTake } from './video/videoTake.ts';
import type { NewVideoTrack } from './video/videoTrack.ts';
import type { TakeEnding, TakeSound } from './ports.ts';

/** One take, from its start until all its files are closed. */
export interface Run {
  sound: TakeSound;
  /** The studio's channels are recorded; else it ends with its cameras and screens. */
  hasChannels: boolean;
  /** null before its first frame. Where the engine died: those of the folder before, until the next take has begun. */
  video: VideoTake | null;
  /** What its next folder begins with. */
  carried: { sources: NewSource[]; tracks: NewVideoTrack[] } | null;
  /** Why it ends on its own. */
  why: TakeEnding | null;
  recordedMs: number;
  /** Its engine was killed: it wants a repair, and no certificate. */
  isCut: boolean;
  ended: PromiseWithResolvers<void>;
}

/** Whether anybody should know of its cameras and screens. */
export const hasVideo = ({ hasChannels, video }: Run): boolean =>
  video !== null && (!hasChannels || video.tracks.length > 0 || video.sources.length > 0);
