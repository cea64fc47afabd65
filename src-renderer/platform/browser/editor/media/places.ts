import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { TakeTrack } from '../../../../../src-shared/contract/takes.ts';
import type { Media } from '../../../../../src-shared/domain/edit/document.ts';
import { fileIn, folderIn } from '../../storedFiles.ts';
import type { ScannedSound } from '../../takes/scanTake.ts';
import type { TakeReader } from '../../takes/takeReader.ts';
import type { ProjectFolders } from '../folders.ts';

/** Of a project's folder: files that the page brought. */
export const MEDIA_FOLDER = 'media';

/** Where a media lies, and how its sound is read. It is plain data: a worker can be given it. */
export interface MediaPlace {
  file: File;
  /**
   * `container`: as the file says; `take`: packets at their place in the take; `cleaned`: a WAV file that was made of such a track.
   * null: none.
   */
  sound:
    | { kind: 'container'; originSec: number }
    | { kind: 'take'; scanned: ScannedSound }
    | { kind: 'cleaned'; track: TakeTrack }
    | null;
}

/** Finds a media of a project: `FILE_NOT_FOUND` where it is not there any more. */
export type Locate = (projectId: string, media: Media) => Promise<MediaPlace>;

export function createLocate(folders: ProjectFolders, takes: TakeReader): Locate {
  return async (projectId, media) => {
    const { source } = media;
    if (source.type === 'take') return await locateTrack(takes, source.takeId, source.trackId);
    // A path is one of another machine.
    if (source.handleId === null) throw failWith('FILE_NOT_FOUND', 'mediaNoPlace');
    const folder = await folderIn(await folders.open(projectId), MEDIA_FOLDER);
    const file = folder && (await fileIn(folder, source.handleId));
    if (!file) throw failWith('FILE_NOT_FOUND', 'pageMediaGone', { values: { name: media.name } });
    return { file, sound: media.sound && { kind: 'container', originSec: media.originSec ?? 0 } };
  };
}

async function locateTrack(takes: TakeReader, takeId: string, trackId: string): Promise<MediaPlace> {
  const { track, file } = await takes.openTrack(takeId, trackId);
  const scanned = await takes.scan(takeId, track.file);
  if (scanned?.kind === 'video') return { file, sound: null };
  if ('kind' in track && track.kind === 'cleaned') return { file, sound: { kind: 'cleaned', track } };
  if (scanned?.kind !== 'sound')
    throw failWith('FILE_UNREADABLE', 'trackUnreadable', { values: { name: track.name } });
  return { file, sound: { kind: 'take', scanned } };
}
