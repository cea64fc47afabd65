import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export interface Impostor {
  port: number;
  /** What pages have sent it: targets of requests, headers, bodies and frames. */
  heard: string[];
  close(): Promise<void>;
}

/** What makes a browser send a page's headers and body to a server of another origin. */
const LETS_EVERYTHING_IN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
};

/** Another program on a port of ours: it takes every socket, writes down what it hears and answers as the test sets. */
export async function startImpostor(
  port: number,
  onFrame: (frame: string, socket: WebSocket) => void = () => undefined,
): Promise<Impostor> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    request.setEncoding('utf8').on('data', (text: string) => heard.push(text));
    response.writeHead(200, LETS_EVERYTHING_IN).end('another program');
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
