import WebSocket from 'ws';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { createClient, type Channel, type Client } from '../../src-shared/rpc/index.ts';
import { createWebSocketChannel } from '../../src-main/node/http/webSocketChannel.ts';

/** A client of a headless host, as its page would be one: over the socket, with its origin and token. */
export function connectToHost({ port, token }: { port: number; token: string }): Client<AppContract> {
  return createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    token,
    openChannel: () => openHostChannel(port),
  });
}

/** The socket alone, before its first frame. */
export function openHostChannel(port: number, origin = `http://127.0.0.1:${port}`): Promise<Channel> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, { origin });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(createWebSocketChannel(socket)));
    socket.once('error', reject);
  });
}
