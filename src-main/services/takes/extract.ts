import { existsSync, renameSync, rmSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { TakeRange } from '../../../src-shared/contract/takeExport.ts';
import type { TakeTrack } from '../../../src-shared/contract/takes.ts';
import {
  makeFolderDurably,
  openRegular,
  requireRoom,
  syncFolder,
  toFileError,
} from '../../../src-node/files/index.ts';
import { recordedTracks } from '../../../src-shared/domain/takeVoices.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import { refuseEndless } from '../../../src-shared/handlers/soundExport.ts';
import { documentOfPart, gapsOfPart } from '../../../src-shared/handlers/takePart.ts';
import { inputsOf, requireFinished } from './export.ts';
import { requireNativeSound, writeDocument, type TakeFolder } from './folder.ts';
import { findFreeId } from './list.ts';
import { between, refuseAborted } from './task.ts';
import { extractVideo } from './video/extractVideo.ts';

interface Extraction {
  range: TakeRange;
  name: string;
  /** Of a folder that the library does not list. */
  createId: () => string;
}

/** Of folders that the library does not list. */
export const UNFINISHED_PREFIX = '.extract-';
/** No cut takes longer. */
const LONGEST_CUT_MS = 86_400_000;
const HEADER_BYTES = 32;
const POINT_SEC = 0.01;
/** Of the work, where there is video. */
const SOUND_PART = 0.2;
/** Of a sample in the largest encoding. */
const MOST_SAMPLE_BYTES = 4;

/**
 * A part of a take as a new one beside it: the sound sample by sample as it was recorded, cameras and screens encoded again; answers
 * its folder. The take itself is only read.
 */
export async function extractTake(
  folder: TakeFolder,
  { range, name, createId }: Extraction,
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask,
): Promise<string> {
  const { document, path } = folder;
  requireFinished(folder);
  refuseEndless(document, range.frames);
  const tracks = recordedTracks(document.tracks).filter(({ framesWritten }) => framesWritten > 0);
  const hasVideo = document.videoTracks.length > 0;
  if (tracks.length === 0 && !hasVideo)
    throw failWith('FILE_EMPTY', 'noSound', { values: { name: document.name } });
  const soundTask = between(task, 0, hasVideo ? SOUND_PART : 1);
  const library = dirname(path);
  const unfinished = join(library, `${UNFINISHED_PREFIX}${createId()}`);
  const channels = tracks.reduce((sum, track) => sum + track.channels, 0);
  await requireRoom(join(library, 'take'), range.frames * channels * MOST_SAMPLE_BYTES);
  try {
    makeFolderDurably(unfinished, { recursive: false });
    const written: TakeTrack[] = [];
    for (const [index, track] of tracks.entries()) {
      const own = between(soundTask, index / tracks.length, (index + 1) / tracks.length);
      written.push(await extractTrack(folder, track, { range, to: unfinished }, engine, own));
      refuseAborted(task.signal);
    }
    await extractVideo(folder, { range, to: unfinished }, between(task, SOUND_PART, 1));
    writeDocument(unfinished, documentOfPart(document, { range, name, tracks: written }));
    const id = await findFreeId(basename(path), (taken) => Promise.resolve(existsSync(join(library, taken))));
    renameSync(unfinished, join(library, id));
    syncFolder(library);
    return join(library, id);
  } catch (error) {
    throw error instanceof RpcError ? error : toFileError(unfinished, error);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Removes what a killed program left in a library; answers how many. What another program may be writing stays. */
export async function sweepExtractions(library: string, nowMs: number): Promise<number> {
  const entries = await readdir(library, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  let count = 0;
  for (const entry of entries) {
    if (!entry.isDirectory() || !entry.name.startsWith(UNFINISHED_PREFIX)) continue;
    const path = join(library, entry.name);
    if (nowMs - (await stat(path)).mtimeMs < LONGEST_CUT_MS) continue;
    await rm(path, { recursive: true, force: true });
    count += 1;
  }
  return count;
}

async function extractTrack(
  folder: TakeFolder,
  track: TakeTrack,
  { range, to }: { range: TakeRange; to: string },
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask,
): Promise<TakeTrack> {
  const { document, path } = folder;
  if (track.channels > 2)
    throw failWith('FORMAT_UNSUPPORTED', 'twoCanBeCut', {
      values: { name: track.name, channels: track.channels },
    });
  const { frames, clippedSamples } = await engine.runTakeJob(
    {
      kind: 'export',
      inputs: await inputsOf(folder, [track], range.fromFrame),
      outputPath: join(to, track.file),
      container: document.container === 'flac' ? 'flac' : 'wav',
      encoding: requireNativeSound(folder),
      frames: range.frames,
      channels: track.channels === 1 ? 1 : 2,
      sampleRate: document.sampleRate,
      targetLufs: null,
    },
    task,
  );
  const atSec = (range.fromFrame - track.offsetFrames) / document.sampleRate;
  await copyPeaks(path, track, { atSec, seconds: range.frames / document.sampleRate, to });
  return {
    ...track,
    startFrame: null,
    framesExpected: frames,
    framesWritten: frames,
    offsetFrames: 0,
    ...gapsOfPart(track.gaps, range),
    clippedSamples,
    ended: null,
  };
}

/** The points of that span, with silence where the track was not there. A lost waveform is no reason to stop. */
async function copyPeaks(
  path: string,
  { peaks, channels }: TakeTrack,
  { atSec, seconds, to }: { atSec: number; seconds: number; to: string },
): Promise<void> {
  const file = await openRegular(path, peaks).catch(() => null);
  if (!file) return;
  await using _closed = file;
  const bytes = await readFile(file);
  const pointBytes = channels * 4;
  const [from, count] = [Math.round(atSec / POINT_SEC), Math.ceil(seconds / POINT_SEC)];
  const points = Buffer.alloc(count * pointBytes);
  const start = HEADER_BYTES + from * pointBytes;
  const missing = Math.max(0, HEADER_BYTES - start);
  bytes.copy(points, missing, start + missing, start + points.length);
  await writeFile(join(to, peaks), Buffer.concat([bytes.subarray(0, HEADER_BYTES), points]));
}
