import type { broadcastContract } from '../../src-shared/contract/broadcast.ts';
import type { broadcastSoundsContract } from '../../src-shared/contract/broadcastSounds.ts';
import type { broadcastAccountsContract } from '../../src-shared/contract/broadcastAccounts.ts';
import type { Handlers } from '../../src-shared/rpc/index.ts';
import {
  createBroadcastAccounts,
  type BroadcastAccountsService,
} from '../services/broadcastAccounts/index.ts';
import {
  createBroadcastService,
  createSceneRequests,
  createStartRequests,
  type BroadcastService,
} from '../services/broadcast/index.ts';
import type { EngineService } from '../services/engine/index.ts';
import type { LicenceService } from '../services/licence/index.ts';
import type { SecretStore } from '../services/ports.ts';
import type { CoreHub, CorePorts } from './ports.ts';

interface Parts {
  engine: EngineService;
  licence: LicenceService;
  secrets: SecretStore;
}

export interface OpenBroadcast {
  handlers: Handlers<
    typeof broadcastContract & typeof broadcastSoundsContract & typeof broadcastAccountsContract
  >;
  soundTracks: BroadcastService['soundTracks'];
  setWantsChat(isWanted: boolean): void;
  isLive(): Promise<boolean>;
  close(): Promise<void>;
}

/** Live broadcast, with the sound of the engine's mix, and the accounts at its platforms. */
export function openBroadcast(ports: CorePorts, hub: CoreHub, parts: Parts): OpenBroadcast {
  const { clock, log, createId, dataDir } = ports;
  const { capture } = parts.engine;
  const startRequests = createStartRequests(() => hub.emit('broadcast.onStartAsked', {}));
  const broadcast: BroadcastService = createBroadcastService({
    dataDir,
    secrets: parts.secrets,
    readLimits: () => parts.licence.readLimits(),
    sound: {
      get sampleRateHz() {
        return capture.state.session?.sampleRate ?? null;
      },
      read: (signal) => capture.readProgram(signal),
    },
    take: capture,
    nowMs: () => performance.now(),
    clock,
    createId,
    log,
    onChanged(view) {
      hub.emit('broadcast.onChanged', view);
      startRequests.onChanged(view);
      accounts.onBroadcastChanged(view);
    },
    onScenesEdited: (edit) => hub.emit('broadcast.onScenesEdited', { edit }),
    onSoundsChanged: (sounds) => hub.emit('broadcastSounds.onChanged', sounds),
  });
  const isLive = async () => (await broadcast.read()).live !== null;
  const sceneRequests = createSceneRequests({
    createId,
    isLive,
    onAsked: (request) => hub.emit('broadcast.onSceneAsked', request),
  });
  const accounts = createBroadcastAccounts({
    secrets: parts.secrets,
    env: ports.env,
    addresses: ports.platformAddresses,
    broadcast,
    clock,
    log,
    onChanged: (view) => hub.emit('broadcastAccounts.onChanged', view),
    onChatChanged: (change) => hub.emit('broadcastAccounts.onChatChanged', change),
  });
  return {
    handlers: { ...startRequests.handlers, ...sceneRequests, ...withAccounts(broadcast, accounts) },
    soundTracks: () => broadcast.soundTracks(),
    setWantsChat: (isWanted) => accounts.setWantsChat(isWanted),
    isLive,
    async close() {
      accounts.close();
      await broadcast.close();
    },
  };
}

/** Before the start, the platforms get the title and say where to send. */
function withAccounts(
  { handlers }: BroadcastService,
  accounts: BroadcastAccountsService,
): BroadcastService['handlers'] & BroadcastAccountsService['handlers'] {
  return {
    ...handlers,
    ...accounts.handlers,
    async 'broadcast.start'(input, context) {
      const isLive = (await handlers['broadcast.read'](undefined, context)).live !== null;
      // Two at once are refused by the broadcast; the one that runs keeps its titles.
      if (isLive) return await handlers['broadcast.start'](input, context);
      try {
        await accounts.prepare(input);
        return await handlers['broadcast.start'](input, context);
      } catch (error) {
        await accounts.end();
        throw error;
      }
    },
  };
}
