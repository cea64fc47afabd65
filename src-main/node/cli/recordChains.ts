import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CaptureSetUp } from '../../../src-shared/domain/captureSetUp.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { PluginChain, pluginsContract } from '../../../src-shared/contract/plugins.ts';
import { createEventHub, type EventHub } from '../../../src-shared/rpc/index.ts';
import type { ChainStore } from '../../services/capture/index.ts';
import type { EngineService } from '../../services/engine/index.ts';
import { createPluginService, presetFolders, readConfinement } from '../../services/plugins/index.ts';
import type { Log } from '../../services/ports.ts';
import { findDataDir } from '../dataDir.ts';
import { PLUGIN_HOST_PATH } from '../project.ts';
import { createCommandCatalogue } from './pluginCatalogue.ts';

export interface RecordChainOptions {
  setUp: CaptureSetUp;
  engine: EngineService;
  store: ChainStore;
  log: Log;
  /** Whatever keeps a plug-in from its work: the channel is recorded without it. */
  note: (message: string) => void;
}

export interface RecordChains {
  /** Finds the plug-ins that the set-up names; before the session starts. */
  find(): Promise<void>;
  /** Says which of them are not at work; after the session has started. */
  check(): void;
  close(): Promise<void>;
}

/** The plug-ins of a recording's channels. They are opened by the session's start, and dry where they fail. */
export function createRecordChains({ setUp, engine, store, log, note }: RecordChainOptions): RecordChains {
  const channels = setUp.channels.filter(({ isEnabled, plugins }) => isEnabled && plugins.length > 0);
  if (channels.length === 0) return { find: async () => {}, check: () => undefined, close: async () => {} };
  const catalogue = createCommandCatalogue({ folders: null, log });
  const events: EventHub<typeof pluginsContract> = createEventHub();
  const nameOf = (channelId: string) => channels.find(({ id }) => id === channelId)?.name ?? channelId;
  const service = createPluginService({
    catalogue,
    store,
    log,
    events,
    engine: engine.plugins,
    createId: randomUUID,
    isCapturing: () => engine.capture.state.session !== null,
    presets: presetFolders(process.platform, process.env, homedir()),
    temporaryDir: join(findDataDir(), 'temporary'),
    // The app's to change; the catalogue knows them.
    ownFolders: { read: () => [], write: () => undefined },
    readConfinement: () => readConfinement(PLUGIN_HOST_PATH, process.env),
    consent: { require: () => Promise.reject(new Error('A recording adds no folders.')) },
  });
  events.subscribe('plugins.onMarked', ({ channelId, message }) => note(`${nameOf(channelId)}: ${message}`));
  return {
    async find() {
      try {
        await catalogue.scan(false);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        note(error.message);
      }
    },
    check() {
      for (const { id, name } of channels) {
        for (const message of obstaclesOf(service.view(id))) note(`${name}: ${message}`);
      }
    },
    close: () => service.close(),
  };
}

function obstaclesOf({ status, plugins }: PluginChain): string[] {
  if (status === 'opening') return ['its plug-ins are still being loaded. It is dry until they are there.'];
  if (status !== 'running') return ['its plug-ins could not be started. It is recorded without them.'];
  return plugins.flatMap(({ problem }) => problem?.message ?? []);
}
