import { stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { ExportedSound, takeExportSchema, TakeRange } from '../../../src-shared/contract/takeExport.ts';
import { MOST_TAKE_SEC, type TakeDocument, type TakeTrack } from '../../../src-shared/contract/takes.ts';
import { isEncodedFormat, type EncodedFormat } from '../../../src-shared/domain/soundExport.ts';
import {
  cleanTrackOf,
  recordedTracks,
  voicesOf,
  withCleanVoices,
} from '../../../src-shared/domain/takeVoices.ts';
import type { EngineService, TakeJob, TakeJobTask } from '../engine/index.ts';
import { regularPath, requireRoom, toFileError } from '../../../src-node/files/index.ts';
import { checkSound } from './encoded/check.ts';
import type { Cover } from './encoded/cover.ts';
import { encodeSound, writeInputs } from './encoded/encode.ts';
import { chaptersOf, metadataText } from './encoded/tags.ts';
import { requireNativeSound, type TakeFolder } from './folder.ts';
import { createParts, makeOutputFolder } from './parts.ts';
import { between, refuseAborted } from './task.ts';

export interface ExportRequest extends z.infer<typeof takeExportSchema> {
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
  const { document } = folder;
  const { container, trackIds, range } = request;
  requireFinished(folder);
  if (container === 'flac' && request.encoding === 'float32') {
    throw new RpcError('BAD_OPTION', 'FLAC holds no floating point. Choose wav, or 24 bit.');
  }
  const all = tracksFor(document, request.voices).filter((track) => track.framesWritten > 0);
  const tracks = wantedOf(document, all, trackIds);
  if (tracks.length === 0) throw new RpcError('FILE_EMPTY', `${folder.path} holds no sound to be exported.`);
  const whole = extentOf(all);
  refuseEndless(document, whole.frames);
  const { startFrame, frames } = range ? rangeIn(range, whole) : whole;
  const ending = range ? ` ${timeName(startFrame - whole.startFrame, frames, document.sampleRate)}` : '';
  const job = async (name: string, of: TakeTrack[], channels: 1 | 2): Promise<ExportJob> => ({
    kind: 'export',
    inputs: await inputsOf(folder, of, startFrame),
    outputPath: join(request.outputFolder, `${name}${ending}.${container}`),
    container: container === 'flac' ? 'flac' : 'wav',
    encoding: isEncodedFormat(container) ? 'float32' : request.encoding,
    startFrame,
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
  if (request.what !== 'stems') {
    const name = request.voices === 'clean' ? 'clean-mix' : 'mix';
    jobs.push(await job(name, mixedOf(all, tracks), 2));
  }
  if (jobs.length === 0)
    throw new RpcError('BAD_OPTION', `${folder.path} has a mix alone. Export that: --mix.`);
  return jobs;
}

/** The tracks to be exported: as recorded, or with clean voices. */
export function tracksFor(document: TakeDocument, voices: ExportRequest['voices']): TakeTrack[] {
  if (voices !== 'clean') return recordedTracks(document.tracks);
  const isClean = voicesOf(document.tracks).some((voice) => cleanTrackOf(document.tracks, voice));
  if (!isClean) throw failWith('BAD_OPTION', 'voicesNotCleaned');
  return withCleanVoices(document.tracks);
}

/** Those that are asked for: a clean voice by its own id, or by that of the recorded one. */
export function wantedOf(
  document: TakeDocument,
  all: readonly TakeTrack[],
  trackIds: readonly string[] | null,
): TakeTrack[] {
  return all.filter(
    ({ id: wantedId }) =>
      trackIds === null ||
      document.tracks.some(({ id, of }) => (id === wantedId || of === wantedId) && trackIds.includes(id)),
  );
}

/** What is mixed of the tracks that are wanted: the recorded mix has all of them in it. */
export function mixedOf(all: readonly TakeTrack[], wanted: readonly TakeTrack[]): TakeTrack[] {
  const isPartial = all.some((track) => track.kind === 'channel' && !wanted.includes(track));
  const channels = wanted.filter(({ kind }) => kind === 'channel');
  return tracksOfMix(isPartial && channels.length > 0 ? channels : [...wanted]);
}

/** The part of a range that the recording has. */
export function rangeIn({ fromFrame, frames }: TakeRange, whole: { startFrame: number; frames: number }) {
  const startFrame = Math.max(whole.startFrame, fromFrame);
  const endFrame = Math.min(whole.startFrame + whole.frames, fromFrame + frames);
  if (endFrame > startFrame) return { startFrame, frames: endFrame - startFrame };
  throw failWith('BAD_OPTION', 'selectionOutside');
}

/** Beside the whole: "0.05-1.30" is from 5 s to 1 min 30 s. */
export function timeName(fromFrame: number, frames: number, sampleRate: number): string {
  const text = (frame: number) => {
    const seconds = Math.round(frame / sampleRate);
    return `${Math.floor(seconds / 60)}.${String(seconds % 60).padStart(2, '0')}`;
  };
  return `${text(fromFrame)}-${text(fromFrame + frames)}`;
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
