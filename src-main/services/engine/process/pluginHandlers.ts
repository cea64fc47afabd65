import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import type { EngineProcessContract } from '../contract.ts';
import type { pluginProcessContract } from '../pluginContract.ts';
import type { Addon } from './addon.ts';
import type { OpenForFile } from './cleanHandlers.ts';
import type { InsertAddon } from './insertAddon.ts';
import { OpenChains, type ChainAttachment } from './openChains.ts';
import { openFileChain } from './pluginFile.ts';

type PluginHandlers = Handlers<typeof pluginProcessContract>;

export interface PluginHandlerOptions {
  loadAddon: () => Addon;
  events: EventHub<EngineProcessContract>;
  /** The program that loads plug-ins. */
  hostPath: string | undefined;
}

/** The chains of all channels, each in its process. */
export function createPluginHandlers({ loadAddon, events, hostPath }: PluginHandlerOptions): {
  handlers: PluginHandlers;
  attachment: ChainAttachment;
  /** A plug-in for one file. */
  openForFile: OpenForFile;
} {
  const place = () => ({
    hostPath: requireHost(hostPath),
    env: process.env,
    addon: withInserts(loadAddon()),
  });
  const chains = new OpenChains({ place, notify: (event) => events.emit('plugins.onEvent', event) });
  const openForFile: OpenForFile = async (plugin, format) => openFileChain({ ...format, ...place(), plugin });
  // However this process ends, its sandboxes do not outlive it.
  process.on('exit', () => chains.kill());
  return { openForFile, attachment: chains, handlers: createHandlers(chains, openForFile) };
}

function createHandlers(chains: OpenChains, openForFile: OpenForFile): PluginHandlers {
  return {
    'plugins.openChain': (spec) => chains.open(spec),
    'plugins.closeChain': ({ channelId }) => chains.close(channelId),
    'plugins.readReport': ({ channelId }) => chains.of(channelId).report(),
    'plugins.restartChain': ({ channelId }) => chains.of(channelId).restart(),
    'plugins.load': ({ channelId, slot, position }) => chains.of(channelId).load(slot, position),
    'plugins.unload': ({ channelId, slotId }) => chains.of(channelId).unload(slotId),
    'plugins.move': ({ channelId, slotId, position }) => chains.of(channelId).move(slotId, position),
    'plugins.setBypassed': ({ channelId, slotId, isBypassed }) =>
      chains.of(channelId).setBypassed(slotId, isBypassed),
    'plugins.setSideChain': ({ channelId, slotId, sourceId }) =>
      chains.of(channelId).setSideChain(slotId, sourceId),
    'plugins.readParameters': ({ channelId, slotId }) => chains.of(channelId).readParameters(slotId),
    'plugins.setParameter': ({ channelId, slotId, parameter, value }) =>
      chains.of(channelId).setParameter(slotId, parameter, value),
    'plugins.readState': async ({ channelId, slotId }) => ({
      state: await chains.of(channelId).readState(slotId),
    }),
    'plugins.writeState': ({ channelId, slotId, state }) => chains.of(channelId).writeState(slotId, state),
    'plugins.readPreset': ({ channelId, slotId, path }) => chains.of(channelId).readPreset(slotId, path),
    'plugins.writePreset': ({ channelId, slotId, path }) => chains.of(channelId).writePreset(slotId, path),
    'plugins.openEditor': ({ channelId, slotId }) => chains.of(channelId).openEditor(slotId),
    'plugins.closeEditor': ({ channelId, slotId }) => chains.of(channelId).closeEditor(slotId),
    async 'plugins.inspect'({ plugin }) {
      const chain = await openForFile(plugin, { sampleRate: 48_000, channels: 2 });
      try {
        return await chain.inspect();
      } finally {
        await chain.close();
      }
    },
  };
}

function requireHost(hostPath: string | undefined): string {
  if (hostPath !== undefined) return hostPath;
  throw failWith('PLUGIN_HOST_UNAVAILABLE', 'pluginHostMissing');
}

function withInserts(addon: Addon): InsertAddon {
  if ('createInsert' in addon) return addon as Addon & InsertAddon;
  throw failWith('ENGINE_UNAVAILABLE', 'pluginsNotBuilt');
}
