import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TakeTrack } from '../../../src-shared/contract/takes.ts';
import {
  type CertifiedVideoTrack,
  type CertifiedTrack,
  TAKE_SCHEMA_VERSION,
  type TakeCertificate,
} from '../../../src-shared/domain/certificateSchema.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { recordedTracks } from '../../../src-shared/domain/takeVoices.ts';
import { judgeTake } from '../../../src-shared/domain/takeCertificate.ts';
import { MOST_TAKE_SEC } from '../../../src-shared/contract/takes.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import { openRegular, regularPath, regularSize } from '../../../src-node/files/index.ts';
import { readInterruptions, requireNativeSound, writeCertificate, type TakeFolder } from './folder.ts';
import { certifySources } from './videoTracks/certifySources.ts';
import { verifyVideoTrack } from './videoTracks/verify.ts';

/** Decodes every frame of every track, and writes what it finds beside the take as its certificate. */
export async function verifyTake(
  folder: TakeFolder,
  engine: Pick<EngineService, 'runTakeJob'>,
  { signal, onProgress, nowMs }: TakeJobTask & { nowMs: number },
): Promise<TakeCertificate> {
  if (folder.state === 'recording') {
    throw failWith('BAD_OPTION', 'pathIsRecorded', { values: { path: folder.path } });
  }
  requireNativeSound(folder);
  // What was made of it later is no part of what was recorded.
  const document = { ...folder.document, tracks: recordedTracks(folder.document.tracks) };
  const tracks: CertifiedTrack[] = [];
  const count = document.tracks.length + document.videoTracks.length;
  const taskOf = (index: number): TakeJobTask => ({
    onProgress: (done) => onProgress?.((index + done) / count),
    ...(signal ? { signal } : {}),
  });
  for (const [index, track] of document.tracks.entries()) {
    tracks.push(await verifyTrack(folder.path, track, document.sampleRate, engine, taskOf(index)));
  }
  const videoTracks: CertifiedVideoTrack[] = [];
  for (const [index, videoTrack] of document.videoTracks.entries()) {
    const task = taskOf(document.tracks.length + index);
    videoTracks.push(
      await verifyVideoTrack(folder.path, videoTrack, task, () =>
        hashFile(folder.path, videoTrack.file, signal),
      ),
    );
  }
  const sources = certifySources(folder);
  const judgement = judgeTake({
    sampleRate: document.sampleRate,
    tracks: tracks.map((track, index) => ({ ...track, gaps: document.tracks[index]?.gaps ?? [] })),
    videoTracks: videoTracks.map((videoTrack, index) => ({
      ...videoTrack,
      endMessage: document.videoTracks[index]?.ended?.message ?? null,
    })),
    sources,
    missedDeadlines: document.missedDeadlines,
    endMessage: document.ended?.message ?? null,
    interruptions: await readInterruptions(folder.path),
    isRecovered: document.status === 'recovered' || folder.video?.status === 'recovered',
  });
  const isUnfinished = folder.state === 'unfinished';
  const unrepaired = 'The recording was cut off and has not been repaired.';
  const certificate: TakeCertificate = {
    schemaVersion: TAKE_SCHEMA_VERSION,
    verifiedAtMs: nowMs,
    ...judgement,
    ...(isUnfinished
      ? { grade: 'red', summary: 'not repaired yet', reasons: [unrepaired, ...judgement.reasons] }
      : {}),
    missedDeadlines: document.missedDeadlines,
    tracks,
    videoTracks,
    sources: sources.map((source) => ({ ...source, gaps: [...source.gaps] })),
  };
  writeCertificate(folder.path, certificate);
  return certificate;
}

async function verifyTrack(
  folder: string,
  track: TakeTrack,
  sampleRate: number,
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask,
): Promise<CertifiedTrack> {
  const nothing: Omit<CertifiedTrack, 'problem'> = {
    id: track.id,
    name: track.name,
    file: track.file,
    framesExpected: track.framesExpected,
    gapCount: track.gapCount,
    missingFrames: track.missingFrames,
    dryFrames: track.dryFrames,
    xruns: track.xruns,
    driftPpm: track.driftPpm,
    sizeBytes: 0,
    sha256: null,
    framesDecoded: null,
    clippedSamples: 0,
    integratedLufs: null,
    truePeakDb: null,
  };
  try {
    nothing.sizeBytes = await regularSize(folder, track.file);
    const { frames, clippedSamples, integratedLufs, truePeakDb } = await engine.runTakeJob(
      {
        kind: 'inspect',
        path: regularPath(folder, track.file),
        mostFrames: mostFramesOf(track, sampleRate),
      },
      task,
    );
    const sha256 = await hashFile(folder, track.file, task.signal);
    return {
      ...nothing,
      sha256,
      framesDecoded: frames,
      problem: null,
      clippedSamples,
      integratedLufs,
      truePeakDb,
    };
  } catch (error) {
    if (!(error instanceof RpcError) || error.code === 'CANCELLED') throw error;
    if (error.code === 'ENGINE_UNAVAILABLE' || error.code === 'ENGINE_STOPPED') throw error;
    // A recording that was ended before its first sound has nothing to be decoded, and nothing is wrong.
    if (error.code === 'FILE_EMPTY' && track.framesExpected === 0)
      return {
        ...nothing,
        framesDecoded: 0,
        sha256: await hashFile(folder, track.file, task.signal),
        problem: null,
      };
    return { ...nothing, problem: error.message };
  }
}

/** Twice what the take says, and an hour: a few bytes of FLAC can stand for days. */
function mostFramesOf({ framesExpected, framesWritten }: TakeTrack, sampleRate: number): number {
  const reported = Math.min(Math.max(framesExpected, framesWritten), MOST_TAKE_SEC * sampleRate);
  return 2 * reported + 3600 * sampleRate;
}

async function hashFile(folder: string, name: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  const file = await openRegular(folder, name);
  try {
    await pipeline(file.createReadStream({ start: 0 }), hash, signal ? { signal } : {});
  } catch (error) {
    if (signal?.aborted) throw failWith('CANCELLED', 'cancelled');
    throw failWith('FILE_UNREADABLE', 'cannotRead', {
      values: { path: join(folder, name), reason: (error as Error).message },
      cause: error,
    });
  }
  return hash.digest('hex');
}
