import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { pickEntry } from './bin.ts';
import { DOCUMENT_NAME } from '../../../src-shared/domain/takeFiles.ts';
import { notInBin, openTakeLibrary, type TakeLibrary } from './library.ts';

/**
 * Several folders of takes as one library: the first of `paths` is where new ones go. A take that is in two folders,
 * since it was copied by hand, is the one of the first.
 */
export function joinTakeLibraries(paths: () => readonly string[]): TakeLibrary {
  // A name that is taken in any of them would hide, or be hidden.
  const isTaken = (id: string) => Promise.resolve(paths().some((path) => existsSync(join(path, id))));
  const libraries = () => paths().map((path) => openTakeLibrary(path, isTaken));
  const current = () => openTakeLibrary(paths()[0] ?? '');
  /** A folder of the same name that holds no take is somebody else's. */
  const owner = (id: string) =>
    libraries().find((library) => hasDocument(library.folderOf(id))) ??
    libraries().find((library) => existsSync(library.folderOf(id))) ??
    current();
  /** Continues where one fails, as a disk does that is unplugged meanwhile, and throws then. */
  const inAll = async <T>(work: (library: TakeLibrary) => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    let failure: { error: unknown } | null = null;
    for (const library of libraries()) {
      await work(library).then(
        (result) => results.push(result),
        (error: unknown) => (failure ??= { error }),
      );
    }
    const failed = failure as { error: unknown } | null;
    if (failed) throw failed.error;
    return results;
  };

  return {
    get path() {
      return current().path;
    },
    folderOf: (id) => owner(id).folderOf(id),
    list: async () => newestFirst(eachOnce((await inAll((library) => library.list())).flat())),
    read: (id) => owner(id).read(id),
    rename: (id, name) => owner(id).rename(id, name),
    writeLabels: (id, labels) => owner(id).writeLabels(id, labels),
    writeMarkers: (id, markers) => owner(id).writeMarkers(id, markers),
    async remove(id) {
      const folder = owner(id).folderOf(id);
      const inside = paths().find((path) => liesIn(path, folder));
      if (inside !== undefined) throw failWith('BAD_OPTION', 'libraryInside', { values: { inside, folder } });
      await owner(id).remove(id);
    },
    async restore(id, key) {
      const found = await inAll(async (library) =>
        (await library.listBin()).takes.map((take) => ({ library, take })),
      );
      const latest = found.flat().sort((one, other) => other.take.deletedAtMs - one.take.deletedAtMs);
      const entry = pickEntry(latest, id, key);
      if (!entry) throw notInBin(id);
      return await entry.library.restore(id, entry.take.key);
    },
    async emptyBin() {
      await inAll((library) => library.emptyBin());
    },
    async listBin() {
      const bins = await inAll((library) => library.listBin());
      return {
        takes: bins.flatMap(({ takes }) => takes).sort((a, b) => b.deletedAtMs - a.deletedAtMs),
        unreadable: bins.flatMap(({ unreadable }) => unreadable),
      };
    },
    sweepBin: async (nowMs) =>
      (await inAll((library) => library.sweepBin(nowMs))).reduce((sum, count) => sum + count, 0),
  };
}

function hasDocument(folder: string): boolean {
  return lstatSync(join(folder, DOCUMENT_NAME), { throwIfNoEntry: false })?.isDirectory() === false;
}

/** Whether a path is a folder or lies in it, wherever links lead. */
function liesIn(path: string, folder: string): boolean {
  try {
    const way = relative(realpathSync(folder), realpathSync(path));
    return !way.startsWith('..') && !isAbsolute(way);
  } catch {
    // One of them is not there.
    return false;
  }
}

function eachOnce<T extends { id: string }>(takes: readonly T[]): T[] {
  const seen = new Set<string>();
  return takes.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function newestFirst<T extends { id: string; startedAtMs: number | null }>(takes: T[]): T[] {
  return takes.sort(
    (one, other) => (other.startedAtMs ?? 0) - (one.startedAtMs ?? 0) || one.id.localeCompare(other.id),
  );
}
