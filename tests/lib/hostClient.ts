import WebSocket from 'ws';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import {
  createClient,
  createIdentity,
  IDENTITY_CURVE,
  introduce,
  type Channel,
  type Client,
  type Identity,
  type Introduction,
} from '../../src-shared/rpc/index.ts';
import { createWebSocketChannel } from '../../src-main/node/http/webSocketChannel.ts';

/** A client of a headless host, as its page would be one: over the socket, with its origin, let in by the host's token. */
export function connectToHost(host: { port: number; token: string }): Client<AppContract> {
  return createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    openChannel: () => openHostChannel(host),
  });
}

/** A connection over which the host and this side have proved who they are. */
export function openHostChannel({ port, token }: { port: number; token: string }): Promise<Channel> {
  return openChannelAs(port, { kind: 'secret', secret: token, browser: null });
}

/** The same as a page of this origin. */
export async function openChannelAs(
  port: number,
  introduction: Introduction,
  origin = `http://127.0.0.1:${port}`,
): Promise<Channel> {
  const channel = await openBareChannel(port, origin);
  await introduce(channel, introduction, { origin });
  return channel;
}

/** The socket alone, before its first frame. */
export function openBareChannel(port: number, origin = `http://127.0.0.1:${port}`): Promise<Channel> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, { origin });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(createWebSocketChannel(socket)));
    socket.once('error', reject);
  });
}

/** The key of a browser that a test stands for. */
export async function createBrowserIdentity(): Promise<Identity> {
  return createIdentity(await crypto.subtle.generateKey(IDENTITY_CURVE, false, ['sign', 'verify']));
}
