import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { PluginFolder } from '../../../src-shared/contract/plugins.ts';
import { architectureFolders, type SearchedFolder } from './folders.ts';

/** Makers put their plug-ins into folders of folders; deeper than this it is no plug-in folder any more. */
const MAX_DEPTH = 8;
/** How many entries at most are looked at in one searched folder: somebody may name the root of the disk. */
const MAX_ENTRIES = 50_000;
const ENDING = '.vst3';

/** What may be a plug-in: a bundle, or on Windows also a single file. */
export interface PluginModule {
  /** Of the bundle, or of the file where there is none. */
  path: string;
  /** Of the binary that would be loaded: another size or time is another plug-in. */
  sizeBytes: number;
  modifiedMs: number;
  /** Why it needs not be tried. */
  obstacle: { code: 'PLUGIN_NOT_A_MODULE' | 'FILE_UNREADABLE'; message: string } | null;
}

export interface Found {
  modules: PluginModule[];
  folders: PluginFolder[];
}

export interface Machine {
  platform: NodeJS.Platform;
  arch: string;
}

/**
 * Everything that ends in `.vst3` below the folders, each once however many links lead to it. A folder that is
 * not there is no problem; one that cannot be read is reported.
 */
export async function findModules(
  folders: readonly SearchedFolder[],
  machine: Machine,
  signal: AbortSignal,
): Promise<Found> {
  const walk: Walk = { machine, signal, seen: new Set(), modules: [], entriesLeft: 0, problem: null };
  const reported: PluginFolder[] = [];
  for (const { path, isOwn } of folders) {
    walk.problem = null;
    walk.entriesLeft = MAX_ENTRIES;
    const exists = await searchRoot(walk, path);
    reported.push({ path, isOwn, exists, problem: walk.problem });
  }
  return { modules: walk.modules, folders: reported };
}

interface Walk {
  machine: Machine;
  signal: AbortSignal;
  /** Real paths: a link back to a folder above ends here. */
  seen: Set<string>;
  modules: PluginModule[];
  entriesLeft: number;
  problem: string | null;
}

/** Whether there is such a folder; a plug-in itself may be named as one. */
async function searchRoot(walk: Walk, path: string): Promise<boolean> {
  try {
    await stat(path);
  } catch (error) {
    if (isMissing(error)) return false;
    walk.problem = describe(path, error);
    return true;
  }
  await visit(walk, path, 0);
  return true;
}

async function visit(walk: Walk, path: string, depth: number): Promise<void> {
  if (walk.signal.aborted || !(await isFirstVisit(walk, path))) return;
  if (extname(path).toLowerCase() === ENDING) {
    walk.modules.push(await describeModule(path, walk.machine));
    return;
  }
  let entries;
  try {
    entries = await readdir(path, { withFileTypes: true });
  } catch (error) {
    // Files that are no plug-ins lie beside them.
    if (!isCode(error, 'ENOTDIR')) walk.problem ??= describe(path, error);
    return;
  }
  if (depth === MAX_DEPTH) return;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if ((walk.entriesLeft -= 1) < 0) {
      walk.problem ??= `${path} holds too much to be searched. Name the folder in which the plug-ins lie.`;
      return;
    }
    const isWorthIt =
      entry.isDirectory() || entry.isSymbolicLink() || entry.name.toLowerCase().endsWith(ENDING);
    if (isWorthIt) await visit(walk, join(path, entry.name), depth + 1);
  }
}

async function isFirstVisit(walk: Walk, path: string): Promise<boolean> {
  try {
    const real = await realpath(path);
    if (walk.seen.has(real)) return false;
    walk.seen.add(real);
    return true;
  } catch (error) {
    // A link that leads nowhere, or round and round, is nobody's plug-in.
    if (!isMissing(error) && !isCode(error, 'ELOOP')) walk.problem ??= describe(path, error);
    return false;
  }
}

/** The binary of a bundle for this machine, by Steinberg's layout: `Contents/<machine>/<name of the bundle>.so`. */
export async function describeModule(path: string, machine: Machine): Promise<PluginModule> {
  try {
    const found = await stat(path);
    if (found.isFile()) return moduleOf(path, found, null);
    const contents = join(path, 'Contents');
    for (const folder of architectureFolders(machine.platform, machine.arch)) {
      const binary = await findBinary(join(contents, folder), path, machine.platform);
      if (binary) return moduleOf(path, await stat(binary), null);
    }
    return moduleOf(path, await lstat(path), {
      code: 'PLUGIN_NOT_A_MODULE',
      message: await explainMissingBinary(contents, machine),
    });
  } catch (error) {
    const message = `It cannot be read: ${reasonOf(error)}.`;
    return { path, sizeBytes: 0, modifiedMs: 0, obstacle: { code: 'FILE_UNREADABLE', message } };
  }
}

function moduleOf(
  path: string,
  { size, mtimeMs }: { size: number; mtimeMs: number },
  obstacle: PluginModule['obstacle'],
): PluginModule {
  return { path, sizeBytes: size, modifiedMs: mtimeMs, obstacle };
}

async function findBinary(folder: string, bundle: string, platform: NodeJS.Platform): Promise<string | null> {
  const ending = { win32: ENDING, darwin: '' }[platform as string] ?? '.so';
  const wanted = basename(bundle, extname(bundle)) + ending;
  const names = await namesIn(folder);
  // On macOS the program's name stands in Info.plist and need not be the bundle's.
  const name = names.find((entry) => entry === wanted) ?? (platform === 'darwin' ? names[0] : undefined);
  return name === undefined ? null : join(folder, name);
}

async function explainMissingBinary(contents: string, { platform, arch }: Machine): Promise<string> {
  const known = (await namesIn(contents)).filter((name) => /-(linux|win)$|^MacOS$/.test(name));
  const [wanted] = architectureFolders(platform, arch);
  return known.length === 0
    ? 'It is not a VST3 bundle: it has no program inside.'
    : `It has no program for this machine (${wanted}), only for ${known.join(', ')}.`;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error) || isCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return isCode(error, 'ENOENT');
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') return 'you are not allowed to';
  return message;
}

function describe(path: string, error: unknown): string {
  return `${path} cannot be searched: ${reasonOf(error)}.`;
}
