import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { CleanResult, EngineService } from '../engine/index.ts';
import { moveDurably } from '../../../src-node/files/index.ts';
import { checkInput, checkOutput, toOutputError } from './checks.ts';
import { temporaryPath } from './naming.ts';
import type { CleanRequest, CleanService, CleanTask } from './request.ts';
import { refuseCutShort } from './truncation.ts';
import { writeCleaned } from './writing.ts';

export { describeSystemError } from './checks.ts';
export { createFileCleaning } from './fileCleaning.ts';
export { chainOf, cleanInto, createLooseFiles, endingOf, inWordsOf, type Work } from './looseFiles.ts';
export { LOCAL_FILES_ONLY } from './decoder.ts';
export { RECORDING_FORMATS } from './recordingFormats.ts';
export type { CleanService } from './request.ts';
export { openWav, readWav, rewriteWav, type WavFile } from './wavFile.ts';
export { planOutputs, planRemoved, WRITABLE_ENDINGS, type PlannedFile } from './naming.ts';

export interface CleanServiceOptions {
  engine: Pick<EngineService, 'clean'>;
  createId: () => string;
}

interface Part {
  /** As the user wrote it, and the real path. */
  named: string;
  path: string;
  partPath: string;
}

/** Takes the noise out of files. */
export function createCleanService({ engine, createId }: CleanServiceOptions): CleanService {
  const unfinished = new Set<string>();
  const remove = (path: string) => {
    rmSync(path, { force: true });
    unfinished.delete(path);
  };

  /** A file that is written under another name, and moved to its own when it is whole. */
  async function planPart({ inputPath, force }: CleanRequest, named: string): Promise<Part> {
    const path = await checkOutput(inputPath, named, force);
    const partPath = temporaryPath(path, createId());
    unfinished.add(partPath);
    return { named, path, partPath };
  }

  async function clean(request: CleanRequest, task: CleanTask): Promise<CleanResult> {
    await checkInput(request.inputPath);
    await refuseCutShort(request.inputPath);
    const parts: Part[] = [];
    try {
      const output = await planPart(request, request.outputPath);
      parts.push(output);
      const removed = request.removedPath ? await planPart(request, request.removedPath) : null;
      if (removed) parts.push(removed);
      throwIfAborted(task.signal);
      const to = { partPath: output.partPath, removedPart: removed?.partPath ?? null };
      const result = await writeCleaned({ engine, unfinished, remove }, request, to, task);
      throwIfAborted(task.signal);
      for (const part of parts) {
        await publish(request, part);
        unfinished.delete(part.partPath);
      }
      return result;
    } catch (error) {
      throw inUsersNames(error, [
        ...parts.map(({ partPath, named }) => [partPath, named] as const),
        [resolve(request.inputPath), request.inputPath],
      ]);
    } finally {
      for (const { partPath } of parts) if (unfinished.has(partPath)) remove(partPath);
    }
  }

  return { clean, removeUnfinished: () => [...unfinished].forEach(remove) };
}

async function publish({ force, inputPath }: CleanRequest, { named, path, partPath }: Part): Promise<void> {
  // Something may have been put there meanwhile.
  await checkOutput(inputPath, named, force);
  try {
    await moveDurably(partPath, path);
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
