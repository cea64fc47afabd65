import { rmdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { TakePlace } from '../engine/index.ts';
import { makeFolderDurably } from '../../../src-node/files/index.ts';
import { nameByTime } from '../../../src-shared/domain/time.ts';

/** Longest part of a take's name that its folder carries: whole paths are limited on some systems. */
const MAX_NAME_LENGTH = 80;

/**
 * Makes an empty folder for a take in `takesDir`: `2026-11-21 04.17.03 Name`, in the machine's time zone, so that
 * folders sort by time; a second one of the same second gets a number. Without a name the time is the name.
 */
export function makeTakeFolder(takesDir: string, name: string | null, nowMs: number): TakePlace {
  const time = nameByTime(new Date(nowMs));
  const readable = name === null ? '' : inFileName(name);
  const base = readable === '' ? time : `${time} ${readable}`;
  makeDir(takesDir, true);
  return { folder: makeFree(takesDir, base, 1), name: name ?? time };
}

/**
 * Where a recording continues: under the name of the take that was cut with the next number, "Show (2)", in a folder
 * that carries the first one's time and name, so that the parts stand one below the other.
 */
export function makeContinuation({ folder, name }: TakePlace): TakePlace {
  const { base, number } = numbered(name);
  const next = number + 1;
  return {
    folder: makeFree(dirname(folder), numbered(basename(folder)).base, next),
    name: `${base} (${next})`,
  };
}

const numbered = (name: string) => {
  const [, base = name, number = '1'] = /^(.*) \((\d{1,4})\)$/.exec(name) ?? [];
  return { base, number: Number(number) };
};

/** The folder of this name, or of the next number that is free. */
function makeFree(dir: string, base: string, from: number): string {
  for (let number = from; ; number += 1) {
    const folder = join(dir, number === 1 ? base : `${base} (${number})`);
    if (makeDir(folder, false)) return folder;
  }
}

/** Takes the folder away again where nothing came into it. */
export function removeUnused({ folder }: TakePlace): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // Something is in it after all, or it has gone already: then it is not ours to remove.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
  }
}

/** Whether the folder was made; false where there is one of that name. */
function makeDir(path: string, isRecursive: boolean): boolean {
  try {
    makeFolderDurably(path, { recursive: isRecursive });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && !isRecursive) return false;
    throw failWith(
      ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '') ? 'DISK_FULL' : 'FILE_UNWRITABLE',
      'takeFolderNotMade',
      { values: { path, reason: message }, retryable: true, cause: error },
    );
  }
}

/** What no system takes in a name, and what would lead elsewhere, becomes a dash. */
function inFileName(name: string): string {
  return name
    .replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, '-')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^[. ]+|[. ]+$/g, '');
}
