import { realpathSync, type Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { FolderEntry } from '../../../src-shared/contract/openFolders.ts';
import { partsInside, toReadError } from '../../../src-node/files/index.ts';

interface Page {
  /** Below `root`, with “/” between its parts; empty: `root` itself. */
  path: string;
  after: string | undefined;
  limit: number;
}

/** A page of what lies in a folder, by name. However much that is, a page of it is in memory. */
export async function listFolder(
  root: string,
  { path, after, limit }: Page,
  signal: AbortSignal,
): Promise<{ items: FolderEntry[]; next: string | null }> {
  const parts = path === '' ? [] : partsInside(root, path);
  const folder = join(root, ...parts);
  try {
    assertTrue(folder);
    const names = await namesBehind(folder, after, limit + 1, signal);
    const more = names.length > limit;
    const page = names.slice(0, limit);
    const items = await Promise.all(page.map((name) => describe(folder, [...parts, name])));
    // A link that took the place of the folder while it was read.
    assertTrue(folder);
    return {
      items: items.filter((item) => item !== null),
      next: more ? (page.at(-1) ?? null) : null,
    };
  } catch (error) {
    throw toReadError(folder, error);
  }
}

function assertTrue(folder: string): void {
  if (realpathSync(folder) !== folder)
    throw failWith('FILE_UNREADABLE', 'notRegular', { values: { path: folder } });
}

/** The first names behind one, in their order. */
async function namesBehind(
  folder: string,
  after: string | undefined,
  count: number,
  signal: AbortSignal,
): Promise<string[]> {
  let names: string[] = [];
  const keepFirst = () => (names = names.toSorted(byName).slice(0, count));
  for await (const entry of await opendir(folder)) {
    signal.throwIfAborted();
    if (!isShown(entry) || (after !== undefined && byName(entry.name, after) <= 0)) continue;
    names.push(entry.name);
    if (names.length >= 4 * count) keepFirst();
  }
  return keepFirst();
}

/** The same everywhere: pages follow each other by it. */
const byName = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const isShown = (entry: Dirent): boolean =>
  !entry.name.startsWith('.') && !entry.name.includes('\\') && (entry.isFile() || entry.isDirectory());

/** null: it has gone meanwhile. */
async function describe(folder: string, parts: string[]): Promise<FolderEntry | null> {
  const name = parts.at(-1) ?? '';
  const found = await lstat(join(folder, name)).catch(() => null);
  if (!found || found.isSymbolicLink()) return null;
  const isFile = found.isFile();
  return {
    name,
    path: parts.join('/'),
    kind: isFile ? 'file' : 'folder',
    sizeBytes: isFile ? found.size : null,
    changedAtMs: found.mtimeMs,
  };
}
