import { randomUUID } from 'node:crypto';
import { createEventHub, createRouter } from '../../../../src-shared/rpc/index.ts';
import {
  ADDON_ARGUMENT,
  ENGINE_PROCESS_VERSION,
  engineProcessContract,
  WITHOUT_PLUGINS,
  type EngineProcessContract,
} from '../contract.ts';
import { endWithParent } from './ending.ts';
import { pluginHostBeside } from '../pluginEnvironment.ts';
import { createEngineProcessHandlers } from './handlers.ts';
import { createAddonLoader } from './loadAddon.ts';
import { openParentChannel } from './parentChannel.ts';

/**
 * Entry of the engine process: the only place that loads the native addon. It ends with its
 * parent, its take cleanly, and leaves Ctrl-C to it: a terminal sends that to every process
 * of the group.
 */
const events = createEventHub<EngineProcessContract>();
const addonPath = process.argv
  .find((argument) => argument.startsWith(ADDON_ARGUMENT))
  ?.slice(ADDON_ARGUMENT.length);
const handlers = createEngineProcessHandlers(
  createAddonLoader(addonPath),
  events,
  addonPath === undefined || process.argv.includes(WITHOUT_PLUGINS) ? undefined : pluginHostBeside(addonPath),
);
const router = createRouter({
  contract: engineProcessContract,
  handlers,
  events,
  protocolVersion: ENGINE_PROCESS_VERSION,
  createCorrelationId: () => randomUUID(),
  log: ({ correlationId, name, error }) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${name} failed (${correlationId}): ${reason}\n`);
  },
});

process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
const channel = openParentChannel();
router.connect(channel);
channel.onClose(() =>
  endWithParent(() => void handlers['capture.stop'](undefined, { signal: AbortSignal.timeout(0) })),
);
