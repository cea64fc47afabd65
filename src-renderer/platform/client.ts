import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { createClient, type Channel, type Client } from '../../src-shared/rpc/index.ts';
import { findAccessToken } from './accessToken.ts';
import { findDesktopBridge } from './electron.ts';
import { isServedByHost } from './servedByHost.ts';
import { openSocketChannel } from './websocket.ts';

export type PlatformClient = Client<AppContract>;

/** A host that restarts is found again soon, one that is gone is not asked without end. */
const RECONNECT_DELAYS_MS = [250, 500, 1000, 2000, 5000];

/** The one client of the page, over whatever transport is here. */
export async function createPlatformClient(onProblem: (error: RpcFailure) => void): Promise<PlatformClient> {
  const { openChannel, token } = await chooseTransport(onProblem);
  return createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    ...(token === undefined ? {} : { token }),
    openChannel,
    reconnectDelaysMs: RECONNECT_DELAYS_MS,
    onProblem,
  });
}

async function chooseTransport(
  onProblem: (error: RpcFailure) => void,
): Promise<{ openChannel: () => Channel | Promise<Channel>; token?: string }> {
  const bridge = findDesktopBridge();
  if (bridge) return { openChannel: () => bridge.openChannel() };
  if (!isServedByHost())
    return { openChannel: async () => (await import('./browser/index.ts')).openBrowserChannel(onProblem) };
  const token = await findAccessToken();
  return { openChannel: openSocketChannel, ...(token === undefined ? {} : { token }) };
}
