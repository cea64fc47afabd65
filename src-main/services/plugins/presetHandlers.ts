import { mkdirSync } from 'node:fs';
import type { pluginsContract } from '../../../src-shared/contract/plugins.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Chains } from './chains.ts';
import { createPresetStore, readPresetFile, withTemporaryPreset, type PresetFolders } from './presets.ts';

export interface PresetHandlerOptions {
  presets: PresetFolders;
  /** For presets that come from and go to the screen; it is made when it is needed, private to the user. */
  temporaryDir: string;
}

/** The presets of plug-ins in chains: by name, and as files that the screen brings and takes. */
export function createPresetHandlers(options: PresetHandlerOptions, chains: Chains) {
  const { temporaryDir } = options;
  const presets = createPresetStore(options.presets);

  const withFile = <T>(content: Buffer | null, work: (path: string) => Promise<T>) => {
    mkdirSync(temporaryDir, { recursive: true, mode: 0o700 });
    return withTemporaryPreset(temporaryDir, content, work);
  };

  return {
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
        withFile(Buffer.from(data, 'base64'), (path) => engine.call('plugins.readPreset', { ...slot, path })),
      ),
    'plugins.exportPreset': ({ channelId, pluginId }) =>
      chains.onPlugin(channelId, pluginId, (slot, engine) =>
        withFile(null, async (path) => {
          await engine.call('plugins.writePreset', { ...slot, path });
          return { data: readPresetFile(path).toString('base64') };
        }),
      ),
  } satisfies Partial<Handlers<typeof pluginsContract>>;
}
