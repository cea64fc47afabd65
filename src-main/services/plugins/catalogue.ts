import { availableParallelism } from 'node:os';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { PluginCatalogue, PluginEntry, pluginsContract } from '../../../src-shared/contract/plugins.ts';
import type { EventHub } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log } from '../ports.ts';
import type { PluginCacheStore } from './cache.ts';
import type { SearchedFolder } from './folders.ts';
import { KnownPlugins } from './knownPlugins.ts';
import { describeModule, type Machine } from './modules.ts';
import { scanFolders, scanOne, type ScanOutcome } from './scanner.ts';
import { scanModule } from './scanProcess.ts';
import { Scans } from './scans.ts';

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

/** What plug-ins there are on this machine: found in child processes, remembered in a file. */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { machine, log, events } = options;
  const known = new KnownPlugins(options.store, options.readFolders);
  const scanner = {
    scan: (path: string, signal: AbortSignal) =>
      scanModule(path, { hostPath: options.hostPath, env: options.env, signal }),
    nowMs: () => options.clock.nowMs(),
  };
  const read = () => known.read(scans.progress);
  const reportChange = () => events.emit('plugins.onCatalogueChanged', read());
  const scans = new Scans({
    look: (isForced, task) =>
      scanFolders({
        folders: options.readFolders(),
        known: known.cache,
        isForced,
        parallel: Math.min(4, Math.max(2, availableParallelism())),
        machine,
        ...scanner,
        ...task,
      }),
    onLooked(outcome: ScanOutcome) {
      known.adoptScan(outcome, scanner.nowMs());
      reportChange();
      events.emit('plugins.onScanProgressed', scans.progress);
      if (outcome.obstacle !== null) throw new RpcError('PLUGIN_HOST_UNAVAILABLE', outcome.obstacle);
    },
    onProgressed: (progress) => events.emit('plugins.onScanProgressed', progress),
  });
  const logFailure = (error: unknown) => log.error('the plug-ins could not be scanned', error);
  let hasChecked = false;

  return {
    read() {
      // The first reader of a start learns in a moment what has changed on the disk since the last one.
      if (!hasChecked) scans.start(false).catch(logFailure);
      hasChecked = true;
      return read();
    },
    async scan(isForced) {
      hasChecked = true;
      await scans.start(isForced);
    },
    cancel: () => scans.cancel(),
    followFolders() {
      hasChecked = true;
      reportChange();
      scans
        .cancel()
        .then(() => scans.start(false))
        .catch(logFailure);
    },
    async retry(path) {
      known.requireFile(path);
      const { signal } = new AbortController();
      const result = await scanOne(await describeModule(path, machine), { ...scanner, signal });
      if (typeof result === 'string') throw new RpcError('PLUGIN_HOST_UNAVAILABLE', result);
      if (!result) return;
      known.adoptModule(result);
      reportChange();
    },
    find: (pluginId) => known.find(pluginId),
    close: () => scans.cancel(),
  };
}
