import type { FailedPlugin, PluginEntry, PluginFolder } from '../../../src-shared/contract/plugins.ts';
import { isSameModule, type CachedModule, type PluginCache } from './cache.ts';
import { findModules, type Machine, type PluginModule } from './modules.ts';
import type { SearchedFolder } from './folders.ts';
import type { ScanAnswer } from './scanProcess.ts';

export interface ScanOptions {
  folders: readonly SearchedFolder[];
  known: PluginCache;
  /** Everything again, also what has not changed and what has failed. */
  isForced: boolean;
  /** How many at a time. */
  parallel: number;
  machine: Machine;
  signal: AbortSignal;
  nowMs: () => number;
  scan: (path: string, signal: AbortSignal) => Promise<ScanAnswer>;
  onProgress: (progress: {
    done: number;
    total: number;
    current: string | null;
    module?: CachedModule;
  }) => void;
}

export interface ScanOutcome {
  modules: CachedModule[];
  folders: PluginFolder[];
  /** Whether everything was looked at. */
  isWhole: boolean;
  /** Why nothing could be scanned at all. */
  obstacle: string | null;
}

/** Looks through folders: what is known and unchanged is taken over, the rest is loaded, a few side by side. */
export async function scanFolders(options: ScanOptions): Promise<ScanOutcome> {
  const { known, signal, onProgress } = options;
  const found = await findModules(options.folders, options.machine, signal);
  const results = new Map<string, CachedModule>();
  const waiting: PluginModule[] = [];
  for (const module of found.modules) {
    const cached = known.modules.find((entry) => isSameModule(entry, module));
    if (cached && !options.isForced) results.set(module.path, cached);
    else waiting.push(module);
  }
  const total = found.modules.length;
  let obstacle: string | null = null;
  onProgress({ done: results.size, total, current: null });

  async function work(): Promise<void> {
    for (;;) {
      const module = waiting.shift();
      if (!module || signal.aborted || obstacle !== null) return;
      onProgress({ done: results.size, total, current: module.path });
      const result = await scanOne(module, options);
      if (result === null) return;
      if (typeof result === 'string') {
        obstacle = result;
        return;
      }
      results.set(module.path, result);
      onProgress({ done: results.size, total, current: module.path, module: result });
    }
  }
  await Promise.all(Array.from({ length: options.parallel }, work));

  const isWhole = !signal.aborted && obstacle === null;
  // What was cut off keeps what was known of the files that it did not get to.
  const left = isWhole ? [] : known.modules.filter(({ path }) => !results.has(path));
  const inOrder = found.modules.flatMap(({ path }) => results.get(path) ?? []);
  return { modules: [...inOrder, ...left], folders: found.folders, isWhole, obstacle };
}

/** null where it was cancelled; a sentence where nothing can be scanned at all. */
export async function scanOne(
  module: PluginModule,
  { scan, signal, nowMs }: Pick<ScanOptions, 'scan' | 'signal' | 'nowMs'>,
): Promise<CachedModule | string | null> {
  const { path, sizeBytes, modifiedMs, obstacle } = module;
  const failed = (failure: { code: FailedPlugin['code']; message: string }): CachedModule => ({
    path,
    sizeBytes,
    modifiedMs,
    plugins: [],
    failure: { code: failure.code, message: failure.message, failedAtMs: nowMs() },
  });
  if (obstacle) return failed(obstacle);
  const answer = await scan(path, signal);
  if (answer.isOk) {
    const plugins = answer.plugins.map((plugin) => ({ ...plugin, path }));
    return { path, sizeBytes, modifiedMs, plugins, failure: null };
  }
  if (answer.code === 'CANCELLED') return null;
  if (answer.code === 'PLUGIN_HOST_UNAVAILABLE') return answer.message;
  return failed(answer);
}

/** The plug-ins of all files by name; of two with the same id the one that was found first counts. */
export function pluginsOf(modules: readonly CachedModule[]): PluginEntry[] {
  const byId = new Map<string, PluginEntry>();
  for (const plugin of modules.flatMap(({ plugins }) => plugins)) {
    if (!byId.has(plugin.id)) byId.set(plugin.id, plugin);
  }
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
}

export function failuresOf(modules: readonly CachedModule[]): FailedPlugin[] {
  return modules.flatMap(({ path, failure }) => (failure ? [{ path, ...failure }] : []));
}
