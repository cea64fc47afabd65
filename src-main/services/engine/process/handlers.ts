import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import type { EngineProcessContract } from '../contract.ts';
import type { Addon } from './addon.ts';
import { createCaptureHandlers } from './captureHandlers.ts';
import { createCleanHandlers } from './cleanHandlers.ts';
import { createDeviceHandlers } from './deviceHandlers.ts';
import { createLiveHandlers } from './liveHandlers.ts';
import { createPluginHandlers } from './pluginHandlers.ts';
import { createTakeHandlers } from './takeHandlers.ts';

/** The engine process's answers, on the addon that `loadAddon` gives. */
export function createEngineProcessHandlers(
  loadAddon: () => Addon,
  events: EventHub<EngineProcessContract>,
  pluginHostPath?: string,
): Handlers<EngineProcessContract> {
  const plugins = createPluginHandlers({ loadAddon, events, hostPath: pluginHostPath });
  return {
    ...createCaptureHandlers(loadAddon, events, plugins.attachment),
    ...plugins.handlers,
    ...createTakeHandlers(loadAddon, events),
    ...createDeviceHandlers(loadAddon, events),
    ...createLiveHandlers(loadAddon, events),
    ...createCleanHandlers(loadAddon, events, plugins.openForFile),
    'process.ping': () => undefined,
    'process.readBuild': () => loadAddon().build,
  };
}
