import { existsSync } from 'node:fs';
import { openTakeLibrary, type TakeLibrary } from './library.ts';

/**
 * Several folders of takes as one library: the first of `paths` is where new ones go. A take that is in two folders,
 * since it was copied by hand, is the one of the first.
 */
export function joinTakeLibraries(paths: () => readonly string[]): TakeLibrary {
  const libraries = () => paths().map((path) => openTakeLibrary(path));
  const current = () => openTakeLibrary(paths()[0] ?? '');
  const owner = (id: string) => libraries().find((library) => existsSync(library.folderOf(id))) ?? current();
  const inAll = async <T>(work: (library: TakeLibrary) => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    for (const library of libraries()) results.push(await work(library));
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
    remove: (id) => owner(id).remove(id),
    async restore(id) {
      for (const library of libraries()) {
        if ((await library.listBin()).some((deleted) => deleted.id === id)) return await library.restore(id);
      }
      return await current().restore(id);
    },
    async emptyBin() {
      await inAll((library) => library.emptyBin());
    },
    listBin: async () =>
      (await inAll((library) => library.listBin())).flat().sort((a, b) => b.deletedAtMs - a.deletedAtMs),
    sweepBin: async (nowMs) =>
      (await inAll((library) => library.sweepBin(nowMs))).reduce((sum, count) => sum + count, 0),
  };
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
