import type { pluginsContract } from '../../../src-shared/contract/plugins.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Chains } from './chains.ts';

/** The chains of channels, and what is asked of one plug-in in them. */
export function createChainHandlers(chains: Chains) {
  return {
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
    'plugins.openEditor': ({ channelId, pluginId }) =>
      chains.onPlugin(channelId, pluginId, async (slot, engine) =>
        chains.adoptReport(await engine.call('plugins.openEditor', slot)),
      ),
    'plugins.closeEditor': ({ channelId, pluginId }) =>
      chains.onPlugin(channelId, pluginId, async (slot, engine) =>
        chains.adoptReport(await engine.call('plugins.closeEditor', slot)),
      ),
  } satisfies Partial<Handlers<typeof pluginsContract>>;
}
