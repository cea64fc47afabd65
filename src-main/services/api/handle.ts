import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_ROOT, API_ROUTES, writeOpenApi } from '../../../src-shared/api/index.ts';
import type { Log } from '../ports.ts';
import type { Call } from './call.ts';
import { sendFile } from './download.ts';
import { addressOf, assertFromProgram, assertScope } from './guard.ts';
import { createIdempotency } from './idempotency.ts';
import { readInput } from './input.ts';
import type { LiveKey } from './keys.ts';
import { createRateLimit } from './limits.ts';
import { IDLE_LIMIT_MS, type ApiServerParts } from './parts.ts';
import { perform } from './perform.ts';
import { ApiError, problemReply, type Reply } from './reply.ts';
import { findOperation } from './routing.ts';

/** What calls have in common. */
interface Serving extends ApiServerParts {
  rates: ReturnType<typeof createRateLimit>;
  idempotency: ReturnType<typeof createIdempotency>;
}

/** Answers a call, whatever comes, and reports it to the log. */
export function createHandler(parts: ApiServerParts) {
  const serving: Serving = {
    ...parts,
    rates: createRateLimit(parts.nowMs),
    idempotency: createIdempotency(parts.nowMs),
  };
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
      const reply = await answer(serving, request, response, (found) => (key = found));
      if (reply) send(request, response, reply);
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy();
      logFault(parts.log, error, request.url ?? '');
      send(request, response, problemReply(error));
    }
  };
}

/** null: it was sent already. */
async function answer(
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  onKey: (key: LiveKey) => void,
): Promise<Reply | null> {
  assertFromProgram(request, request.socket.localPort ?? 0);
  const { pathname, searchParams } = addressOf(request);
  if (pathname === `${API_ROOT}/openapi.json` && request.method === 'GET') return documentReply();
  // Who has no key learns nothing of what there is.
  const key = await serving.authorize(request.headers.authorization);
  onKey(key);
  const waitSec = serving.rates.take(key.id);
  if (waitSec !== null)
    throw new ApiError('TOO_MANY_REQUESTS', 'This key calls too often. Wait a moment.', {
      'retry-after': String(waitSec),
    });
  const match = findOperation(request.method ?? 'GET', pathname);
  const scope = assertScope(key, match);
  const input = await readInput(request, match, searchParams);
  const { route } = match.operation;
  if (route.action.kind === 'events') {
    if (request.method === 'HEAD')
      throw new ApiError('METHOD_NOT_ALLOWED', 'Events are read with GET.', { allow: 'GET' });
    serving.events.stream(request, response, input.query);
    return null;
  }
  if (route.action.kind === 'download') {
    const file = input.parsed as Record<string, string>;
    await sendFile(serving.client, route.action.of, file, request, response);
    return null;
  }
  // Work may take longer than a connection may be idle; an upload moves meanwhile.
  if (route.action.kind !== 'upload') waitPatiently(request, response);
  return await performOnce(serving, {
    request,
    match,
    input,
    key,
    scope,
    signal: signalOf(response, route.method),
  });
}

let documentText: string | null = null;

/** The document needs no key: it says nothing of this computer. */
function documentReply(): Reply {
  documentText ??= JSON.stringify(writeOpenApi(API_ROUTES));
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: documentText,
    isRetryable: false,
  };
}

/** Counts and does it; with an `Idempotency-Key` once. */
async function performOnce(serving: Serving, call: Call): Promise<Reply> {
  const { request, input, key, scope } = call;
  const { route } = call.match.operation;
  const run = async (): Promise<Reply> => {
    try {
      if (route.startsWork) await serving.count(key, scope);
      return await perform(serving, call);
    } catch (error) {
      logFault(serving.log, error, route.id);
      return problemReply(error);
    }
  };
  const named = request.headersDistinct['idempotency-key'];
  if (named === undefined || route.method !== 'post' || route.action.kind === 'upload') return await run();
  if (named.length > 1 || !/^[!-~]{1,200}$/.test(named[0] ?? ''))
    throw new ApiError('BAD_INPUT', 'An Idempotency-Key has 1 to 200 printable characters.');
  const fingerprint = `${request.url}\n${input.bodyText}`;
  const reply = await serving.idempotency.once(`${key.id} ${named[0]}`, fingerprint, run);
  if (!reply) throw new ApiError('KEY_REUSED', 'This Idempotency-Key was used for another call.');
  return reply;
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

function waitPatiently({ socket }: IncomingMessage, response: ServerResponse): void {
  socket.setTimeout(0);
  response.once('finish', () => socket.setTimeout(IDLE_LIMIT_MS));
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
