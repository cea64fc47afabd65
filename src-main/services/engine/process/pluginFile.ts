import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { FilePlugin, PluginInspection } from '../pluginContract.ts';
import type { InsertAddon } from './insertAddon.ts';
import { readPresetFile } from './presetFile.ts';
import { PluginSandbox } from './pluginSandbox.ts';
import { PluginSlot } from './pluginSlot.ts';

/** Long enough to cost little, short enough for plug-ins that allocate by it. */
const BLOCK_FRAMES = 1024;

export interface FileChainOptions {
  plugin: FilePlugin;
  addon: InsertAddon;
  hostPath: string;
  env: NodeJS.ProcessEnv;
  sampleRate: number;
  channels: number;
}

export interface FileChain {
  insertId: number;
  inspect(): Promise<PluginInspection>;
  /** Why it died, if it did. */
  readonly failure: RpcError | null;
  close(): Promise<void>;
}

/** One plug-in in a process of its own, for a file: no deadlines, and every block waits for the one before. */
export async function openFileChain(options: FileChainOptions): Promise<FileChain> {
  const { plugin, addon, sampleRate } = options;
  const channels = options.channels === 1 ? 1 : 2;
  if (options.channels > 2) {
    throw failWith('BAD_OPTION', 'pluginsMonoStereo', { values: { channels: options.channels } });
  }
  const format = { channels, rateHz: sampleRate, blockFrames: BLOCK_FRAMES } as const;
  const { insertId, memoryName } = addon.createInsert({ ...format, isFileMode: true });
  let failure: RpcError | null = null;
  const sandbox = new PluginSandbox({
    ...format,
    memoryName,
    hostPath: options.hostPath,
    env: options.env,
    bundles: [plugin.path],
    onEvent: () => undefined,
    onDied: ({ code, reason }) =>
      (failure = failWith(code, 'pluginFailed', { values: { path: plugin.path, reason } })),
    onWarning: () => undefined,
  });
  const slot = new PluginSlot({
    id: 'file',
    pluginId: plugin.pluginId,
    name: plugin.path,
    path: plugin.path,
    isBypassed: false,
    state: null,
    sideChain: null,
  });
  const close = async () => {
    await sandbox.close();
    addon.destroyInsert(insertId);
  };
  try {
    await slot.load(sandbox, 0);
    if (plugin.presetPath !== null) {
      await sandbox.call('readPreset', { instanceId: slot.id, ...readPresetFile(plugin.presetPath) });
    }
    for (const { parameter, value } of plugin.parameters) await slot.setParameter(sandbox, parameter, value);
  } catch (error) {
    await close();
    throw failure ?? error;
  }
  return {
    insertId,
    async inspect() {
      const parameters = await slot.readParameters(sandbox);
      if (!slot.running) throw failWith('PLUGIN_NOT_LOADED', 'pluginDoesNotRun');
      return { parameters, running: slot.running };
    },
    get failure() {
      return failure;
    },
    close,
  };
}
