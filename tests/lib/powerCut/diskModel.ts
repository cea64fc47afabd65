import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick } from '../random.ts';
import type { DiskEvent } from './diskLog.ts';

/**
 * What a disk may hold after a power cut: docs/decisions/0053-power-cuts.md says which file systems promise what of it.
 *
 * - What was there when a sync of a file began is there once that sync has ended: its bytes and its length, not its name.
 * - A name (made, renamed, removed) is there once a sync of its folder has ended that began later.
 * - Of the rest any part may be there, in any order: of a file each sector as it was at any time since the last sync, its
 *   length as it was at any time, both apart from each other; what the length promises and no write brought is zeros, or
 *   what somebody's earlier file had there.
 * - A rename is there or not there, never half of it.
 */
const SECTOR_BYTES = 512;
const PAGE_SECTORS = 8;

type DataOperation = { index: number } & ({ at: number; bytes: Buffer } | { size: number });

interface Inode {
  isFolder: boolean;
  operations: DataOperation[];
  /** Both are places in the log. */
  syncs: { beganAt: number; endedAt: number }[];
  openSyncs: number[];
}

interface NameOperation {
  index: number;
  changes: { folder: Inode; name: string; to: Inode | null }[];
}

/** A folder and what is in it. */
export type Tree = Map<string, Tree | Buffer>;

export class DiskModel {
  readonly #root = makeInode(true);
  readonly #names: NameOperation[] = [];
  readonly #length: number;

  /** `rootInode`: the system's number of the folder, which was empty when the log began. */
  constructor(events: readonly DiskEvent[], rootInode: number) {
    this.#length = events.length;
    const inodes = new Map([[rootInode, this.#root]]);
    const contents = new Map<Inode, Map<string, Inode>>();
    const find = (number: number) => {
      const inode = inodes.get(number);
      if (!inode) throw new Error(`The log reports file ${number} that it has not seen being made.`);
      return inode;
    };
    const namesIn = (folder: Inode) => contents.get(folder) ?? new Map<string, Inode>();
    const change = (index: number, changes: NameOperation['changes']) => {
      for (const { folder, name, to } of changes) {
        const names = namesIn(folder);
        if (to) names.set(name, to);
        else names.delete(name);
        contents.set(folder, names);
      }
      this.#names.push({ index, changes });
    };
    for (const [index, event] of events.entries()) {
      if (event.kind === 'write')
        find(event.inode).operations.push({ index, at: event.at, bytes: event.bytes });
      else if (event.kind === 'truncate') find(event.inode).operations.push({ index, size: event.size });
      else if (event.kind === 'create' || event.kind === 'mkdir') {
        const made = makeInode(event.kind === 'mkdir');
        inodes.set(event.inode, made);
        change(index, [{ folder: find(event.folder), name: event.name, to: made }]);
      } else if (event.kind === 'link') {
        change(index, [{ folder: find(event.folder), name: event.name, to: find(event.inode) }]);
      } else if (event.kind === 'rename') {
        const [folder, toFolder] = [find(event.folder), find(event.toFolder)];
        const moved = namesIn(folder).get(event.name);
        if (!moved) throw new Error(`The log renames ${event.name}, which is not there.`);
        change(index, [
          { folder, name: event.name, to: null },
          { folder: toFolder, name: event.toName, to: moved },
        ]);
      } else if (event.kind === 'unlink' || event.kind === 'rmdir') {
        change(index, [{ folder: find(event.folder), name: event.name, to: null }]);
      } else if (event.kind === 'syncBegin') find(event.inode).openSyncs.push(index);
      else if (event.kind === 'syncEnd') {
        const inode = find(event.inode);
        inode.syncs.push({ beganAt: inode.openSyncs.shift() ?? index, endedAt: index });
      }
    }
  }

  /** All that was done until now is there: what the log's programs see themselves. */
  whole(): Tree {
    return this.#build(
      this.#length,
      () => true,
      (inode) => replay(inode.operations),
    );
  }

  /** A disk after a cut before the event at `cutAt`: another one for each state of `random`. */
  cut(cutAt: number, random: () => number): Tree {
    // Journals of file systems bring names in order; nobody promises that.
    const isInOrder = random() < 0.5;
    let isOver = false;
    const keeps = ({ index, changes }: NameOperation) => {
      if (changes.every(({ folder }) => syncedUntil(folder, cutAt) > index)) return true;
      const isKept = random() < (isInOrder ? 0.8 : 0.5) && !isOver;
      if (isInOrder && !isKept) isOver = true;
      return isKept;
    };
    return this.#build(cutAt, keeps, (inode) => cutFile(inode, cutAt, random));
  }

  #build(cutAt: number, keeps: (operation: NameOperation) => boolean, read: (inode: Inode) => Buffer): Tree {
    const contents = new Map<Inode, Map<string, Inode>>();
    for (const operation of this.#names) {
      if (operation.index >= cutAt) break;
      if (!keeps(operation)) continue;
      for (const { folder, name, to } of operation.changes) {
        const names = contents.get(folder) ?? new Map<string, Inode>();
        if (to) names.set(name, to);
        else names.delete(name);
        contents.set(folder, names);
      }
    }
    const toTree = (folder: Inode): Tree => {
      const entries = [...(contents.get(folder) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1));
      return new Map(entries.map(([name, inode]) => [name, inode.isFolder ? toTree(inode) : read(inode)]));
    };
    return toTree(this.#root);
  }
}

function makeInode(isFolder: boolean): Inode {
  return { isFolder, operations: [], syncs: [], openSyncs: [] };
}

/** Everything before this place in the log is on the disk. */
function syncedUntil({ syncs }: Inode, cutAt: number): number {
  return syncs.reduce(
    (until, { beganAt, endedAt }) => (endedAt < cutAt ? Math.max(until, beganAt) : until),
    -1,
  );
}

function replay(operations: readonly DataOperation[]): Buffer {
  return lay(operations, () => Infinity, Buffer.alloc(longestOf(operations))).subarray(
    0,
    lengthOf(operations),
  );
}

/** At any time. */
function longestOf(operations: readonly DataOperation[]): number {
  return Math.max(0, ...operations.map((one) => ('size' in one ? one.size : one.at + one.bytes.length)));
}

function lengthOf(operations: readonly DataOperation[]): number {
  return operations.reduce(
    (size, one) => ('size' in one ? one.size : Math.max(size, one.at + one.bytes.length)),
    0,
  );
}

/** Does one after the other, on what lay there; of each sector those before its own limit alone. */
function lay(
  operations: readonly DataOperation[],
  limitOf: (sector: number) => number,
  bytes: Buffer,
): Buffer {
  for (const [order, operation] of operations.entries()) {
    const isCut = 'size' in operation;
    const from = isCut ? operation.size : operation.at;
    const to = isCut ? bytes.length : from + operation.bytes.length;
    for (let at = from; at < to;) {
      const sector = Math.floor(at / SECTOR_BYTES);
      const end = Math.min(to, (sector + 1) * SECTOR_BYTES);
      if (order < limitOf(sector)) {
        if (isCut) bytes.fill(0, at, end);
        else operation.bytes.copy(bytes, at, at - from, end - from);
      }
      at = end;
    }
  }
  return bytes;
}

function cutFile(inode: Inode, cutAt: number, random: () => number): Buffer {
  const until = syncedUntil(inode, cutAt);
  const operations = inode.operations.filter(({ index }) => index < cutAt);
  const synced = operations.filter(({ index }) => index < until).length;
  const anyTime = () => synced + pick(random, operations.length - synced + 1);
  // Nothing of it, all of it, or each page as it was at some time, with sectors that were torn off it.
  const fate = random();
  const pageLimit = () => (fate < 0.15 ? synced : fate < 0.3 ? operations.length : anyTime());
  const size = lengthOf(operations.slice(0, pageLimit()));
  const pages = new Map<number, number>();
  const sectors = new Map<number, number>();
  const limitOf = (sector: number) => {
    const page = Math.floor(sector / PAGE_SECTORS);
    if (!pages.has(page)) pages.set(page, pageLimit());
    // A sector is asked for once for each operation on it, and has one answer.
    if (!sectors.has(sector))
      sectors.set(sector, fate >= 0.3 && random() < 0.1 ? anyTime() : (pages.get(page) ?? 0));
    return sectors.get(sector) ?? 0;
  };
  const there = Buffer.alloc(longestOf(operations));
  if (random() < 0.3) there.fill(randomBytes(random), lengthOf(operations.slice(0, synced)));
  const bytes = lay(operations, limitOf, there);
  return Buffer.concat([bytes.subarray(0, size), Buffer.alloc(Math.max(0, size - bytes.length))]);
}

/** Somebody's earlier file. */
function randomBytes(random: () => number): Uint8Array {
  return Uint8Array.from({ length: 1009 }, () => pick(random, 256));
}

/** Puts a disk's files into a folder, which must not be there. */
export function writeTree(tree: Tree, path: string): void {
  mkdirSync(path);
  for (const [name, content] of tree) {
    if (content instanceof Map) writeTree(content, join(path, name));
    else writeFileSync(join(path, name), content, { mode: 0o600 });
  }
}
