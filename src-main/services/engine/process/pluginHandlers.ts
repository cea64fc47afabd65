import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import type { EngineProcessContract } from '../contract.ts';
import type { FilePlugin, pluginProcessContract } from '../pluginContract.ts';
import type { Addon } from './addon.ts';
import { attempt } from './failures.ts';
import type { CaptureSession } from './captureAddon.ts';
import type { InsertAddon } from './insertAddon.ts';
import { PluginChain } from './pluginChain.ts';
import type { ChainPlace } from './pluginProcess.ts';
import { openFileChain, type FileChain } from './pluginFile.ts';

type PluginHandlers = Handlers<typeof pluginProcessContract>;

/** What a capture session needs to know of the chains, and they of it. */
export interface ChainAttachment {
  /** A session has begun: every chain goes into its channel. null: it has ended. */
  onSession(session: Pick<CaptureSession, 'attachInsert'> | null): void;
  /** A channel was added or set anew. */
  onChannel(channelId: string): void;
}

export interface PluginHandlerOptions {
  loadAddon: () => Addon;
  events: EventHub<EngineProcessContract>;
  /** The program that loads plug-ins. */
  hostPath: string | undefined;
}

/** The chains of all channels, each in its process. */
export function createPluginHandlers(options: PluginHandlerOptions): {
  handlers: PluginHandlers;
  attachment: ChainAttachment;
  /** A plug-in for one file. */
  openForFile(plugin: FilePlugin, format: { sampleRate: number; channels: number }): Promise<FileChain>;
} {
  const chains = new Map<string, PluginChain>();
  let session: Parameters<ChainAttachment['onSession']>[0] = null;

  function attach(channelId: string, { insertId, sides }: ChainPlace): void {
    const running = session;
    if (!running) return;
    try {
      attempt(() => running.attachInsert(channelId, insertId, sides));
    } catch (error) {
      // A channel that is not in the session, since it is disabled or being removed: it is attached when it comes.
      complain(channelId, `not attached: ${String(error)}`);
    }
  }

  function open(spec: Parameters<PluginHandlers['plugins.openChain']>[0]): PluginChain {
    const { channelId } = spec;
    const chain = new PluginChain({
      spec,
      hostPath: requireHost(options.hostPath),
      env: process.env,
      addon: withInserts(options.loadAddon()),
      attach: (place) => attach(channelId, place),
      tell: (news) => options.events.emit('plugins.onNews', news),
      nowMs: Date.now,
      complain: (line) => complain(channelId, line),
    });
    chains.set(channelId, chain);
    return chain;
  }

  async function close(channelId: string): Promise<void> {
    const chain = chains.get(channelId);
    chains.delete(channelId);
    await chain?.close();
  }

  const chainOf = (channelId: string): PluginChain => {
    const chain = chains.get(channelId);
    if (chain) return chain;
    throw new RpcError('PLUGIN_NOT_LOADED', 'The plug-ins of this channel are not open.');
  };

  const openForFile = (plugin: FilePlugin, format: { sampleRate: number; channels: number }) =>
    openFileChain({
      ...format,
      plugin,
      addon: withInserts(options.loadAddon()),
      hostPath: requireHost(options.hostPath),
      env: process.env,
    });

  // However this process ends, its sandboxes do not outlive it.
  process.on('exit', () => chains.forEach((chain) => chain.kill()));

  return {
    openForFile,
    attachment: {
      onSession(next) {
        session = next;
        for (const [channelId, { place }] of chains)
          if (next && place.insertId !== null) attach(channelId, place);
      },
      onChannel(channelId) {
        const place = chains.get(channelId)?.place;
        if (place && place.insertId !== null) attach(channelId, place);
      },
    },
    handlers: {
      async 'plugins.openChain'(spec) {
        await close(spec.channelId);
        const chain = open(spec);
        try {
          return await chain.open();
        } catch (error) {
          await close(spec.channelId);
          throw error;
        }
      },
      'plugins.closeChain': ({ channelId }) => close(channelId),
      'plugins.readReport': ({ channelId }) => chainOf(channelId).report(),
      'plugins.restartChain': ({ channelId }) => chainOf(channelId).restart(),
      'plugins.load': ({ channelId, slot, position }) => chainOf(channelId).load(slot, position),
      'plugins.unload': ({ channelId, slotId }) => chainOf(channelId).unload(slotId),
      'plugins.move': ({ channelId, slotId, position }) => chainOf(channelId).move(slotId, position),
      'plugins.setBypassed': ({ channelId, slotId, isBypassed }) =>
        chainOf(channelId).setBypassed(slotId, isBypassed),
      'plugins.setSideChain': ({ channelId, slotId, sourceId }) =>
        chainOf(channelId).setSideChain(slotId, sourceId),
      'plugins.readParameters': ({ channelId, slotId }) => chainOf(channelId).readParameters(slotId),
      'plugins.setParameter': ({ channelId, slotId, parameter, value }) =>
        chainOf(channelId).setParameter(slotId, parameter, value),
      'plugins.readState': async ({ channelId, slotId }) => ({
        state: await chainOf(channelId).readState(slotId),
      }),
      'plugins.writeState': ({ channelId, slotId, state }) => chainOf(channelId).writeState(slotId, state),
      'plugins.readPreset': ({ channelId, slotId, path }) => chainOf(channelId).readPreset(slotId, path),
      'plugins.writePreset': ({ channelId, slotId, path }) => chainOf(channelId).writePreset(slotId, path),
      'plugins.openEditor': ({ channelId, slotId }) => chainOf(channelId).openEditor(slotId),
      async 'plugins.inspect'({ plugin }) {
        const chain = await openForFile(plugin, { sampleRate: 48_000, channels: 2 });
        try {
          return await chain.inspect();
        } finally {
          await chain.close();
        }
      },
      'plugins.closeEditor': ({ channelId, slotId }) => chainOf(channelId).closeEditor(slotId),
    },
  };
}

function complain(channelId: string, line: string): void {
  process.stderr.write(`plug-ins of ${channelId}: ${line.trimEnd()}\n`);
}

function requireHost(hostPath: string | undefined): string {
  if (hostPath !== undefined) return hostPath;
  throw new RpcError(
    'PLUGIN_HOST_UNAVAILABLE',
    'The audio engine was not told where the program is that loads plug-ins. Run "npm start" once.',
  );
}

function withInserts(addon: Addon): InsertAddon {
  if ('createInsert' in addon) return addon as Addon & InsertAddon;
  throw new RpcError(
    'ENGINE_UNAVAILABLE',
    'This build of the audio engine cannot use plug-ins. Run "npm start" once: it builds the engine anew.',
  );
}
