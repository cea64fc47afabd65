import type { RpcError } from '../../../src-shared/contract/errors.ts';
import type { NewSource } from './pictures/armedSources.ts';
import type { PictureTake } from './pictures/pictureTake.ts';
import type { NewPictureTrack } from './pictures/pictureTrack.ts';
import type { TakeSound } from './sound.ts';

/** One take, from its start until all its files are closed. */
export interface Run {
  sound: TakeSound;
  /** It is a take of cameras and screens: it ends with them. */
  isOwn: boolean;
  /** null before its first frame. Where the engine died: those of the folder before, until the next take has begun. */
  pictures: PictureTake | null;
  /** What goes on in the next folder. */
  carried: { sources: NewSource[]; tracks: NewPictureTrack[] } | null;
  /** Why it ends by itself. */
  why: { code: RpcError['code']; message: string } | null;
  recordedMs: number;
  /** Its engine was killed: it wants a repair, and no certificate. */
  isCut: boolean;
  ended: PromiseWithResolvers<void>;
}

/** Whether anybody should know of its cameras and screens. */
export const hasPictures = ({ isOwn, pictures }: Run): boolean =>
  pictures !== null && (isOwn || pictures.tracks.length > 0 || pictures.sources.length > 0);
