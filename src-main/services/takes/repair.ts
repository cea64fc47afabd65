import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TakeDocument, TakeTrack } from '../../../src-shared/contract/takes.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import { LEFTOVER_NAMES, writeDocument, type TakeFolder } from './folder.ts';
import { addGap } from './journal.ts';
import { endOfPictures, repairPictures } from './pictures/repair.ts';
import { cutGaps, cutPlaces, cutTracksToSynced } from './powerCut.ts';

export interface RepairReport {
  /** Whether there was something to do. */
  wasRepaired: boolean;
  document: TakeDocument;
  /** Tracks that could not be repaired, with the reason; they are left as they are. */
  problems: { trackId: string; message: string }[];
}

/**
 * Gives a recording that was cut off an end: each track's header and last block from the bytes that are there,
 * all tracks one length by silence, and a `take.json` that says so. Of a take that has its end the same is done
 * to tracks that a full disk cut short; one that is whole is left as it is.
 */
export async function repairTake(
  folder: TakeFolder,
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask = {},
): Promise<RepairReport> {
  if (folder.state === 'recording') {
    throw new RpcError('BAD_OPTION', `${folder.path} is being recorded. Stop the recording first.`);
  }
  await cutTracksToSynced(folder);
  const document = structuredClone(folder.document);
  const problems: RepairReport['problems'] = [];
  const repaired: { track: TakeTrack; frames: number }[] = [];
  let wasChanged = false;
  for (const track of document.tracks) {
    const result = await mend(folder, track, null, engine, task).catch((error: unknown) => {
      if (!(error instanceof RpcError) || error.code === 'CANCELLED') throw error;
      problems.push({ trackId: track.id, message: error.message });
      return null;
    });
    if (!result) continue;
    wasChanged ||= result.wasChanged;
    repaired.push({ track, frames: result.frames });
  }
  const pictures = folder.pictures?.status === 'recording' ? folder.pictures : null;
  if (pictures) {
    const mended = await repairPictures(folder.path, pictures, document.sampleRate);
    problems.push(...mended.problems);
    document.pictures = mended.document.pictures;
    wasChanged = true;
    // A take of pictures alone is as long as they are.
    if (document.tracks.length === 0 && document.status === 'recording')
      document.frames = endOfPictures(mended.document, document.sampleRate);
  }
  const isCutOff = folder.state === 'unfinished' && document.status === 'recording';
  const keptFrames = isCutOff && document.tracks.length > 0 ? 0 : document.frames;
  const frames = Math.max(keptFrames, ...repaired.map((track) => track.frames));
  for (const { track, frames: framesThere } of repaired) {
    const result = framesThere < frames ? await mend(folder, track, frames, engine, task) : null;
    const framesNow = result?.frames ?? framesThere;
    if (isCutOff) cutGaps(track, framesThere);
    if (framesNow > framesThere) {
      wasChanged = true;
      const missing = framesNow - framesThere;
      addGap(track, { atFrame: framesThere, spanFrames: missing, missingFrames: missing, reason: 'lost' });
    }
    track.framesWritten = framesNow;
  }
  if (!isCutOff && !wasChanged) return { wasRepaired: false, document, problems };
  for (const track of document.tracks) track.framesExpected = frames;
  document.frames = frames;
  if (isCutOff) {
    cutPlaces(document, frames);
    document.status = 'recovered';
  }
  writeDocument(folder.path, document);
  for (const name of LEFTOVER_NAMES) rmSync(join(folder.path, name), { force: true });
  return { wasRepaired: true, document, problems };
}

async function mend(
  folder: TakeFolder,
  track: TakeTrack,
  wantedFrames: number | null,
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask,
) {
  return engine.runTakeJob({ kind: 'repair', path: join(folder.path, track.file), wantedFrames }, task);
}

/** Bytes of a take's files; what is not there counts nothing. */
export async function takeSizeBytes(path: string, document: TakeDocument): Promise<number> {
  const sizes = await Promise.all(
    document.tracks.flatMap(({ file, peaks }) => [file, peaks]).map((name) => sizeOf(join(path, name))),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0; // Not there, or not to be looked at.
  }
}
