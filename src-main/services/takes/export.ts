import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { ExportedSound, SoundExportRequest } from '../../../src-shared/contract/takeExport.ts';
import type { TakeTrack } from '../../../src-shared/contract/takes.ts';
import type { Cover } from '../../../src-shared/domain/cover.ts';
import { isEncodedFormat, type EncodedFormat } from '../../../src-shared/domain/soundExport.ts';
import { chaptersOf, planSoundExport } from '../../../src-shared/handlers/soundExport.ts';
import type { EngineService, TakeJob, TakeJobTask } from '../engine/index.ts';
import { regularPath, requireRoom, toFileError } from '../../../src-node/files/index.ts';
import { checkSound } from './encoded/check.ts';
import { encodeSound, writeInputs } from './encoded/encode.ts';
import { metadataText } from './encoded/tags.ts';
import { requireNativeSound, type TakeFolder } from './folder.ts';
import { createParts, makeOutputFolder } from './parts.ts';
import { between, refuseAborted } from './task.ts';

export interface ExportRequest extends SoundExportRequest {
  /** Written where `hasCover` says so. */
  cover?: Cover | null;
  /** Made where it is not there. */
  outputFolder: string;
  /** Whether files that are there are replaced. */
  force: boolean;
}

export interface ExportService {
  /**
   * Writes stems, a mix or both, laid where synchronisation put them, all of one length. Each appears under its
   * name when it was decoded and found whole.
   */
  exportTake(folder: TakeFolder, request: ExportRequest, task: TakeJobTask): Promise<ExportedSound[]>;
  /** Removes at once what unfinished work has left: for a process that must end now. */
  removeUnfinished(): void;
}

/** Parts of the whole that laying, and encoding, take. */
const LAID_PART = 0.7;
const LAID_TO_ENCODE_PART = 0.3;
const ENCODED_PART = 0.7;

type Engine = Pick<EngineService, 'runTakeJob'>;

export function createExportService(engine: Engine, createId: () => string): ExportService {
  const parts = createParts(createId);
  const writeFile = createFileWriter(engine, parts);

  async function exportTake(folder: TakeFolder, request: ExportRequest, task: TakeJobTask) {
    const plan = await planExport(folder, request);
    makeOutputFolder(request.outputFolder);
    for (const { outputPath } of plan) if (!request.force) await refuseExisting(outputPath);
    const files: ExportedSound[] = [];
    await requireRoom(
      request.outputFolder,
      plan.reduce((sum, job) => sum + leastBytesOf(job), 0),
    );
    for (const [index, job] of plan.entries()) {
      const part = await parts.make(job.outputPath);
      try {
        const own = between(task, index / plan.length, (index + 1) / plan.length);
        const figures = await writeFile(folder, request, { job, part }, own);
        refuseAborted(task.signal);
        if (!request.force) await refuseExisting(job.outputPath);
        const { size: sizeBytes } = await stat(part);
        await parts.finish(part, job.outputPath);
        files.push({ path: job.outputPath, name: basename(job.outputPath), sizeBytes, ...figures });
      } finally {
        parts.drop(part);
      }
    }
    return files;
  }

  return { exportTake, removeUnfinished: () => parts.dropAll() };
}

/** One file of an export, decoded when it is written. */
function createFileWriter(engine: Engine, parts: ReturnType<typeof createParts>) {
  async function writeFile(
    folder: TakeFolder,
    request: ExportRequest,
    { job, part }: { job: ExportJob; part: string },
    task: TakeJobTask,
  ): Promise<Figures> {
    const { container } = request;
    if (isEncodedFormat(container))
      return await writeEncoded(folder, { ...request, container }, { job, part }, task);
    const { clippedSamples } = await engine.runTakeJob(
      { ...job, outputPath: part },
      between(task, 0, LAID_PART),
    );
    const inspect = { kind: 'inspect', path: part, mostFrames: job.frames } as const;
    const found = await engine.runTakeJob(inspect, between(task, LAID_PART, 1));
    const { integratedLufs, truePeakDb } = found;
    return { seconds: found.frames / job.sampleRate, integratedLufs, truePeakDb, clippedSamples };
  }

  async function writeEncoded(
    { document }: TakeFolder,
    request: ExportRequest & { container: EncodedFormat },
    { job, part }: { job: ExportJob; part: string },
    task: TakeJobTask,
  ): Promise<Figures> {
    const { container: format, kbps, tags } = request;
    const { outputPath, channels, sampleRate } = job;
    const durationSec = job.frames / sampleRate;
    const cover = request.hasCover ? (request.cover ?? null) : null;
    const temporary: string[] = [];
    const make = async (ending: string) => {
      const path = await parts.make(`${outputPath}.${ending}`);
      temporary.push(path);
      return path;
    };
    try {
      const files = {
        sound: await make('wav'),
        metadata: await make('tags'),
        cover: cover && { path: await make('cover'), type: cover.type },
        output: part,
      };
      const chapters = request.hasChapters ? chaptersOf(document, job) : [];
      const metadata = metadataText(format, { tags, chapters, cover, durationSec });
      await writeInputs(files, { metadata, cover: cover?.bytes ?? null });
      const laid = { ...job, outputPath: files.sound, container: 'wav', encoding: 'float32' } as const;
      const { clippedSamples, integratedLufs: laidLufs } = await engine.runTakeJob(
        laid,
        between(task, 0, LAID_TO_ENCODE_PART),
      );
      refuseAborted(task.signal);
      const encode = { format, kbps, channels, sampleRate, durationSec, outputPath };
      await encodeSound(files, encode, between(task, LAID_TO_ENCODE_PART, ENCODED_PART));
      const checked = await checkSound(part, { durationSec, laidLufs }, between(task, ENCODED_PART, 1));
      return { ...checked, clippedSamples };
    } finally {
      temporary.forEach((path) => parts.drop(path));
    }
  }

  return writeFile;
}

type Figures = Omit<ExportedSound, 'path' | 'name' | 'sizeBytes'>;
/** `startFrame`: the moment of the take where the file begins. */
type ExportJob = Extract<TakeJob, { kind: 'export' }> & { startFrame: number };

async function planExport(folder: TakeFolder, request: ExportRequest): Promise<ExportJob[]> {
  const { container, outputFolder } = request;
  requireFinished(folder);
  const { document } = folder;
  const jobs: ExportJob[] = [];
  for (const { name, tracks, startFrame, frames, channels } of planSoundExport(
    document,
    request,
    folder.path,
  )) {
    jobs.push({
      kind: 'export',
      inputs: await inputsOf(folder, tracks, startFrame),
      outputPath: join(outputFolder, `${name}.${container}`),
      container: container === 'flac' ? 'flac' : 'wav',
      encoding: isEncodedFormat(container) ? 'float32' : request.encoding,
      startFrame,
      frames,
      channels,
      sampleRate: document.sampleRate,
      targetLufs: request.targetLufs,
    });
  }
  return jobs;
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

/** A take that has its end. */
export function requireFinished(folder: TakeFolder): void {
  if (folder.state === 'finished') return;
  const values = { path: folder.path };
  if (folder.state === 'recording') throw failWith('BAD_OPTION', 'pathIsRecorded', { values });
  throw failWith('BAD_OPTION', 'pathUnrepaired', { values });
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
