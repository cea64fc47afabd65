import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  admit,
  MAX_MESSAGE_BYTES,
  type Channel,
  type Door,
  type Router,
} from '../../../src-shared/rpc/index.ts';
import { isOriginAllowed, judgeRequest, onlyValueOf } from './policy.ts';
import { createWaitingRoom } from './waitingRoom.ts';
import { createWebSocketChannel } from './webSocketChannel.ts';

export const RPC_PATH = '/rpc';
const HEARTBEAT_INTERVAL_MS = 15_000;
/** So late, this program stood still itself, e.g. in a sleep: answers to the last ping are still on their way. */
const LATE_MS = 5000;
/** Pages of the owner. Strangers are counted apart. */
const MAX_MEMBERS = 64;
const CLOSE_GOING_AWAY = 1001;

export interface RpcSocketOptions {
  router: Router;
  port: () => number;
  /** Who may come in, for a connection of this `User-Agent`. */
  door: (userAgent: string | undefined) => Door;
  /** Hears that a paired browser has come. */
  onBrowserCame: (browserId: string) => void;
  allowedOrigins?: readonly string[];
}

/** Serves the router over WebSockets to pages of this host's own origin that have proved that they may come in. */
export function createRpcSocket(options: RpcSocketOptions): {
  onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Ends the pages of a browser that may not come in any more. */
  dismiss(browserId: string): void;
  close(): void;
} {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const heartbeat = startHeartbeat(server);
  const waiting = createWaitingRoom();
  /** By the browser, where it is a paired one. */
  const members = new Map<Channel, string | null>();

  async function receive(socket: WebSocket, transport: Duplex, head: Buffer, request: IncomingMessage) {
    heartbeat.follow(socket);
    const channel = createWebSocketChannel(socket);
    const leave = waiting.enter(socket, transport, head.byteLength);
    const visitor = await admit(channel, {
      door: options.door(request.headers['user-agent']),
      origin: request.headers.origin ?? '',
    });
    leave();
    if (!visitor) return;
    if (members.size >= MAX_MEMBERS) return socket.close(CLOSE_GOING_AWAY, 'Too many pages are open.');
    members.set(channel, visitor.browserId);
    channel.onClose(() => members.delete(channel));
    if (visitor.browserId !== null) options.onBrowserCame(visitor.browserId);
    options.router.connect(channel);
    channel.send({ kind: 'admit' });
  }

  return {
    onUpgrade(request, socket, head) {
      const refusal = refusalOf(request, options);
      if (refusal) return refuse(socket, refusal);
      server.handleUpgrade(request, socket, head, (accepted) => {
        void receive(accepted, socket, head, request);
      });
    },
    dismiss(browserId) {
      for (const [channel, id] of [...members]) if (id === browserId) channel.close();
    },
    close() {
      heartbeat.stop();
      for (const socket of server.clients) {
        socket.close(CLOSE_GOING_AWAY, 'SoundDesk is closing.');
        // Those who do not answer the close are not waited for.
        setTimeout(() => socket.terminate(), 200).unref();
      }
      server.close();
    },
  };
}

/** Ends connections whose peer does not answer any more. */
function startHeartbeat(server: WebSocketServer): { follow(socket: WebSocket): void; stop(): void } {
  const answered = new WeakSet<WebSocket>();
  let beatAtMs = performance.now();
  const timer = setInterval(() => {
    const isLate = performance.now() - beatAtMs > HEARTBEAT_INTERVAL_MS + LATE_MS;
    beatAtMs = performance.now();
    for (const socket of server.clients) {
      if (!answered.delete(socket) && !isLate) socket.terminate();
      else socket.ping();
    }
  }, HEARTBEAT_INTERVAL_MS);
  timer.unref();
  return {
    follow(socket) {
      answered.add(socket);
      socket.on('pong', () => answered.add(socket));
    },
    stop: () => clearInterval(timer),
  };
}

function refusalOf(request: IncomingMessage, options: RpcSocketOptions): string | null {
  const port = options.port();
  const judgement = judgeRequest(request, port);
  if (judgement.kind === 'refused' && judgement.status === 400) return '400 Bad Request';
  if (judgement.kind !== 'ours') return '421 Misdirected Request';
  if (!isOriginAllowed(onlyValueOf(request, 'origin'), port, options.allowedOrigins)) return '403 Forbidden';
  if (request.url !== RPC_PATH) return '404 Not Found';
  return null;
}

function refuse(socket: Duplex, status: string): void {
  // A peer that went away while it was being refused needs nothing more.
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
