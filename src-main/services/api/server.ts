import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { titleOf } from '../../../src-shared/api/index.ts';
import { addressOf, assertFromProgram, assertScope } from './guard.ts';
import { createHandler } from './handle.ts';
import { IDLE_LIMIT_MS, type ApiServerParts } from './parts.ts';
import { ApiError, problemReply } from './reply.ts';
import { findOperation } from './routing.ts';

const MAX_HEADER_BYTES = 16_384;
/** Bodies may be long: what does not move is ended by the idle limit, and small bodies have one of their own. */
const TIMEOUTS = {
  headersTimeout: 5000,
  requestTimeout: 0,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: MAX_HEADER_BYTES,
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
    refuse(socket, unreadable(error.code));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void upgrade(parts, request, socket, head);
  });
  return server;
}

/** Why what came is no request. */
function unreadable(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(
      'HEADERS_TOO_LARGE',
      `Address and headers together have ${MAX_HEADER_BYTES} bytes at most.`,
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('TOO_SLOW', 'The headers took too long.');
  return new ApiError('BAD_INPUT', 'This is no request of HTTP.');
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
    refuse(socket, error);
  }
}

/** A problem where there is no response to write it into. */
function refuse(socket: Duplex, error: unknown): void {
  const { status, body } = problemReply(error);
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${status} ${titleOf(status)}\r\nConnection: close\r\nContent-Type: application/problem+json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
