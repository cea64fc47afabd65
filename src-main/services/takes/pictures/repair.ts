import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PicturesDocument } from '../../../../src-shared/contract/takePictures.ts';
import { regularSize } from '../../../../src-node/files/index.ts';
import { dropReserve, PICTURES_NAME, writePictures } from './document.ts';
import { cutToSynced } from '../powerCut.ts';
import { wasMachineRestarted } from '../recorder.ts';
import { mendPictureFile } from './pictureFile.ts';

export interface PicturesRepair {
  document: PicturesDocument;
  problems: { trackId: string; message: string }[];
}

/** Gives pictures that were cut off an end: each file to its last whole picture, and what is known of it. */
export async function repairPictures(
  folder: string,
  document: PicturesDocument,
  sampleRate: number,
): Promise<PicturesRepair> {
  const problems: PicturesRepair['problems'] = [];
  const pictures: PicturesDocument['pictures'] = [];
  const wasRestarted = await wasMachineRestarted(document.writer);
  for (const picture of document.pictures) {
    const path = join(folder, picture.file);
    const syncedBytes = document.syncedBytes?.[picture.file];
    try {
      if (wasRestarted && syncedBytes !== undefined) await cutToSynced(folder, picture.file, syncedBytes);
      const mended = await mendPictureFile(folder, picture.file, picture.fps);
      if (!mended) {
        problems.push({ trackId: picture.id, message: `${path} ends before its first picture.` });
        pictures.push({ ...picture, framesWritten: 0, startFrame: null, durationSec: 0 });
        continue;
      }
      const { firstMs, lastMs } = mended;
      pictures.push({
        ...picture,
        framesWritten: mended.frames,
        startFrame: firstMs === null ? null : Math.round((firstMs / 1000) * sampleRate),
        durationSec: firstMs === null || lastMs === null ? 0 : (lastMs - firstMs) / 1000 + 1 / picture.fps,
        longestGapSec: mended.longestGapMs / 1000,
      });
    } catch (error) {
      problems.push({
        trackId: picture.id,
        message: `${path} cannot be repaired: ${(error as Error).message}.`,
      });
      pictures.push(picture);
    }
  }
  const { syncedBytes: _, ...known } = document;
  const repaired: PicturesDocument = { ...known, status: 'recovered', pictures };
  await dropReserve(folder);
  await writePictures(folder, repaired);
  await rm(join(folder, `${PICTURES_NAME}.tmp`), { force: true });
  return { document: repaired, problems };
}

/** How far the pictures reach, in frames of the take. */
export function endOfPictures(document: PicturesDocument, sampleRate: number): number {
  const ends = document.pictures.map(({ startFrame, durationSec }) =>
    startFrame === null ? 0 : startFrame + Math.round(durationSec * sampleRate),
  );
  return Math.max(0, ...ends);
}

/** Bytes of the pictures' files; what is not there counts nothing. */
export async function picturesSizeBytes(folder: string, document: PicturesDocument | null): Promise<number> {
  const sizes = await Promise.all((document?.pictures ?? []).map(({ file }) => regularSize(folder, file)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
