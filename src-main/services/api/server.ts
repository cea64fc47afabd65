import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { addressOf, assertFromProgram, assertScope } from './guard.ts';
import { createHandler } from './handle.ts';
import { IDLE_LIMIT_MS, type ApiServerParts } from './parts.ts';
import { ApiError, problemReply } from './reply.ts';
import { findOperation } from './routing.ts';

/** Bodies may be long: what does not move is ended by the idle limit, and small bodies have one of their own. */
const TIMEOUTS = {
  headersTimeout: 5000,
  requestTimeout: 0,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
};
/** A thousand listeners, and calls beside them. */
const MAX_CONNECTIONS = 2048;

/** The API over HTTP, not yet listening. */
export function createApiServer(parts: ApiServerParts): Server {
  const serve = createHandler(parts);
  const server = createServer(TIMEOUTS, (request, response) => {
    void serve(request, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(IDLE_LIMIT_MS);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return void socket.destroy();
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void upgrade(parts, request, socket, head);
  });
  return server;
}

async function upgrade(
  parts: ApiServerParts,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => undefined);
  try {
    assertFromProgram(request, request.socket.localPort ?? 0);
    const { pathname, searchParams } = addressOf(request);
    const key = await parts.authorize(request.headers.authorization);
    const match = findOperation('GET', pathname);
    if (match.operation.route.action.kind !== 'events')
      throw new ApiError('NOT_FOUND', 'A WebSocket is at /api/v1/events alone.');
    assertScope(key, match);
    parts.events.upgrade(request, socket, head, searchParams);
  } catch (error) {
    const { status, body } = problemReply(error);
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      () => socket.destroy(),
    );
  }
}
