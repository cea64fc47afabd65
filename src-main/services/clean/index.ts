import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { CleanOptions, CleanResult, EngineService } from '../engine/index.ts';
import { moveDurably } from '../../../src-node/files/index.ts';
import { checkInput, checkOutput, toOutputError } from './checks.ts';
import { findDecoder } from './decoder.ts';
import { temporaryPath } from './naming.ts';
import type { CleanRequest, CleanService, CleanTask, SoundRequest } from './request.ts';
import { refuseCutShort } from './truncation.ts';
import { isVideoContainer, replaceSound } from './video.ts';

export { describeSystemError } from './checks.ts';
export { createFileCleaning } from './fileCleaning.ts';
export { chainOf, cleanInto, createLooseFiles, endingOf, inWordsOf, type Work } from './looseFiles.ts';
export { LOCAL_FILES_ONLY } from './decoder.ts';
export { RECORDING_FORMATS } from './recordingFormats.ts';
export type { CleanService } from './request.ts';
export { openWav, readWav, rewriteWav, type WavFile } from './wavFile.ts';
export { planOutputs, WRITABLE_ENDINGS, type PlannedFile } from './naming.ts';

/** How much less than the file's own header says may be rounding of its kind; more is a cut. */
const MISSING_TOLERANCE_SEC = 0.25;

export interface CleanServiceOptions {
  engine: Pick<EngineService, 'clean'>;
  createId: () => string;
}

/** Takes the noise out of files. */
export function createCleanService({ engine, createId }: CleanServiceOptions): CleanService {
  const unfinished = new Set<string>();
  const remove = (path: string) => {
    rmSync(path, { force: true });
    unfinished.delete(path);
  };

  async function clean(request: CleanRequest, task: CleanTask): Promise<CleanResult> {
    await checkInput(request.inputPath);
    await refuseCutShort(request.inputPath);
    const outputPath = await checkOutput(request.inputPath, request.outputPath, request.force);
    const partPath = temporaryPath(outputPath, createId());
    unfinished.add(partPath);
    try {
      throwIfAborted(task.signal);
      const result = await write(request, partPath, task);
      throwIfAborted(task.signal);
      await publish(request, partPath, outputPath);
      unfinished.delete(partPath);
      return result;
    } catch (error) {
      throw inUsersNames(error, [
        [partPath, request.outputPath],
        [resolve(request.inputPath), request.inputPath],
      ]);
    } finally {
      if (unfinished.has(partPath)) remove(partPath);
    }
  }

  /** Of a kind that holds video, the sound is cleaned into a file of its own first. */
  async function write(request: CleanRequest, partPath: string, task: CleanTask): Promise<CleanResult> {
    const { container } = request;
    if (!isVideoContainer(container)) {
      return await decodeAndClean(engine, { ...request, container }, partPath, task);
    }
    const soundPath = `${partPath}.wav`;
    unfinished.add(soundPath);
    try {
      const result = await decodeAndClean(engine, { ...request, container: 'wav' }, soundPath, task);
      const files = { videoPath: request.inputPath, soundPath, outputPath: partPath };
      await replaceSound({ ...files, container }, task.signal);
      return result;
    } finally {
      remove(soundPath);
    }
  }

  return { clean, removeUnfinished: () => [...unfinished].forEach(remove) };
}

/** By libsndfile, which keeps every bit; where that does not know the kind of file, by FFmpeg. */
async function decodeAndClean(
  engine: Pick<EngineService, 'clean'>,
  request: SoundRequest,
  partPath: string,
  task: CleanTask,
): Promise<CleanResult> {
  const run = (input: CleanOptions['input']) =>
    engine.clean(
      {
        input,
        outputPath: partPath,
        container: request.container,
        encoding: 'same',
        denoise: request.denoise,
        isSequential: request.isSequential ?? false,
        mastering: request.mastering,
        plugin: request.plugin ?? null,
      },
      task,
    );
  try {
    return await run({ kind: 'file', path: resolve(request.inputPath) });
  } catch (error) {
    if (!isUnknownKind(error)) throw error;
  }
  const decoder = await findDecoder(request.inputPath, task.signal);
  const result = await run(decoder).catch((error: unknown) => {
    throw namingFile(request.inputPath, error);
  });
  const missingSec = ((decoder.framesExpected ?? 0) - result.frames) / decoder.sampleRate;
  if (missingSec > MISSING_TOLERANCE_SEC) {
    throw failWith('FILE_UNREADABLE', 'cutShortSeconds', {
      values: { path: request.inputPath, seconds: missingSec.toFixed(1) },
    });
  }
  return result;
}

/** What FFmpeg warns about does not say of which file. */
function namingFile(path: string, error: unknown): unknown {
  if (!(error instanceof RpcError) || error.code !== 'FILE_UNREADABLE' || error.message.includes(path))
    return error;
  return failWith(error.code, 'undecodable', { values: { path, reason: error.message }, cause: error });
}

/** A file that is known and damaged must not get a second chance with a laxer reader: it is `FILE_UNREADABLE`. */
function isUnknownKind(error: unknown): boolean {
  return error instanceof RpcError && error.code === 'FORMAT_UNSUPPORTED';
}

async function publish(
  { force, inputPath, outputPath: named }: CleanRequest,
  part: string,
  to: string,
): Promise<void> {
  // Something may have been put there meanwhile.
  await checkOutput(inputPath, named, force);
  try {
    await moveDurably(part, to);
  } catch (error) {
    throw toOutputError(named, error);
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
}

/** The user knows the files by the names that were given, not by those they are read and written under. */
function inUsersNames(error: unknown, names: readonly (readonly [ours: string, users: string])[]): unknown {
  if (!(error instanceof RpcError)) return error;
  const message = names.reduce((text, [ours, users]) => text.replaceAll(ours, users), error.message);
  return message === error.message ? error : new RpcError(error.code, message, { cause: error });
}
