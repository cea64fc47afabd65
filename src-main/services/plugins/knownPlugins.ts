import { existsSync } from 'node:fs';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type {
  PluginCatalogue,
  PluginEntry,
  PluginFolder,
  ScanProgress,
} from '../../../src-shared/contract/plugins.ts';
import type { CachedModule, PluginCache, PluginCacheStore } from './cache.ts';
import type { SearchedFolder } from './folders.ts';
import { failuresOf, pluginsOf, type ScanOutcome } from './scanner.ts';

/** What is known of the files that were looked at; each change is written at once. */
export class KnownPlugins {
  readonly #store: PluginCacheStore;
  readonly #readFolders: () => readonly SearchedFolder[];
  #cache: PluginCache;
  #folders: PluginFolder[] = [];

  constructor(store: PluginCacheStore, readFolders: () => readonly SearchedFolder[]) {
    this.#store = store;
    this.#readFolders = readFolders;
    this.#cache = store.read();
  }

  get cache(): PluginCache {
    return this.#cache;
  }

  read(scan: ScanProgress): PluginCatalogue {
    const { modules, scannedAtMs } = this.#cache;
    return {
      plugins: pluginsOf(modules),
      failed: failuresOf(modules),
      folders: this.#foldersOfNow(),
      scan,
      scannedAtMs,
    };
  }

  adoptScan({ modules, folders, isWhole }: ScanOutcome, nowMs: number): void {
    this.#folders = folders;
    this.#write({ modules, scannedAtMs: isWhole ? nowMs : this.#cache.scannedAtMs });
  }

  adoptModule(module: CachedModule): void {
    const modules = this.#cache.modules.map((entry) => (entry.path === module.path ? module : entry));
    this.#write({ ...this.#cache, modules });
  }

  /** Only what a scan has found is loaded: a path from outside must not be. */
  requireFile(path: string): void {
    if (this.#cache.modules.some((entry) => entry.path === path)) return;
    throw failWith('PLUGIN_NOT_FOUND', 'pluginFileUnknown', { values: { path } });
  }

  /** Throws `PLUGIN_NOT_FOUND` with what helps. */
  find(pluginId: string): PluginEntry {
    const wanted = pluginId.toUpperCase();
    const plugin = pluginsOf(this.#cache.modules).find(({ id }) => id === wanted);
    if (plugin) return plugin;
    throw failWith('PLUGIN_NOT_FOUND', 'pluginUnknown', { values: { pluginId } });
  }

  #write(cache: PluginCache): void {
    this.#cache = cache;
    this.#store.write(cache);
  }

  /** As they are wanted now; the last scan knows what became of those that it looked through. */
  #foldersOfNow(): PluginFolder[] {
    return this.#readFolders().map(
      (folder) =>
        this.#folders.find(({ path }) => path === folder.path) ?? {
          ...folder,
          exists: existsSync(folder.path),
          problem: null,
        },
    );
  }
}
