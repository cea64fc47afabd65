import { lstatSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  takeIdSchema,
  type Bin,
  type TakeDetails,
  type TakeDocument,
  type TakeLabels,
  type TakeMarker,
  type TakeSummary,
} from '../../../src-shared/contract/takes.ts';
import { canBeRead, moveIntoBin, moveOutOfBin, pickEntry, readBin, removeForGood } from './bin.ts';
import { readCertificate, readTakeFolder, writeDocument } from './folder.ts';
import { isTake, listTakes, summarise, summariseIfTake } from './list.ts';

/** Takes in one folder, each in a folder of its own. */
export interface TakeLibrary {
  readonly path: string;
  /** The newest first; a folder without a take is none, one that cannot be read is reported as damaged. */
  list(): Promise<TakeSummary[]>;
  read(id: string): Promise<TakeDetails>;
  folderOf(id: string): string;
  rename(id: string, name: string): Promise<TakeSummary>;
  writeMarkers(id: string, markers: readonly TakeMarker[]): Promise<void>;
  writeLabels(id: string, labels: TakeLabels): Promise<void>;
  /** Into the bin, where it is kept beside earlier ones of the same name. */
  remove(id: string): Promise<void>;
  /**
   * The one of this `key`, else the last deleted of this name. Where another take has the name by now, it comes back
   * under another one: `id` of the answer says which.
   */
  restore(id: string, key?: string): Promise<TakeSummary>;
  /** Removes the takes that `listBin` lists for good, and nothing else. */
  emptyBin(): Promise<void>;
  /** The latest first, and what cannot be looked at. */
  listBin(): Promise<Bin>;
  /** Removes for good what was deleted longer ago than `KEPT_IN_BIN_MS`; answers how many. */
  sweepBin(nowMs: number): Promise<number>;
}

/** `isNameTaken` says of names that are free in this folder whether they are taken elsewhere. */
export function openTakeLibrary(
  path: string,
  isNameTaken: (id: string) => Promise<boolean> = () => Promise.resolve(false),
): TakeLibrary {
  const folderOf = (id: string) => {
    const folder = join(path, checkedId(id));
    // A link in its place would let a take be repaired, or written to, that lies elsewhere.
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
      throw failWith('FILE_UNREADABLE', 'isLink', { values: { folder } });
    return folder;
  };

  async function change(id: string, changes: Partial<Pick<TakeDocument, 'name' | 'markers' | 'labels'>>) {
    const folder = await readTakeFolder(folderOf(id));
    if (folder.state !== 'finished') throw failWith('BAD_OPTION', 'takeNoEnd');
    writeDocument(folder.path, { ...folder.document, ...changes });
    return summarise(folder.path);
  }

  return {
    path,
    folderOf,
    list: () => listTakes(path),
    read: (id) => readDetails(folderOf(id)),
    rename: (id, name) => change(id, { name }),
    async writeMarkers(id, markers) {
      await change(id, { markers: markers.toSorted((one, other) => one.atFrame - other.atFrame) });
    },
    async writeLabels(id, labels) {
      await change(id, { labels });
    },
    async remove(id) {
      const folder = folderOf(id);
      if (!(await isTake(folder))) throw failWith('FILE_NOT_FOUND', 'noTakeInFolder', { values: { folder } });
      const { state } = await readTakeFolder(folder).catch(() => ({ state: 'finished' as const }));
      if (state === 'recording') throw failWith('BAD_OPTION', 'takeIsRecorded');
      await moveIntoBin(path, id);
    },
    async restore(id, key) {
      checkedId(id);
      const entry = pickEntry((await readBin(path)).entries, id, key);
      if (!entry) throw notInBin(id);
      const folder = await moveOutOfBin(
        path,
        entry,
        async (name) => (await isThere(join(path, name))) || (await isNameTaken(name)),
      );
      const summary = await summariseIfTake(folder);
      if (!summary) throw failWith('FILE_NOT_FOUND', 'folderGone', { values: { folder } });
      return summary;
    },
    async emptyBin() {
      await removeForGood((await readBin(path)).entries);
    },
    async listBin() {
      const { entries, unreadable } = await readBin(path);
      return { takes: entries.map(({ take }) => take), unreadable };
    },
    async sweepBin(nowMs) {
      const { entries } = await readBin(path);
      const due = entries.filter(({ take }) => take.keptUntilMs <= nowMs);
      const isReadable = await Promise.all(due.map(({ folder }) => canBeRead(folder)));
      return removeForGood(due.filter((_, index) => isReadable[index]));
    },
  };
}

export function notInBin(id: string): RpcError {
  return failWith('FILE_NOT_FOUND', 'notInBin', { values: { id } });
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function readDetails(folder: string): Promise<TakeDetails> {
  const { document } = await readTakeFolder(folder);
  return { summary: await summarise(folder), document, certificate: await readCertificate(folder) };
}

/** Calls are checked by the contract; anyone who calls the service by hand is checked here. */
function checkedId(id: string): string {
  const parsed = takeIdSchema.safeParse(id);
  if (!parsed.success) throw new RpcError('BAD_OPTION', `"${id}" is not the name of a take's folder.`);
  return parsed.data;
}
