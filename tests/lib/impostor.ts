import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export interface Impostor {
  port: number;
  /** What pages have sent it: targets of requests, headers and frames. */
  heard: string[];
  close(): Promise<void>;
}

/** Another program on a host's port: it takes every socket, writes down what it hears and answers as it is told. */
export async function startImpostor(
  port: number,
  onFrame: (frame: string, socket: WebSocket) => void = () => undefined,
): Promise<Impostor> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.end('another program');
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      // Only text is sent before a host has proved itself.
      const frame = (data as Buffer).toString('utf8');
      heard.push(frame);
      onFrame(frame, socket);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
