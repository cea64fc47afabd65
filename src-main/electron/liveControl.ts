import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import type { EngineState, StartLiveInput } from '../../src-shared/contract/engine.ts';
import { unwrap, type RpcFailure } from '../../src-shared/contract/errors.ts';
import type { Settings } from '../../src-shared/contract/settings.ts';
import { findBuiltInPreset } from '../../src-shared/domain/presets.ts';
import {
  createClient,
  createMemoryChannelPair,
  type Client,
  type Router,
} from '../../src-shared/rpc/index.ts';

/** Without a preset: the defaults of document 1, section 9. */
const DEFAULT_SENSITIVITY = 70;
const DEFAULT_REDUCTION = 70;

/** The shell's own connection to the host: what the tray does goes the way that a page's calls go. */
export function connectShell(
  router: Pick<Router, 'connect'>,
  onProblem: (error: RpcFailure) => void,
): Client<AppContract> {
  const [ours, hosts] = createMemoryChannelPair();
  router.connect(hosts);
  return createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    openChannel: () => ours,
    onProblem,
  });
}

/** Starts noise cancellation as the settings say, or stops it. Throws an `RpcError`. */
export async function toggleLive(client: Client<AppContract>): Promise<EngineState> {
  const state = unwrap(await client.call('engine.readState'));
  if (state.live) return unwrap(await client.call('engine.stopLive'));
  const settings = unwrap(await client.call('settings.read'));
  return unwrap(await client.call('engine.startLive', liveInputOf(settings)));
}

/** What a session starts with: the same as from the dashboard, with or without a preset. */
export function liveInputOf(settings: Settings): StartLiveInput {
  const preset = findBuiltInPreset(settings.activePresetId);
  return {
    inputDeviceId: settings.inputDeviceId,
    outputDeviceId: settings.outputDeviceId,
    sampleRate: settings.sampleRate,
    bufferFrames: settings.bufferFrames,
    denoise: {
      engine: 'rnnoise',
      sensitivity: preset?.sensitivity ?? DEFAULT_SENSITIVITY,
      reduction: preset?.noiseReduction ?? DEFAULT_REDUCTION,
    },
    presetId: settings.activePresetId,
  };
}
