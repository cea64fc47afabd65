import { createHash } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm, rmdir, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  KEPT_IN_BIN_MS,
  type DeletedTake,
  type TakeSummary,
  type UnreadableInBin,
} from '../../../src-shared/contract/takes.ts';
import { lookAt, syncFolder, toFileError } from '../../../src-node/files/index.ts';
import { DOCUMENT_NAME } from '../../../src-shared/domain/takeFiles.ts';
import { findFreeId, isTake, listIds, summariseTake } from './list.ts';

/** Bins of one library. A second one keeps what has the same name as something in the first. */
const BIN_PATTERN = /^\.sounddesk-bin(-[1-9]\d{0,3})?$/;
const binName = (count: number) => (count === 1 ? '.sounddesk-bin' : `.sounddesk-bin-${count}`);
const MOST_BINS = 9999;
/** Says that a folder of that name is a bin of ours: without it, it is somebody else's. */
const MARKER_NAME = 'sounddesk-bin.txt';
const MARKER_TEXT =
  'This is the bin of SoundDesk. Each folder in here is a recording that was deleted; "Empty bin" removes them for good.\n';
/** Where earlier versions put deleted takes. It may be anybody's: its takes alone are ours. */
const EARLIER_BIN = '.bin';
/** A take that was deleted while the disk had no room for a bin: in its old place, out of sight. */
const BESIDE_PATTERN = /^\.sounddesk-deleted(?:-[1-9]\d{0,3})? (.+)$/;

export interface BinEntry {
  take: DeletedTake;
  folder: string;
}

export interface BinContents {
  /** The latest first. */
  entries: BinEntry[];
  /** It is unknown whether these are takes, so nothing may remove them. */
  unreadable: UnreadableInBin[];
}

/** Everything that was deleted from a library. Links are never followed. */
export async function readBin(library: string): Promise<BinContents> {
  const entries: BinEntry[] = [];
  const unreadable: UnreadableInBin[] = [];
  const look = async (path: string, work: () => Promise<void>) => {
    await work().catch((error: unknown) => {
      if (!(error instanceof RpcError) || error.code !== 'FILE_UNREADABLE') throw error;
      unreadable.push(toUnreadable(path, error));
    });
  };
  const addTake = (id: string, folder: string) =>
    look(folder, async () => {
      const entry = await describeEntry(id, folder);
      if (entry) entries.push(entry);
    });
  for (const name of await namesIn(library)) {
    const path = join(library, name);
    const [, id] = BESIDE_PATTERN.exec(name) ?? [];
    if (id !== undefined) await addTake(id, path);
    else
      await look(path, async () => {
        if (await holdsDeletedTakes(path))
          for (const id of await listIds(path)) await addTake(id, join(path, id));
      });
  }
  entries.sort((one, other) => other.take.deletedAtMs - one.take.deletedAtMs);
  return { entries, unreadable };
}

async function holdsDeletedTakes(path: string): Promise<boolean> {
  const name = basename(path);
  return BIN_PATTERN.test(name) ? isOurBin(path) : name === EARLIER_BIN && isRealFolder(path);
}

function toUnreadable(path: string, { message, cause }: RpcError): UnreadableInBin {
  const { code = null } = (cause ?? {}) as NodeJS.ErrnoException;
  return { path, code, problem: message };
}

async function describeEntry(id: string, folder: string): Promise<BinEntry | null> {
  if (!(await isTake(folder))) return null;
  const [summary, stats] = [await summariseTake(folder), await lookAt(folder)];
  if (!summary || !stats) return null;
  const deletedAtMs = Math.round(stats.mtimeMs);
  const key = createHash('sha256').update(folder).digest('base64url').slice(0, 22);
  return { folder, take: { ...summary, id, key, deletedAtMs, keptUntilMs: deletedAtMs + KEPT_IN_BIN_MS } };
}

/** Moves a take of a library into its bin, beside whatever is there. */
export async function moveIntoBin(library: string, id: string): Promise<void> {
  const folder = join(library, id);
  try {
    // The folder's own time says when it was deleted. Before it moves: a take that is in the bin has its days, whatever happens.
    const now = new Date();
    await utimes(folder, now, now);
    await moveFolder(folder, await findPlace(library, id));
  } catch (error) {
    throw toFileError(folder, error);
  }
}

/** So that it is in one of the two places after a power cut, and in the new one when this has ended. */
async function moveFolder(from: string, to: string): Promise<void> {
  await rename(from, to);
  // The new place first; a bin that was just made has a name of its own to be kept.
  for (const path of [dirname(to), dirname(dirname(to)), dirname(from)]) syncFolder(path);
}

/** Where nothing is yet: in the first bin without this name, else, on a full disk, beside the takes. */
async function findPlace(library: string, id: string): Promise<string> {
  try {
    for (let count = 1; count <= MOST_BINS; count += 1) {
      const bin = join(library, binName(count));
      if ((await prepareBin(bin)) && (await isFree(join(bin, id)))) return join(bin, id);
    }
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  for (let count = 1; count <= MOST_BINS; count += 1) {
    const place = join(library, `.sounddesk-deleted${count === 1 ? '' : `-${count}`} ${id}`);
    if (await isFree(place)) return place;
  }
  throw failWith('FILE_UNWRITABLE', 'binFull', { values: { library } });
}

/** Whether it is a bin of ours, now: one is made where nothing is, or an empty folder without its marker. */
async function prepareBin(bin: string): Promise<boolean> {
  if (await isOurBin(bin)) return true;
  await mkdir(bin, { mode: 0o700 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  if (!(await isRealFolder(bin)) || (await readdir(bin)).length > 0) return await isOurBin(bin);
  const marker = await open(join(bin, MARKER_NAME), 'wx', 0o600);
  try {
    await marker.writeFile(MARKER_TEXT);
  } catch (error) {
    // Its name is what counts, the text is for people.
    if (!isFull(error)) throw error;
  } finally {
    await marker.close();
  }
  return true;
}

/** Moves a deleted take back; under another name where its own is taken. Answers its folder. */
export async function moveOutOfBin(
  library: string,
  { take, folder }: BinEntry,
  isTaken: (id: string) => Promise<boolean>,
): Promise<string> {
  for (;;) {
    const target = join(library, await findFreeId(take.id, isTaken));
    try {
      await moveFolder(folder, target);
      await tidy(folder);
      return target;
    } catch (error) {
      // Something took the name meanwhile.
      const isBeaten = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(
        (error as NodeJS.ErrnoException).code ?? '',
      );
      if (!isBeaten || (await isFree(target))) throw toFileError(folder, error);
    }
  }
}

/** Whether every file of a take can be opened: a disk that gives one no more today may give it tomorrow. */
export async function canBeRead(folder: string): Promise<boolean> {
  try {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if ((await lookAt(path))?.isFile()) await (await open(path, 'r')).close();
    }
    return true;
  } catch {
    return false;
  }
}

/** Removes deleted takes for good; continues after one that cannot be, and throws then. Answers how many went. */
export async function removeForGood(entries: readonly BinEntry[]): Promise<number> {
  const failures: RpcError[] = [];
  for (const { folder } of entries) {
    await removeTake(folder).catch((error: unknown) => failures.push(toFileError(folder, error)));
  }
  const [first] = failures;
  if (first) throw first;
  return entries.length;
}

/** What makes it a take goes last: cut off in between, it is in the list as before. */
async function removeTake(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== DOCUMENT_NAME) await rm(join(folder, name), { recursive: true, force: true });
  }
  await rm(join(folder, DOCUMENT_NAME), { force: true });
  await rmdir(folder);
  await tidy(folder);
}

/** A second bin that is empty has no use. */
async function tidy(folder: string): Promise<void> {
  const bin = dirname(folder);
  if (!BIN_PATTERN.test(basename(bin)) || basename(bin) === binName(1)) return;
  const names = await namesIn(bin);
  if (names.length !== 1 || names[0] !== MARKER_NAME) return;
  await rm(join(bin, MARKER_NAME), { force: true });
  // Something may have come into it meanwhile.
  await rmdir(bin).catch(() => undefined);
}

async function isOurBin(path: string): Promise<boolean> {
  if (!(await isRealFolder(path))) return false;
  return (await lookAt(join(path, MARKER_NAME)))?.isFile() ?? false;
}

async function isRealFolder(path: string): Promise<boolean> {
  return (await lookAt(path))?.isDirectory() ?? false;
}

/** Nothing is there, not even a link that leads nowhere. */
async function isFree(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

async function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw failWith('FILE_UNREADABLE', 'cannotRead', {
      values: { path, reason: (error as Error).message },
      cause: error,
    });
  });
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** A summary as the list of deleted takes is asked for: see `TakeLibrary.restore`. */
export function pickEntry<T extends { take: DeletedTake }>(
  entries: readonly T[],
  id: TakeSummary['id'],
  key: string | undefined,
): T | undefined {
  return entries.find(({ take }) => take.id === id && (key === undefined || take.key === key));
}
