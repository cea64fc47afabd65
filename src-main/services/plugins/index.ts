import type {
  PluginChain,
  PluginConfinement,
  PluginEntry,
  pluginsContract,
} from '../../../src-shared/contract/plugins.ts';
import type { EventHub, Handlers } from '../../../src-shared/rpc/index.ts';
import type { ChainStore } from '../capture/index.ts';
import type { PluginEngine } from '../engine/index.ts';
import type { Log } from '../ports.ts';
import type { Catalogue } from './catalogue.ts';
import { createChainHandlers } from './chainHandlers.ts';
import { Chains } from './chains.ts';
import type { FolderConsent } from './folderConsent.ts';
import { addOwnFolder, removeOwnFolder, type OwnFolders } from './ownFolders.ts';
import { createPresetHandlers } from './presetHandlers.ts';
import type { PresetFolders } from './presets.ts';

export { createFileCache, createPassingCache } from './cache.ts';
export { createCatalogue, type Catalogue } from './catalogue.ts';
export { createAllowedFolders, createFolderConsent, MAX_ALLOWED_FOLDERS } from './folderConsent.ts';
export { readConfinement } from './confinement.ts';
export { pluginFolders } from './folders.ts';
export { checkPluginFolder } from './ownFolders.ts';
export { presetFolders } from './presets.ts';

export interface PluginServiceOptions {
  catalogue: Catalogue;
  engine: PluginEngine;
  store: ChainStore;
  isCapturing: () => boolean;
  presets: PresetFolders;
  ownFolders: OwnFolders;
  consent: FolderConsent;
  readConfinement: () => Promise<PluginConfinement>;
  /** For presets that come from and go to the screen; it is made when it is needed, private to the user. */
  temporaryDir: string;
  createId: () => string;
  log: Log;
  events: Pick<EventHub<typeof pluginsContract>, 'emit'>;
}

export interface PluginService {
  handlers: Handlers<typeof pluginsContract>;
  /** Throws `CHANNEL_NOT_FOUND`. */
  view(channelId: string): PluginChain;
  /** Throws `PLUGIN_NOT_FOUND`. */
  findPlugin: (pluginId: string) => Promise<PluginEntry>;
  /** Ends a scan and all chains; what the plug-ins keep of themselves is in the set-up then. */
  close(): Promise<void>;
}

/** Plug-ins: which there are, and the chains of the studio's channels. */
export function createPluginService(options: PluginServiceOptions): PluginService {
  const { catalogue, store } = options;
  const chains = new Chains(options);

  return {
    view: (channelId) => chains.view(channelId),
    async findPlugin(pluginId) {
      await catalogue.scan(false);
      return catalogue.find(pluginId);
    },
    handlers: {
      ...createCatalogueHandlers(options),
      ...createChainHandlers(chains),
      ...createPresetHandlers(options, chains),
      'plugins.list': ({ channelId }) => {
        if (channelId === null) return catalogue.read().plugins;
        return store.readChannel(channelId).plugins.map(({ id, pluginId, name, vendor }) => ({
          id,
          name,
          vendor,
          category: catalogue.read().plugins.find((entry) => entry.id === pluginId)?.category ?? '',
        }));
      },
    },
    async close() {
      await catalogue.close();
      await chains.close();
    },
  };
}

function createCatalogueHandlers(options: PluginServiceOptions) {
  const { catalogue, ownFolders, consent, log } = options;
  /** What is so after the work. */
  const readAfter = (work: Promise<void>) => work.then(() => catalogue.read());

  return {
    'plugins.readCatalogue': () => catalogue.read(),
    'plugins.readConfinement': () => options.readConfinement(),
    'plugins.scan'({ isForced }) {
      // It continues when the screen is left; its failure is one of the program's, which the log keeps.
      catalogue
        .scan(isForced)
        .catch((error: unknown) => log.error('the plug-ins could not be scanned', error));
      return catalogue.read();
    },
    'plugins.cancelScan': () => readAfter(catalogue.cancel()),
    'plugins.retry': ({ path }) => readAfter(catalogue.retry(path)),
    'plugins.addFolder': ({ path }) => readAfter(addOwnFolder(ownFolders, path, consent)),
    'plugins.removeFolder': ({ path }) => readAfter(removeOwnFolder(ownFolders, path)),
  } satisfies Partial<Handlers<typeof pluginsContract>>;
}
