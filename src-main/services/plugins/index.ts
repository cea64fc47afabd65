import { mkdirSync } from 'node:fs';
import type {
  PluginChain,
  PluginConfinement,
  pluginsContract,
} from '../../../src-shared/contract/plugins.ts';
import type { EventHub, Handlers } from '../../../src-shared/rpc/index.ts';
import type { ChainStore } from '../capture/index.ts';
import type { PluginEngine } from '../engine/index.ts';
import type { Log } from '../ports.ts';
import type { Catalogue } from './catalogue.ts';
import { Chains } from './chains.ts';
import type { FolderConsent } from './folderConsent.ts';
import { addOwnFolder, removeOwnFolder, type OwnFolders } from './ownFolders.ts';
import { createPresetStore, readPresetFile, withTemporaryPreset, type PresetFolders } from './presets.ts';

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
  /** Ends a scan and all chains; what the plug-ins keep of themselves is in the set-up then. */
  close(): Promise<void>;
}

/** Plug-ins: which there are, and the chains of the studio's channels. */
export function createPluginService(options: PluginServiceOptions): PluginService {
  const { catalogue, store, temporaryDir } = options;
  const chains = new Chains(options);
  const presets = createPresetStore(options.presets);

  const withFile = <T>(content: Buffer | null, work: (path: string) => Promise<T>) => {
    mkdirSync(temporaryDir, { recursive: true, mode: 0o700 });
    return withTemporaryPreset(temporaryDir, content, work);
  };

  return {
    view: (channelId) => chains.view(channelId),
    handlers: {
      'plugins.readCatalogue': () => catalogue.read(),
      'plugins.readConfinement': () => options.readConfinement(),
      'plugins.scan'({ isForced }) {
        // It goes on when the screen is left; its failure is one of the program's, which the log keeps.
        catalogue
          .scan(isForced)
          .catch((error: unknown) => options.log.error('the plug-ins could not be scanned', error));
        return catalogue.read();
      },
      'plugins.cancelScan': () => catalogue.cancel().then(() => catalogue.read()),
      'plugins.retry': ({ path }) => catalogue.retry(path).then(() => catalogue.read()),
      'plugins.addFolder': ({ path }) =>
        addOwnFolder(options.ownFolders, path, options.consent).then(() => catalogue.read()),
      'plugins.removeFolder': ({ path }) =>
        removeOwnFolder(options.ownFolders, path).then(() => catalogue.read()),
      'plugins.list': ({ channelId }) => {
        if (channelId === null) return catalogue.read().plugins;
        return store.readChannel(channelId).plugins.map(({ id, pluginId, name, vendor }) => ({
          ...{ id, name, vendor },
          category: catalogue.read().plugins.find((entry) => entry.id === pluginId)?.category ?? '',
        }));
      },
      'plugins.load': ({ channelId, pluginId, position }) => chains.load(channelId, pluginId, position),
      'plugins.unload': ({ channelId, pluginId }) => chains.unload(channelId, pluginId),
      'plugins.move': ({ channelId, pluginId, position }) => chains.move(channelId, pluginId, position),
      'plugins.setBypassed': ({ channelId, pluginId, isBypassed }) =>
        chains.setBypassed(channelId, pluginId, isBypassed),
      'plugins.setSideChain': ({ channelId, pluginId, sourceId }) =>
        chains.setSideChain(channelId, pluginId, sourceId),
      'plugins.readChain': ({ channelId }) => chains.read(channelId),
      'plugins.restart': ({ channelId }) => chains.restart(channelId),
      'plugins.readParameters': ({ channelId, pluginId }) =>
        chains.onPlugin(channelId, pluginId, (slot, engine) => engine.call('plugins.readParameters', slot)),
      'plugins.setParameter': ({ channelId, pluginId, parameter, value }) =>
        chains.onPlugin(channelId, pluginId, (slot, engine) =>
          engine.call('plugins.setParameter', { ...slot, parameter, value }),
        ),
      'plugins.readState': ({ channelId, pluginId }) =>
        chains.onPlugin(channelId, pluginId, (slot, engine) => engine.call('plugins.readState', slot)),
      'plugins.writeState': ({ channelId, pluginId, state }) =>
        chains.onPlugin(channelId, pluginId, (slot, engine) =>
          engine.call('plugins.writeState', { ...slot, state }),
        ),
      'plugins.listPresets': ({ channelId, pluginId }) => presets.list(chains.slotOf(channelId, pluginId)),
      'plugins.savePreset': ({ channelId, pluginId, name }) =>
        chains.onPlugin(channelId, pluginId, async (slot, engine) => {
          const plugin = chains.slotOf(channelId, pluginId);
          await presets.save(plugin, name, async (path) => {
            await engine.call('plugins.writePreset', { ...slot, path });
          });
          return presets.list(plugin);
        }),
      'plugins.loadPreset': ({ channelId, pluginId, preset }) =>
        chains.onPlugin(channelId, pluginId, (slot, engine) => {
          const path = presets.find(chains.slotOf(channelId, pluginId), preset);
          return engine.call('plugins.readPreset', { ...slot, path });
        }),
      'plugins.importPreset': ({ channelId, pluginId, data }) =>
        chains.onPlugin(channelId, pluginId, (slot, engine) =>
          withFile(Buffer.from(data, 'base64'), (path) =>
            engine.call('plugins.readPreset', { ...slot, path }),
          ),
        ),
      'plugins.exportPreset': ({ channelId, pluginId }) =>
        chains.onPlugin(channelId, pluginId, (slot, engine) =>
          withFile(null, async (path) => {
            await engine.call('plugins.writePreset', { ...slot, path });
            return { data: readPresetFile(path).toString('base64') };
          }),
        ),
      'plugins.openEditor': ({ channelId, pluginId }) =>
        chains.onPlugin(channelId, pluginId, async (slot, engine) =>
          chains.adoptReport(await engine.call('plugins.openEditor', slot)),
        ),
      'plugins.closeEditor': ({ channelId, pluginId }) =>
        chains.onPlugin(channelId, pluginId, async (slot, engine) =>
          chains.adoptReport(await engine.call('plugins.closeEditor', slot)),
        ),
    },
    async close() {
      await catalogue.close();
      await chains.close();
    },
  };
}
