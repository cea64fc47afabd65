import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { createClient, type Channel, type Client, type Words } from '../../src-shared/rpc/index.ts';
import { findDesktopBridge } from './electron.ts';
import { openHostChannel } from './pairing/index.ts';
import { isServedByHost } from './servedByHost.ts';

export type PlatformClient = Client<AppContract>;

/** A host that restarts is found again soon, one that is gone is not asked without end. */
const RECONNECT_DELAYS_MS = [250, 500, 1000, 2000, 5000];

/** The one client of the page, over whatever transport is here. */
export function createPlatformClient(onProblem: (error: RpcFailure) => void, words: Words): PlatformClient {
  return createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    openChannel: chooseTransport(onProblem),
    reconnectDelaysMs: RECONNECT_DELAYS_MS,
    onProblem,
    words,
  });
}

function chooseTransport(onProblem: (error: RpcFailure) => void): () => Channel | Promise<Channel> {
  const bridge = findDesktopBridge();
  if (bridge) return () => bridge.openChannel();
  if (!isServedByHost())
    return async () => (await import('./browser/index.ts')).openBrowserChannel(onProblem);
  return openHostChannel;
}
