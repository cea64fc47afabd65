import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { MAX_MESSAGE_BYTES, type Channel, type Frame, type Router } from '../../../src-shared/rpc/index.ts';
import { isHostAllowed, isOriginAllowed } from './policy.ts';
import { createWebSocketChannel } from './webSocketChannel.ts';

export const RPC_PATH = '/rpc';
/** A connection that has not said the token by then is closed. */
const WELCOME_LIMIT_MS = 5000;
const HEARTBEAT_INTERVAL_MS = 15_000;
/** So late, this program stood still itself, e.g. in a sleep: answers to the last ping are still on their way. */
const LATE_MS = 5000;
const MAX_SOCKETS = 64;
const CLOSE_GOING_AWAY = 1001;

export interface RpcSocketOptions {
  router: Router;
  port: () => number;
  allowedOrigins?: readonly string[];
  welcomeLimitMs?: number;
}

/** Serves the router over WebSockets to pages of this host's own origin. */
export function createRpcSocket(options: RpcSocketOptions): {
  onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  close(): void;
} {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const answered = new WeakSet<WebSocket>();
  let beatAtMs = performance.now();
  const heartbeat = setInterval(() => {
    const isLate = performance.now() - beatAtMs > HEARTBEAT_INTERVAL_MS + LATE_MS;
    beatAtMs = performance.now();
    for (const socket of server.clients) {
      if (!answered.delete(socket) && !isLate) socket.terminate();
      else socket.ping();
    }
  }, HEARTBEAT_INTERVAL_MS);
  heartbeat.unref();

  function serve(socket: WebSocket): void {
    answered.add(socket);
    socket.on('pong', () => answered.add(socket));
    const channel = createWebSocketChannel(socket);
    options.router.connect(closeUnlessWelcomed(channel, options.welcomeLimitMs ?? WELCOME_LIMIT_MS));
  }

  return {
    onUpgrade(request, socket, head) {
      const refusal = refusalOf(request, options, server.clients.size);
      if (refusal) return refuse(socket, refusal);
      server.handleUpgrade(request, socket, head, serve);
    },
    close() {
      clearInterval(heartbeat);
      for (const socket of server.clients) {
        socket.close(CLOSE_GOING_AWAY, 'SoundDesk is closing.');
        // Those who do not answer the close are not waited for.
        setTimeout(() => socket.terminate(), 200).unref();
      }
      server.close();
    },
  };
}

function refusalOf(request: IncomingMessage, options: RpcSocketOptions, socketCount: number): string | null {
  const port = options.port();
  if (!isHostAllowed(request.headers.host, port)) return '421 Misdirected Request';
  if (!isOriginAllowed(request.headers.origin, port, options.allowedOrigins)) return '403 Forbidden';
  if (request.url !== RPC_PATH) return '404 Not Found';
  if (socketCount >= MAX_SOCKETS) return '503 Service Unavailable';
  return null;
}

function refuse(socket: Duplex, status: string): void {
  // A peer that went away while it was being refused needs nothing more.
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The channel, closed after `limitMs` unless the router has welcomed its peer by then. */
function closeUnlessWelcomed(channel: Channel, limitMs: number): Channel {
  const timer = setTimeout(() => channel.close(), limitMs);
  channel.onClose(() => clearTimeout(timer));
  return {
    send(frame) {
      if ((frame as Frame).kind === 'welcome') clearTimeout(timer);
      channel.send(frame);
    },
    isCongested: () => channel.isCongested(),
    onDrain: (listener) => channel.onDrain(listener),
    onFrame: (listener) => channel.onFrame(listener),
    onClose: (listener) => channel.onClose(listener),
    close: () => channel.close(),
  };
}
