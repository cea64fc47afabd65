import { constants, type Stats } from 'node:fs';
import { access, lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';

/** The software that native/take/file_sink.cpp names in its results. */
const SIGNATURE = 'SoundDesk';
const SIGNATURE_SEARCH_BYTES = 64 * 1024;

/** Refuses what is certainly no recording, with a sentence for each case. */
export async function checkInput(path: string): Promise<void> {
  const stats = await stat(path).catch((error: unknown) => {
    throw toInputError(path, error);
  });
  if (stats.isDirectory()) {
    throw failWith('FILE_UNREADABLE', 'inputIsFolder', { values: { path } });
  }
  if (!stats.isFile()) throw failWith('FILE_UNREADABLE', 'notAFile', { values: { path } });
  if (stats.size === 0) throw failWith('FILE_EMPTY', 'pathEmpty', { values: { path } });
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw toInputError(path, error);
  });
}

function toInputError(path: string, error: unknown): RpcError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return failWith('FILE_NOT_FOUND', 'noFile', { values: { path }, cause: error });
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return failWith('FILE_UNREADABLE', 'mayNotRead', { values: { path }, cause: error });
  }
  return failWith('FILE_UNREADABLE', 'cannotRead', {
    values: { path, reason: describeSystemError(error) },
    cause: error,
  });
}

/**
 * The real path to write to. What is there already is only replaced when `force` says so, or when it is
 * empty or an earlier result of ours; never the input.
 */
export async function checkOutput(inputPath: string, outputPath: string, force: boolean): Promise<string> {
  const existing = await statIfThere(outputPath);
  if (!existing) {
    if (await isLink(outputPath)) {
      throw failWith('FILE_UNWRITABLE', 'outputLinkBroken', { values: { path: outputPath } });
    }
    await checkFolder(dirname(resolve(outputPath)), outputPath);
    return resolve(outputPath);
  }
  const input = await stat(inputPath);
  // By number too: the same file may have two names.
  if (existing.dev === input.dev && existing.ino === input.ino) {
    throw failWith('BAD_OPTION', 'outputIsInput', { values: { path: outputPath } });
  }
  if (!existing.isFile()) throw failWith('FILE_UNWRITABLE', 'outputNoFile', { values: { path: outputPath } });
  if (!force && existing.size > 0 && !(await isOurResult(outputPath))) {
    throw new RpcError('FILE_UNWRITABLE', `${outputPath} is there already. Use --force to replace it.`);
  }
  // A link continues to point to the file that is replaced.
  const realOutput = await realpath(outputPath);
  await checkFolder(dirname(realOutput), outputPath);
  return realOutput;
}

/** Whether the file says that SoundDesk wrote it: every kind that can hold a text names its software near the start. */
async function isOurResult(path: string): Promise<boolean> {
  const file = await open(path).catch((error: unknown) => {
    throw toOutputError(path, error);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_SEARCH_BYTES));
    return buffer.subarray(0, bytesRead).includes(SIGNATURE);
  } finally {
    await file.close();
  }
}

/** Null where there is no such file; what else keeps it from being looked at is an error already. */
async function statIfThere(outputPath: string): Promise<Stats | null> {
  try {
    return await stat(outputPath);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw toOutputError(outputPath, error);
  }
}

/** Of a path that `statIfThere` does not find: a link that leads nowhere is still a link. */
async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false; // Not there either, as `statIfThere` said.
  }
}

async function checkFolder(folder: string, outputPath: string): Promise<void> {
  const stats = await statIfThere(folder);
  if (!stats) {
    throw failWith('FILE_UNWRITABLE', 'outputFolderGone', { values: { path: outputPath } });
  }
  if (!stats.isDirectory()) throw failWith('FILE_UNWRITABLE', 'notAFolder', { values: { folder } });
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw failWith('FILE_UNWRITABLE', 'outputFolderForbidden', {
      values: { path: outputPath },
      cause: error,
    });
  });
}

/** A failed rename or the like, as the user reads it. */
export function toOutputError(outputPath: string, error: unknown): RpcError {
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
  return isFull
    ? failWith('DISK_FULL', 'diskFull', { values: { path: outputPath }, cause: error })
    : failWith('FILE_UNWRITABLE', 'cannotWrite', {
        values: { path: outputPath, reason: describeSystemError(error) },
        cause: error,
      });
}

/** What the system says of a failure, without its call and path, which the sentence around it names. */
export function describeSystemError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z0-9]+: /, '').replace(/, [a-z]+(?: '[^']*'(?: -> '[^']*')?)?$/s, '');
}
