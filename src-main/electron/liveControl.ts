import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import type { EngineState } from '../../src-shared/contract/engine.ts';
import { unwrap, type RpcFailure } from '../../src-shared/contract/errors.ts';
import { liveInputOf } from '../../src-shared/contract/liveInput.ts';
import {
  createClient,
  createMemoryChannelPair,
  type Client,
  type Router,
} from '../../src-shared/rpc/index.ts';

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
