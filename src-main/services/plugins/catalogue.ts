import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type {
  PluginCatalogue,
  PluginEntry,
  PluginFolder,
  pluginsContract,
  ScanProgress,
} from '../../../src-shared/contract/plugins.ts';
import type { EventHub } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log } from '../ports.ts';
import { type CachedModule, type PluginCacheStore } from './cache.ts';
import type { SearchedFolder } from './folders.ts';
import { describeModule, type Machine } from './modules.ts';
import { failuresOf, pluginsOf, scanFolders, scanOne } from './scanner.ts';
import { scanModule } from './scanProcess.ts';

export interface CatalogueOptions {
  /** The program that loads plug-ins. */
  hostPath: string;
  env: NodeJS.ProcessEnv;
  machine: Machine;
  store: PluginCacheStore;
  /** Where to look now: the settings may have changed. */
  readFolders: () => readonly SearchedFolder[];
  clock: Clock;
  log: Log;
  events: Pick<EventHub<typeof pluginsContract>, 'emit'>;
}

export interface Catalogue {
  read(): PluginCatalogue;
  /** Begins a scan; `done` resolves when it has ended. One at a time: a second call joins the first. */
  scan(isForced: boolean): Promise<void>;
  cancel(): Promise<void>;
  /** The folders are other ones: a scan that runs is ended, and a new one begins. */
  followFolders(): void;
  /** Looks at one file again. */
  retry(path: string): Promise<void>;
  /** Throws `PLUGIN_NOT_FOUND` with what helps. */
  find(pluginId: string): PluginEntry;
  close(): Promise<void>;
}

const IDLE: ScanProgress = { isRunning: false, done: 0, total: 0, current: null, found: 0, failed: 0 };

/** What plug-ins there are on this machine: found in child processes, remembered in a file. */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { hostPath, env, machine, store, clock, log, events } = options;
  const remembered = store.read();
  let { modules, scannedAtMs } = remembered;
  let folders: PluginFolder[] = [];
  let progress = IDLE;
  let running: { abort: AbortController; done: Promise<void> } | null = null;
  let hasChecked = false;

  const scan = (path: string, signal: AbortSignal) => scanModule(path, { hostPath, env, signal });
  /** As they are wanted now; the last scan knows what became of those that it looked through. */
  const readFolders = (): PluginFolder[] =>
    options.readFolders().map(
      (folder) =>
        folders.find(({ path }) => path === folder.path) ?? {
          ...folder,
          exists: existsSync(folder.path),
          problem: null,
        },
    );
  const read = (): PluginCatalogue => ({
    plugins: pluginsOf(modules),
    failed: failuresOf(modules),
    folders: readFolders(),
    scan: progress,
    scannedAtMs,
  });

  function adopt(next: CachedModule[]): void {
    modules = next;
    store.write({ scannedAtMs, modules });
    events.emit('plugins.onCatalogueChanged', read());
  }

  async function runScan(isForced: boolean, signal: AbortSignal): Promise<void> {
    const seen = { found: 0, failed: 0 };
    const outcome = await scanFolders({
      folders: options.readFolders(),
      known: { scannedAtMs, modules },
      isForced,
      parallel: Math.min(4, Math.max(2, availableParallelism())),
      machine,
      signal,
      nowMs: () => clock.nowMs(),
      scan,
      onProgress({ done, total, current, module }) {
        seen.found += module?.plugins.length ?? 0;
        seen.failed += module?.failure ? 1 : 0;
        progress = { isRunning: true, done, total, current, ...seen };
        events.emit('plugins.onScanProgressed', progress);
      },
    });
    folders = outcome.folders;
    if (outcome.isWhole) scannedAtMs = clock.nowMs();
    progress = { ...progress, isRunning: false, current: null };
    adopt(outcome.modules);
    events.emit('plugins.onScanProgressed', progress);
    if (outcome.obstacle !== null) throw new RpcError('PLUGIN_HOST_UNAVAILABLE', outcome.obstacle);
  }

  function start(isForced: boolean): Promise<void> {
    if (running) return running.done;
    const abort = new AbortController();
    progress = { ...IDLE, isRunning: true };
    const done = runScan(isForced, abort.signal).finally(() => {
      running = null;
      progress = { ...progress, isRunning: false, current: null };
    });
    running = { abort, done };
    return done;
  }

  async function cancel(): Promise<void> {
    const scanning = running;
    scanning?.abort.abort();
    // Its failure is told to the one who began it.
    await scanning?.done.catch(() => undefined);
  }

  function followFolders(): void {
    hasChecked = true;
    events.emit('plugins.onCatalogueChanged', read());
    cancel()
      .then(() => start(false))
      .catch((error: unknown) => log.error('the plug-ins could not be scanned', error));
  }

  async function retry(path: string): Promise<void> {
    // Only what a scan has found is loaded: a path from outside must not be.
    const known = modules.find((entry) => entry.path === path);
    if (!known) {
      throw new RpcError('PLUGIN_NOT_FOUND', `${path} is not among the files that were found. Scan again.`);
    }
    const module = await describeModule(path, machine);
    const result = await scanOne(module, {
      scan,
      signal: new AbortController().signal,
      nowMs: () => clock.nowMs(),
    });
    if (typeof result === 'string') throw new RpcError('PLUGIN_HOST_UNAVAILABLE', result);
    if (result) adopt(modules.map((entry) => (entry.path === path ? result : entry)));
  }

  /** The first reader of a start learns in a moment what has changed on the disk since the last one. */
  function checkOnce(): void {
    if (hasChecked) return;
    hasChecked = true;
    start(false).catch((error: unknown) => log.error('the plug-ins could not be scanned', error));
  }

  return {
    read() {
      checkOnce();
      return read();
    },
    async scan(isForced) {
      hasChecked = true;
      await start(isForced);
    },
    cancel,
    followFolders,
    retry,
    find(pluginId) {
      const wanted = pluginId.toUpperCase();
      const plugin = pluginsOf(modules).find(({ id }) => id === wanted);
      if (plugin) return plugin;
      throw new RpcError(
        'PLUGIN_NOT_FOUND',
        `There is no plug-in ${pluginId} in the catalogue. Install it, or scan for plug-ins again.`,
      );
    },
    close: cancel,
  };
}
