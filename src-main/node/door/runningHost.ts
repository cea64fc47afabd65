import { once } from 'node:events';
import WebSocket from 'ws';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { appContract, PROTOCOL_VERSION } from '../../../src-shared/contract/index.ts';
import { createClient, introduce, type Channel } from '../../../src-shared/rpc/index.ts';
import { createWebSocketChannel } from '../http/webSocketChannel.ts';
import { RPC_PATH } from '../http/rpcSocket.ts';
import type { StartToken } from './startToken.ts';

const LIMIT_MS = 5000;

/**
 * A link that pairs one browser, from the host that has written this token. Rejects where it does not run any more, and
 * where another program has its port: that one hears nothing of use.
 */
export async function createLinkOfRunning(startToken: StartToken): Promise<string> {
  const client = createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    openChannel: () => openChannelOfRunning(startToken),
  });
  try {
    return unwrap(await client.call('browsers.createLink')).url;
  } finally {
    client.close();
  }
}

async function openChannelOfRunning({ port, token }: StartToken): Promise<Channel> {
  const origin = `http://127.0.0.1:${port}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${RPC_PATH}`, { origin, handshakeTimeout: LIMIT_MS });
  await once(socket, 'open');
  const channel = createWebSocketChannel(socket);
  await introduce(channel, { kind: 'secret', secret: token, browser: null }, { origin, limitMs: LIMIT_MS });
  return channel;
}
