import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { CleanedExport } from '../../../src-shared/contract/openFolders.ts';
import { cleanedName, MAX_CLEAN_FILE_BYTES } from '../../../src-shared/domain/fileCleaning.ts';
import {
  lookAt,
  moveDurably,
  openInside,
  requireRoom,
  toFileError,
  writeUpload,
} from '../../../src-node/files/index.ts';
import { cleanInto, endingOf, inWordsOf, type CleanService, type Work } from '../clean/index.ts';

/** Beyond, a name is not found by counting. */
const MOST_NUMBER = 1000;

export interface CleanedOptions {
  clean: CleanService['clean'];
  /** Where results go; made with the first. */
  exportsDir: string;
  /** For copies while they are worked on, alone: what is in it at the start is removed. */
  workDir: string;
  createId: () => string;
}

/** Cleans a copy of a file, which was opened where nothing can be laid in its place, into the exports. */
export async function cleanIntoExports(
  { clean, exportsDir, workDir, createId }: CleanedOptions,
  { root, path }: { root: string; path: string },
  wanted: Work,
  task: { signal: AbortSignal; onDone: (done: number) => void },
): Promise<CleanedExport> {
  const name = path.split('/').at(-1) ?? path;
  const folder = join(workDir, createId());
  const inputPath = join(folder, `input${endingOf(name)}`);
  const resultName = cleanedName(name, wanted.container);
  const resultPath = join(folder, `result${extname(resultName)}`);
  try {
    await copyInto(inputPath, { root, path, name }, task.signal);
    const result = await cleanInto(clean, { name, inputPath, resultPath }, wanted, {
      signal: task.signal,
      onProgress: ({ framesDone, framesTotal }) => {
        if (framesTotal) task.onDone(Math.min(1, framesDone / framesTotal));
      },
    });
    await mkdir(exportsDir, { recursive: true, mode: 0o700 });
    return { ...result, name: await moveFree(resultPath, exportsDir, resultName) };
  } catch (error) {
    throw inWordsOf(name, [inputPath, resultPath, join(root, path), root], toFileError(name, error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyInto(
  inputPath: string,
  { root, path, name }: { root: string; path: string; name: string },
  signal: AbortSignal,
): Promise<void> {
  const file = await openInside(root, path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name } });
    if (size > MAX_CLEAN_FILE_BYTES)
      throw failWith('FILE_BEYOND_LIMITS', 'openFileTooLarge', { values: { name } });
    await mkdir(join(inputPath, '..'), { recursive: true, mode: 0o700 });
    // The copy, its sound, and its result.
    await requireRoom(inputPath, 3 * size);
    await writeUpload(inputPath, name, size, bytesOf(file, size, signal));
  } catch (error) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled', { cause: error });
    throw toFileError(name, error);
  } finally {
    await file.close();
  }
}

async function* bytesOf(file: FileHandle, size: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  for await (const bytes of file.createReadStream({ autoClose: false, end: size - 1 })) {
    signal.throwIfAborted();
    yield bytes as Uint8Array;
  }
}

/** Under a name that is free: nothing is replaced. */
async function moveFree(from: string, dir: string, name: string): Promise<string> {
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  for (let number = 1; number <= MOST_NUMBER; number += 1) {
    const free = number === 1 ? name : `${stem} (${number})${ending}`;
    if (!(await isReserved(join(dir, free)))) continue;
    await moveDurably(from, join(dir, free));
    return free;
  }
  throw failWith('FILE_UNWRITABLE', 'openFileNames', { values: { name } });
}

/** False where the name is taken, also at this moment. */
async function isReserved(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** By name; without parts that are being written. */
export async function listCleaned(dir: string) {
  const names = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    names
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(async ({ name }) => {
        const found = await lookAt(join(dir, name));
        return found ? [{ name, sizeBytes: found.size, changedAtMs: found.mtimeMs }] : [];
      }),
  );
  return files.flat().toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
