import { rmSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolderDurably, moveDurably, toFileError } from '../../../src-node/files/index.ts';

/** Files that have no name of their own until they are whole. */
interface Parts {
  /** A new, empty file beside the one that it is to become; says at once where none can be made. */
  make(path: string): Promise<string>;
  /** Gives it its name. */
  finish(part: string, path: string): Promise<void>;
  /** Removes it, where it was not finished. */
  drop(part: string): void;
  /** Removes all of them at once: for a process that must end now. */
  dropAll(): void;
}

export function createParts(createId: () => string): Parts {
  const unfinished = new Set<string>();
  const drop = (part: string) => {
    if (!unfinished.delete(part)) return;
    rmSync(part, { force: true });
  };
  return {
    async make(path) {
      const part = join(dirname(path), `.${basename(path)}.${createId()}.part`);
      unfinished.add(part);
      try {
        await (await open(part, 'wx')).close();
      } catch (error) {
        unfinished.delete(part);
        throw toFileError(path, error);
      }
      return part;
    },
    async finish(part, path) {
      await moveDurably(part, path).catch((error: unknown) => {
        throw toFileError(path, error);
      });
      unfinished.delete(part);
    },
    drop,
    dropAll: () => [...unfinished].forEach(drop),
  };
}

/** For what is exported; a power cut leaves it. */
export function makeOutputFolder(path: string): void {
  try {
    makeFolderDurably(path, { recursive: true });
  } catch (error) {
    throw toFileError(path, error);
  }
}

/** Removes what a killed program left in the folders of a folder; answers how many. */
export async function sweepParts(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const left = entries.filter((entry) => entry.isFile() && /^\..*\.part$/.test(entry.name));
  for (const { parentPath, name } of left) await rm(join(parentPath, name), { force: true });
  return left.length;
}
