import { stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { z } from 'zod';
import {
  MOST_TAKE_SEC,
  type takeExportSchema,
  type TakeDocument,
  type TakeTrack,
} from '../../../src-shared/contract/takes.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  cleanTrackOf,
  recordedTracks,
  voicesOf,
  withCleanVoices,
} from '../../../src-shared/domain/takeVoices.ts';
import type { EngineService, TakeJob, TakeJobTask } from '../engine/index.ts';
import { regularPath, requireRoom, toFileError } from '../../../src-node/files/index.ts';
import { requireNativeSound, type TakeFolder } from './folder.ts';
import { createParts, makeOutputFolder } from './parts.ts';

export interface ExportRequest extends z.infer<typeof takeExportSchema> {
  /** Made where it is not there. */
  outputFolder: string;
  /** Whether files that are there are replaced. */
  force: boolean;
}

export interface ExportedFile {
  path: string;
  seconds: number;
  integratedLufs: number | null;
  clippedSamples: number;
}

export interface ExportService {
  /**
   * Writes stems, a mix or both, laid where synchronisation put them, all of one length. Each appears under its
   * name when it is whole.
   */
  exportTake(folder: TakeFolder, request: ExportRequest, task: TakeJobTask): Promise<ExportedFile[]>;
  /** Removes at once what unfinished work has left: for a process that must end now. */
  removeUnfinished(): void;
}

export function createExportService(
  engine: Pick<EngineService, 'runTakeJob'>,
  createId: () => string,
): ExportService {
  const parts = createParts(createId);

  async function exportTake(folder: TakeFolder, request: ExportRequest, { signal, onProgress }: TakeJobTask) {
    const plan = await planExport(folder, request);
    makeOutputFolder(request.outputFolder);
    for (const { outputPath } of plan) if (!request.force) await refuseExisting(outputPath);
    const files: ExportedFile[] = [];
    await requireRoom(
      request.outputFolder,
      plan.reduce((sum, job) => sum + leastBytesOf(job), 0),
    );
    for (const [index, job] of plan.entries()) {
      const part = await parts.make(job.outputPath);
      try {
        const result = await engine.runTakeJob(
          { ...job, outputPath: part },
          {
            onProgress: (done) => onProgress?.((index + done) / plan.length),
            ...(signal ? { signal } : {}),
          },
        );
        if (signal?.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
        if (!request.force) await refuseExisting(job.outputPath);
        await parts.finish(part, job.outputPath);
        files.push({
          path: job.outputPath,
          seconds: result.frames / job.sampleRate,
          integratedLufs: result.integratedLufs,
          clippedSamples: result.clippedSamples,
        });
      } finally {
        parts.drop(part);
      }
    }
    return files;
  }

  return { exportTake, removeUnfinished: () => parts.dropAll() };
}

type ExportJob = Extract<TakeJob, { kind: 'export' }>;

async function planExport(folder: TakeFolder, request: ExportRequest): Promise<ExportJob[]> {
  const { document } = folder;
  requireFinished(folder);
  if (request.container === 'flac' && request.encoding === 'float32') {
    throw new RpcError('BAD_OPTION', 'FLAC holds no floating point. Choose wav, or 24 bit.');
  }
  const tracks = tracksFor(document, request.voices).filter((track) => track.framesWritten > 0);
  if (tracks.length === 0) throw new RpcError('FILE_EMPTY', `${folder.path} holds no sound to be exported.`);
  const { startFrame, frames } = extentOf(tracks);
  refuseEndless(document, frames);
  const job = async (name: string, of: TakeTrack[], channels: 1 | 2): Promise<ExportJob> => ({
    kind: 'export',
    inputs: await inputsOf(folder, of, startFrame),
    outputPath: join(request.outputFolder, `${name}.${request.container}`),
    container: request.container,
    encoding: request.encoding,
    frames,
    channels,
    sampleRate: document.sampleRate,
    targetLufs: request.targetLufs,
  });
  const jobs: ExportJob[] = [];
  if (request.what !== 'mix') {
    for (const track of tracks.filter(({ kind }) => kind !== 'mix')) {
      if (track.channels > 2) {
        throw new RpcError(
          'FORMAT_UNSUPPORTED',
          `${track.name} has ${track.channels} channels; two can be exported.`,
        );
      }
      jobs.push(await job(basename(track.file, extname(track.file)), [track], track.channels === 1 ? 1 : 2));
    }
  }
  if (request.what !== 'stems')
    jobs.push(await job(request.voices === 'clean' ? 'clean-mix' : 'mix', tracksOfMix(tracks), 2));
  if (jobs.length === 0)
    throw new RpcError('BAD_OPTION', `${folder.path} has a mix alone. Export that: --mix.`);
  return jobs;
}

/** The tracks to be exported: as recorded, or with clean voices. */
export function tracksFor(document: TakeDocument, voices: ExportRequest['voices']): TakeTrack[] {
  if (voices !== 'clean') return recordedTracks(document.tracks);
  const isClean = voicesOf(document.tracks).some((voice) => cleanTrackOf(document.tracks, voice));
  if (!isClean) throw new RpcError('BAD_OPTION', 'The voices of this recording have not been cleaned yet.');
  return withCleanVoices(document.tracks);
}

/** FLAC may take almost nothing; its room is found out by writing it. */
function leastBytesOf({ container, encoding, frames, channels }: ExportJob): number {
  const sampleBytes = { pcm16: 2, pcm24: 3, float32: 4 }[encoding];
  return container === 'wav' ? frames * channels * sampleBytes : 0;
}

/** Tracks, laid where synchronisation put them, after `startFrame`. */
export async function inputsOf(folder: TakeFolder, tracks: readonly TakeTrack[], startFrame: number) {
  requireNativeSound(folder);
  const inputs: ExportJob['inputs'] = [];
  for (const { file, offsetFrames } of tracks) {
    const path = regularPath(folder.path, file);
    inputs.push({ path, offsetFrames: offsetFrames - startFrame, gainDb: 0 });
  }
  return inputs;
}

/** Of a document that anybody may have written: what it calls a recording of years is not written out. */
export function refuseEndless({ name, sampleRate }: TakeDocument, frames: number): void {
  if (frames <= MOST_TAKE_SEC * sampleRate) return;
  throw new RpcError(
    'FILE_UNREADABLE',
    `The recording "${name}" says that it is ${Math.round(frames / sampleRate / 3600)} hours long, which no recording is.`,
  );
}

/** A take that has its end. */
export function requireFinished(folder: TakeFolder): void {
  if (folder.state === 'finished') return;
  const why = folder.state === 'recording' ? 'is being recorded' : 'was cut off and has not been repaired';
  throw new RpcError('BAD_OPTION', `${folder.path} ${why}. ${remedyOf(folder)}`);
}

function remedyOf({ path, state }: TakeFolder): string {
  return state === 'recording'
    ? 'Stop the recording first.'
    : `Repair it first: sounddesk takes repair ${path}`;
}

/** From the first sound of any track to the last: what is moved to before the start must not be cut off. */
function extentOf(tracks: readonly TakeTrack[]): { startFrame: number; frames: number } {
  const startFrame = Math.min(...tracks.map(({ offsetFrames }) => offsetFrames));
  const endFrame = Math.max(...tracks.map(({ offsetFrames, framesWritten }) => offsetFrames + framesWritten));
  return { startFrame, frames: endFrame - startFrame };
}

/** The recorded mix, with its faders; the sum of the channels where there is none, or where they were moved. */
export function tracksOfMix(tracks: readonly TakeTrack[]): TakeTrack[] {
  const channels = tracks.filter(({ kind }) => kind === 'channel');
  const mix = tracks.filter(({ kind }) => kind === 'mix');
  const wasMoved = channels.some(({ offsetFrames }) => offsetFrames !== (mix[0]?.offsetFrames ?? 0));
  return channels.length === 0 || (mix.length > 0 && !wasMoved) ? mix : channels;
}

async function refuseExisting(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw toFileError(path, error);
    },
  );
  if (isThere) throw new RpcError('FILE_UNWRITABLE', `${path} is there already. Use --force to replace it.`);
}
