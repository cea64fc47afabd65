import { copyFileSync, constants, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';

/** How many damaged versions of a file are kept; of more, the one before the last makes room. */
const MOST_KEPT = 20;

const asideName = (path: string, count: number) => `${path}.bad${count === 1 ? '' : count}`;

/**
 * Keeps what a file holds under a name of its own beside it, and answers that name: `.bad`, `.bad2` … None that is there
 * is replaced. The file itself stays until it is written again; one that is kept already is not kept twice.
 */
export function keepAside(path: string): string {
  const own = statSync(path);
  for (let count = 1; count <= MOST_KEPT; count += 1) {
    const name = asideName(path, count);
    const kept = statSync(name, { throwIfNoEntry: false });
    if (kept && kept.ino === own.ino && kept.dev === own.dev) return name;
    if (!kept) return duplicate(path, name);
  }
  const last = asideName(path, MOST_KEPT);
  rmSync(last, { force: true });
  return duplicate(path, last);
}

/** The same, and the file is not there any more. */
export function moveAside(path: string): string {
  const count = Array.from({ length: MOST_KEPT }, (_, index) => index + 1).find(
    (number) => !existsSync(asideName(path, number)),
  );
  const name = asideName(path, count ?? MOST_KEPT);
  renameSync(path, name);
  return name;
}

/** By a second name for it, which needs no room; anyone who writes the file replaces it and leaves that alone. */
function duplicate(path: string, name: string): string {
  try {
    linkSync(path, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Not every file system has second names.
    copyFileSync(path, name, constants.COPYFILE_EXCL);
  }
  return name;
}
