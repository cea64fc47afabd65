/**
 * One loopback port with the paths of a hosted project: /rest/v1, /auth/v1, /functions/v1, and the
 * outbox. Requests for other hosts are refused, so that no web page reaches it by DNS rebinding.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import {
  createServer,
  request as httpRequest,
  Agent,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentSecurityPolicy } from '../../src-shared/domain/security.ts';
import type { AuthHandler } from './auth/index.ts';
import { outboxPage, type Outbox } from './outbox.ts';

export type FunctionHandler = (request: Request) => Promise<Response>;

export interface GatewayOptions {
  port: number;
  /** PostgREST's port now; null while it is being restarted. */
  restPort(): number | null;
  auth: AuthHandler;
  functions: Readonly<Record<string, FunctionHandler>>;
  outbox: Outbox;
  outboxToken: string;
  /** Tells this backend from another one on the same port. */
  instance: string;
  keys: readonly string[];
  onError: (message: string, error: unknown) => void;
}

export interface Gateway {
  readonly port: number;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** What a browser may send and read, as a hosted project's gateway allows it. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-expose-headers':
    'content-range, content-location, location, link, x-total-count, x-supabase-api-version, preference-applied',
  'access-control-max-age': '3600',
};
/** Opened from mails and by health checks: without a key. */
const KEYLESS = new Set([
  'GET /auth/v1/verify',
  'GET /auth/v1/health',
  'GET /auth/v1/.well-known/jwks.json',
  'POST /functions/v1/paypal-webhook',
  'POST /functions/v1/psfaba-webhook',
  'POST /functions/v1/unsubscribe-status',
]);

/** Starts to listen on 127.0.0.1. Port 0 takes a free one. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const server = createServer((request, response) => {
    answer(options, agent, request, response).catch((error: unknown) => {
      options.onError(`${request.method} ${request.url?.split('?')[0]} failed`, error);
      if (response.headersSent) response.destroy();
      else
        send(response, 500, {
          code: 500,
          error_code: 'unexpected_failure',
          msg: "Unexpected failure, please check the backend's log.",
        });
    });
  });
  server.requestTimeout = 60_000;
  await listen(server, options.port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

async function answer(
  options: GatewayOptions,
  agent: Agent,
  request: IncomingMessage,
  response: ServerResponse,
) {
  // Two of them have two meanings: we would judge the one, and others read the other.
  const [host = '', ...others] = request.headersDistinct.host ?? [];
  if (others.length > 0 || !/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host))
    return send(response, 403, { message: 'This address is not served here.' });
  const url = new URL(request.url ?? '/', `http://${host}`);
  if (request.method === 'OPTIONS') {
    const wanted = request.headers['access-control-request-headers'];
    response.writeHead(204, { ...CORS, ...(wanted ? { 'access-control-allow-headers': wanted } : {}) });
    return void response.end();
  }
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
  if (url.pathname === '/outbox') return sendOutbox(options, url, response);
  if (url.pathname === '/instance') {
    response.removeHeader('access-control-allow-origin');
    return void response.end(options.instance);
  }
  if (url.pathname === '/health') return send(response, 200, { status: 'ok' });
  const [, area, path = ''] = /^\/(rest|auth|functions)\/v1(?:\/(.*))?$/.exec(url.pathname) ?? [];
  if (!area) return send(response, 404, { message: 'no Route matched with those values' });
  if (!KEYLESS.has(`${request.method} ${url.pathname}`) && !hasKey(options, request, url, area))
    return send(response, 401, {
      message: 'Invalid API key',
      hint: 'Send the key of this backend as "apikey".',
    });
  if (area === 'rest') return proxy(options, agent, request, response, `/${path}${url.search}`);
  const webRequest = await toWebRequest(request, url);
  if (!webRequest) return send(response, 413, { message: 'The request is too large.' });
  if (area === 'auth')
    return sendWeb(response, await options.auth(webRequest, path, request.socket.remoteAddress ?? ''));
  const handler = Object.hasOwn(options.functions, path) ? options.functions[path] : undefined;
  if (!handler)
    return send(response, 404, { code: 'NOT_FOUND', message: 'Requested function was not found' });
  return sendWeb(response, await handler(webRequest));
}

/** Functions take the key as bearer token too. */
function hasKey({ keys }: GatewayOptions, request: IncomingMessage, url: URL, area: string): boolean {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const given = [
    request.headers.apikey,
    url.searchParams.get('apikey'),
    area === 'functions' ? bearer : null,
  ];
  return given.some((key) => typeof key === 'string' && keys.some((known) => isSame(key, known)));
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host', 'apikey'];
/** Written by a hosted project's proxy alone. */
const PROXY_HEADERS = ['cf-connecting-ip'];

async function proxy(
  options: GatewayOptions,
  agent: Agent,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const port = options.restPort();
  if (port === null) {
    response.setHeader('retry-after', '1');
    return send(response, 503, {
      code: 'PGRST002',
      message: 'The database is being started again. Retrying.',
    });
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => ![...HOP_HEADERS, ...PROXY_HEADERS].includes(name)),
  );
  // As for functions: what counts visitors goes by the address that this gateway saw, never by the client's word.
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  const url = new URL(path, 'http://localhost');
  url.searchParams.delete('apikey');
  const key = request.headers.apikey;
  if (!headers.authorization && typeof key === 'string') headers.authorization = `Bearer ${key}`;
  await new Promise<void>((resolve, reject) => {
    const upstream = httpRequest(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: request.method,
        path: path.includes('apikey=') ? url.pathname + url.search : path,
        headers,
      },
      (from) => {
        const passed = Object.entries(from.headers).filter(([name]) => !HOP_HEADERS.includes(name));
        for (const [name, value] of passed) if (value !== undefined) response.setHeader(name, value);
        response.writeHead(from.statusCode ?? 502);
        pipeline(from, response).then(resolve, reject);
      },
    );
    upstream.on('error', reject);
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.pipe(upstream);
  });
}

/** Null where the body is too large. */
async function toWebRequest(request: IncomingMessage, url: URL): Promise<Request | null> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The function's rate limits go by the address that this gateway saw, never by the client's word.
  headers.set('x-forwarded-for', request.socket.remoteAddress ?? '');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(hasBody ? { body: Buffer.concat(chunks) } : {}) });
}

async function sendWeb(response: ServerResponse, web: Response): Promise<void> {
  web.headers.forEach((value, name) => response.setHeader(name, value));
  response.writeHead(web.status);
  if (web.body) await pipeline(Readable.fromWeb(web.body), response);
  else response.end();
}

function send(response: ServerResponse, status: number, body: Record<string, unknown>): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Mails hold links that sign in: only who knows the token may read them. */
async function sendOutbox(options: GatewayOptions, url: URL, response: ServerResponse): Promise<void> {
  response.removeHeader('access-control-allow-origin');
  if (!isSame(url.searchParams.get('token') ?? '', options.outboxToken))
    return send(response, 403, {
      message: 'Open the outbox by the address that "sounddesk backend status" prints.',
    });
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(outboxPage(await options.outbox.list()));
}
