import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { API_ROOT, API_ROUTES, writeOpenApi } from '../../../src-shared/api/index.ts';
import type { ApiCallView } from '../../../src-shared/contract/api.ts';
import type { Log } from '../ports.ts';
import { sendFile } from './download.ts';
import { assertFromProgram } from './guard.ts';
import { createIdempotency } from './idempotency.ts';
import { readInput } from './input.ts';
import type { LiveKey } from './keys.ts';
import { createRateLimit } from './limits.ts';
import { perform, type Call, type PerformParts } from './perform.ts';
import { ApiError, problemReply, type Reply } from './reply.ts';
import { findOperation, type Match } from './routing.ts';

/** Bodies may be long: what does not move is ended by the idle limit, and small bodies have one of their own. */
const TIMEOUTS = {
  headersTimeout: 5000,
  requestTimeout: 0,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
};
const IDLE_LIMIT_MS = 60_000;
/** A thousand listeners, and calls beside them. */
const MAX_CONNECTIONS = 2048;

export interface ApiServerParts extends PerformParts {
  /** Whose key this is. Throws an `ApiError` where it opens nothing. */
  authorize(header: string | undefined): Promise<LiveKey>;
  /** Throws an `ApiError` where the month has no call left; counts it otherwise. */
  count(): Promise<void>;
  events: {
    stream(request: IncomingMessage, response: ServerResponse, query: Record<string, unknown>): void;
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, search: URLSearchParams): void;
  };
  onCall(call: ApiCallView): void;
  log: Log;
}

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

function createHandler(parts: ApiServerParts) {
  const rates = createRateLimit(parts.nowMs);
  const idempotency = createIdempotency(parts.nowMs);
  let document: string | null = null;

  /** null: it was sent already. */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    onKey: (key: LiveKey) => void,
  ): Promise<Reply | null> {
    assertFromProgram(request, request.socket.localPort ?? 0);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === `${API_ROOT}/openapi.json` && request.method === 'GET') {
      document ??= JSON.stringify(writeOpenApi(API_ROUTES));
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: document,
        isRetryable: false,
      };
    }
    const { authorization } = request.headers;
    // Who has no key learns nothing of what there is.
    const key = await parts.authorize(authorization);
    onKey(key);
    const waitSec = rates.take(key.id);
    if (waitSec !== null)
      throw new ApiError('TOO_MANY_REQUESTS', 'This key calls too often. Wait a moment.', {
        'retry-after': String(waitSec),
      });
    const match = findOperation(request.method ?? 'GET', pathname);
    assertScope(key, match);
    const input = await readInput(request, match, searchParams);
    const { route } = match.operation;
    if (route.action.kind === 'events') {
      parts.events.stream(request, response, input.query);
      return null;
    }
    if (route.action.kind === 'download') {
      await sendFile(
        parts.client,
        route.action.of,
        input.parsed as Record<string, string>,
        request,
        response,
      );
      return null;
    }
    const call: Call = { request, match, input, key, signal: signalOf(response, route.method) };
    const run = async (): Promise<Reply> => {
      try {
        if (route.startsWork) await parts.count();
        return await perform(parts, call);
      } catch (error) {
        logFault(parts.log, error, route.id);
        return problemReply(error);
      }
    };
    const repeated = request.headersDistinct['idempotency-key'];
    if (repeated === undefined || route.method !== 'post' || route.action.kind === 'upload')
      return await run();
    if (repeated.length > 1 || !/^[!-~]{1,200}$/.test(repeated[0] ?? ''))
      throw new ApiError('BAD_INPUT', 'An Idempotency-Key has 1 to 200 printable characters.');
    const fingerprint = `${request.url}\n${input.bodyText}`;
    const reply = await idempotency.once(`${key.id} ${repeated[0]}`, fingerprint, run);
    if (!reply) throw new ApiError('KEY_REUSED', 'This Idempotency-Key was used for another call.');
    return reply;
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedMs = performance.now();
    let key: LiveKey | null = null;
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    response.once('close', () =>
      parts.onCall({
        atMs: parts.nowMs(),
        key: key?.name ?? null,
        method: request.method ?? '',
        path: (request.url ?? '').split('?', 1)[0]?.slice(0, 300) ?? '',
        status: response.statusCode,
        tookMs: performance.now() - startedMs,
      }),
    );
    try {
      const reply = await answer(request, response, (found) => (key = found));
      if (reply) send(request, response, reply);
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy();
      logFault(parts.log, error, request.url ?? '');
      send(request, response, problemReply(error));
    }
  };
}

function assertScope({ scopes, name }: LiveKey, { operation }: Match): void {
  const { scope } = operation.route;
  if (!scopes.includes(scope))
    throw new ApiError('SCOPE_MISSING', `The key “${name}” may not do this: it lacks “${scope}”.`);
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { status, headers, body } = reply;
  // What of the body was not read may look like another request.
  if (!request.complete) {
    response.shouldKeepAlive = false;
    response.once('finish', () => request.socket.destroySoon());
  }
  if (status === 200 && headers.etag !== undefined && request.headers['if-none-match'] === headers.etag)
    return void response.writeHead(304, { etag: headers.etag }).end();
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Who reads and leaves wants no answer; what was begun is done all the same. */
function signalOf(response: ServerResponse, method: string): AbortSignal {
  const abort = new AbortController();
  if (method === 'get') response.once('close', () => abort.abort());
  return abort.signal;
}

function logFault(log: Log, error: unknown, what: string): void {
  if (problemReply(error).status === 500) log.error('a call of the API failed', error, { what });
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
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
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
