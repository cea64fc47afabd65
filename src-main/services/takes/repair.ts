import { rmSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_TAKE_SEC, type TakeDocument, type TakeTrack } from '../../../src-shared/contract/takes.ts';
import { RpcError, type ErrorCode } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import { regularPath, regularSize } from '../../../src-node/files/index.ts';
import { LEFTOVER_NAMES, requireNativeSound, writeDocument, type TakeFolder } from './folder.ts';
import { addGap } from '../../../src-shared/recording/index.ts';
import { endOfVideo, repairVideo } from './videoTracks/repair.ts';
import { cutGaps, cutPlaces, cutTracksToSynced } from './powerCut.ts';

/** Says nothing of the track: it was not looked at to the end. */
const UNTRIED: readonly ErrorCode[] = ['CANCELLED', 'ENGINE_UNAVAILABLE', 'ENGINE_STOPPED'];
/** What a journal may lag behind. */
const SLACK_SEC = 60;
/** Silence that needs no reason: ten minutes of one channel. */
const SMALL_BYTES = 64 << 20;

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
    throw failWith('BAD_OPTION', 'pathIsRecorded', { values: { path: folder.path } });
  }
  requireNativeSound(folder);
  await cutTracksToSynced(folder);
  const document = structuredClone(folder.document);
  const problems: RepairReport['problems'] = [];
  const repaired: { track: TakeTrack; frames: number }[] = [];
  let wasChanged = false;
  const { mostFrames, silenceBytes } = await boundsOf(folder.path, document);
  const notify = (track: TakeTrack, error: unknown) => {
    if (!(error instanceof RpcError) || UNTRIED.includes(error.code)) throw error;
    problems.push({ trackId: track.id, message: error.message });
    return null;
  };
  for (const track of document.tracks) {
    const result = await mend(folder, track, null, engine, task).catch((error: unknown) =>
      notify(track, error),
    );
    if (!result) continue;
    wasChanged ||= result.wasChanged;
    if (result.frames <= mostFrames) repaired.push({ track, frames: result.frames });
    else problems.push({ trackId: track.id, message: tooLong(track, result.frames, document.sampleRate) });
  }
  const video = folder.video?.status === 'recording' ? folder.video : null;
  if (video) {
    const mended = await repairVideo(folder.path, video, document.sampleRate);
    problems.push(...mended.problems);
    document.videoTracks = mended.document.videoTracks;
    wasChanged = true;
    // A take of video alone is as long as it is.
    if (document.tracks.length === 0 && document.status === 'recording')
      document.frames = endOfVideo(mended.document, document.sampleRate);
  }
  const isCutOff = folder.state === 'unfinished' && document.status === 'recording';
  const keptFrames = isCutOff && document.tracks.length > 0 ? 0 : document.frames;
  const frames = Math.max(Math.min(keptFrames, mostFrames), ...repaired.map((track) => track.frames));
  let silenceLeft = silenceBytes;
  for (const { track, frames: framesThere } of repaired) {
    const wanted = { frames, mostAddedBytes: silenceLeft };
    const result =
      framesThere < frames
        ? await mend(folder, track, wanted, engine, task).catch((error: unknown) => notify(track, error))
        : null;
    silenceLeft = Math.max(0, silenceLeft - (result?.addedBytes ?? 0));
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
  wanted: { frames: number; mostAddedBytes: number } | null,
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask,
) {
  const path = regularPath(folder.path, track.file);
  const { frames = null, mostAddedBytes = 0 } = wanted ?? {};
  return engine.runTakeJob({ kind: 'repair', path, wantedFrames: frames, mostAddedBytes }, task);
}

interface Bounds {
  /**
   * By the journal or by its age, whichever says more, and a minute; where neither says anything, or
   * there are video alone, by the longest recording.
   */
  mostFrames: number;
  /** Silence for all tracks: as much as there is of sound, so that no take grows beyond twice its size. */
  silenceBytes: number;
}

/** What a take can have come to. Its document may be anybody's: no number of it alone makes us write, or loop. */
async function boundsOf(
  path: string,
  { startedAtMs, sampleRate, frames, tracks }: TakeDocument,
): Promise<Bounds> {
  const files = await Promise.all(tracks.map(({ file }) => lstat(join(path, file)).catch(() => null)));
  const writtenAtMs = Math.max(0, ...files.map((file) => file?.mtimeMs ?? 0));
  const agedFrames =
    startedAtMs === null ? 0 : Math.max(0, ((writtenAtMs - startedAtMs) / 1000) * sampleRate);
  const reported = Math.max(frames, agedFrames);
  const most = MOST_TAKE_SEC * sampleRate;
  return {
    mostFrames:
      reported === 0 || tracks.length === 0
        ? most
        : Math.min(most, Math.ceil(reported) + SLACK_SEC * sampleRate),
    silenceBytes: Math.max(
      SMALL_BYTES,
      files.reduce((sum, file) => sum + (file ? bytesOnDisk(file) : 0), 0),
    ),
  };
}

/** A file of holes is as long as it likes; Windows does not say. */
function bytesOnDisk({ size, blocks }: Stats): number {
  return process.platform === 'win32' ? size : Math.min(size, blocks * 512);
}

function tooLong({ file }: TakeTrack, frames: number, sampleRate: number): string {
  return `${file} says that it is ${(frames / sampleRate / 3600).toFixed(1)} hours long, which neither the recording's journal nor its age bears out. It is left as it is.`;
}

/** Bytes of a take's files; what is not there counts nothing. */
export async function takeSizeBytes(path: string, document: TakeDocument): Promise<number> {
  const sizes = await Promise.all(
    document.tracks.flatMap(({ file, peaks }) => [file, peaks]).map((name) => regularSize(path, name)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
