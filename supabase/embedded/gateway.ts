/**
 * The paths of a hosted project: /rest/v1, /auth/v1, /functions/v1, and the outbox. At a socket for SoundDesk itself, and at
 * a loopback port for all others. Requests for other hosts are refused, so that no web page reaches it by DNS rebinding.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  Agent,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { ListenOptions } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentSecurityPolicy } from '../../src-shared/domain/security.ts';
import type { AuthHandler } from './auth/index.ts';
import { outboxPage, type Outbox } from './outbox.ts';
import { createBodyReader, drop, RefusedRequest, type BodyReader } from './requestBody.ts';
import { addressOf, requireOwnRequest, setSafeHeaders } from './requestGuard.ts';

export type FunctionHandler = (request: Request) => Promise<Response>;

export interface GatewayOptions {
  port: number;
  /** Where it listens as well, in a folder that is closed to everybody else; what was left there is removed. */
  socketPath: string;
  /** PostgREST's socket now; null while it is being restarted. */
  restSocket(): string | null;
  auth: AuthHandler;
  functions: Readonly<Record<string, FunctionHandler>>;
  outbox: Outbox;
  outboxToken: string;
  /** Distinguishes this backend from another one on the same port. */
  instance: string;
  keys: readonly string[];
  /** How long a body may take to arrive. */
  bodyTimeoutMs?: number;
  onError: (message: string, error: unknown) => void;
}

export interface Gateway {
  readonly port: number;
  close(): Promise<void>;
}

const KIB = 1024;
/** The largest bodies that there are: a page of the site with 200,000 characters, and feedback with its diagnostics. */
const REST_LIMIT_BYTES = 1024 * KIB;
const AUTH_LIMIT_BYTES = 64 * KIB;
const FUNCTION_LIMIT_BYTES = 256 * KIB;
const LARGE_FUNCTIONS = new Set(['submit-feedback']);
const LARGE_FUNCTION_LIMIT_BYTES = 1024 * KIB;

const BODY_TIMEOUT_MS = 20_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** A connection without traffic, e.g. because the answer is not read. */
const IDLE_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 120_000;
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

/** Starts to listen on 127.0.0.1 and at the socket. Port 0 takes a free one. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const inside: Inside = {
    agent: new Agent({ keepAlive: true, maxSockets: 64 }),
    bodies: createBodyReader(options.bodyTimeoutMs ?? BODY_TIMEOUT_MS),
  };
  const atPort = createGatewayServer(options, inside);
  const atSocket = createGatewayServer(options, inside);
  await listen(atPort, { port: options.port, host: '127.0.0.1' });
  try {
    rmSync(options.socketPath, { force: true });
    await listen(atSocket, { path: options.socketPath });
    chmodSync(options.socketPath, 0o600);
  } catch (error) {
    await end(atPort);
    throw error;
  }
  const address = atPort.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    async close() {
      inside.agent.destroy();
      await Promise.all([end(atPort), end(atSocket)]);
    },
  };
}

function createGatewayServer(options: GatewayOptions, inside: Inside): Server {
  const server = createServer({ connectionsCheckingInterval: 2000 }, (request, response) => {
    answer(options, inside, request, response)
      .catch((error: unknown) => answerFailure(options, request, response, error))
      .finally(() => drop(request));
  });
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = HEADERS_TIMEOUT_MS + BODY_TIMEOUT_MS;
  server.timeout = IDLE_TIMEOUT_MS;
  return server;
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

interface Inside {
  agent: Agent;
  bodies: BodyReader;
}

function answerFailure(
  { onError }: GatewayOptions,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  if (response.headersSent) return void response.destroy();
  if (error instanceof RefusedRequest) return refuse(request, response, error);
  onError(`${request.method} ${request.url?.split('?')[0]} failed`, error);
  send(response, 500, {
    code: 500,
    error_code: 'unexpected_failure',
    msg: "Unexpected failure, please check the backend's log.",
  });
}

/** In the shape of the service that was called, so that each client finds the message. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message }: RefusedRequest,
): void {
  const path = request.url ?? '';
  if (status === 503) response.setHeader('retry-after', '1');
  if (path.startsWith('/auth/'))
    return send(response, status, { code: status, error_code: 'validation_failed', msg: message });
  const code = { 408: 'TOO_SLOW', 413: 'TOO_LARGE', 415: 'BAD_ENCODING' }[status] ?? 'BAD_REQUEST';
  if (path.startsWith('/functions/'))
    return send(response, status, { success: false, error: { code, message } });
  send(response, status, { code, message });
}

function listen(server: Server, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => resolve());
  });
}

async function answer(
  options: GatewayOptions,
  { agent, bodies }: Inside,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  setSafeHeaders(response);
  const url = requireOwnRequest(request);
  if (request.method === 'OPTIONS') {
    const wanted = request.headers['access-control-request-headers'];
    response.writeHead(204, { ...CORS, ...(wanted ? { 'access-control-allow-headers': wanted } : {}) });
    return void response.end();
  }
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
  const [, area, path = ''] = /^\/(rest|auth|functions)\/v1(?:\/(.*))?$/.exec(url.pathname) ?? [];
  if (area && !KEYLESS.has(`${request.method} ${url.pathname}`) && !hasKey(options, request, url, area))
    return send(response, 401, {
      message: 'Invalid API key',
      hint: 'Send the key of this backend as "apikey".',
    });
  const body = await bodies.read(request, response, limitOf(area, path));
  if (!area) return answerItself(options, url, response);
  if (area === 'rest')
    return proxy(options, agent, request, response, { path: `/${path}${url.search}`, body });
  // Tokens and keys are in these answers.
  response.setHeader('cache-control', 'no-store');
  const webRequest = toWebRequest(request, url, body);
  if (area === 'auth') return sendWeb(response, await options.auth(webRequest, path, addressOf(request)));
  const handler = Object.hasOwn(options.functions, path) ? options.functions[path] : undefined;
  if (!handler)
    return send(response, 404, { code: 'NOT_FOUND', message: 'Requested function was not found' });
  return sendWeb(response, await handler(webRequest));
}

function limitOf(area: string | undefined, path: string): number {
  if (area === 'rest') return REST_LIMIT_BYTES;
  if (area === 'auth') return AUTH_LIMIT_BYTES;
  if (area === undefined) return 0;
  return LARGE_FUNCTIONS.has(path) ? LARGE_FUNCTION_LIMIT_BYTES : FUNCTION_LIMIT_BYTES;
}

/** What is neither the database's nor an account's. */
function answerItself(options: GatewayOptions, url: URL, response: ServerResponse): void | Promise<void> {
  switch (url.pathname) {
    case '/outbox':
      return sendOutbox(options, url, response);
    case '/instance':
      response.removeHeader('access-control-allow-origin');
      return void response.end(options.instance);
    case '/health':
      return send(response, 200, { status: 'ok' });
    default:
      return send(response, 404, { message: 'no Route matched with those values' });
  }
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
/** Written by a proxy that is trusted, and none is in front of this gateway: a client's word. */
const PROXY_HEADERS = [
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded'],
  ...['cf-connecting-ip', 'true-client-ip', 'x-client-ip'],
];
/** The body was read before, whole, and the name of the answering program is not passed on. */
const DROPPED_REQUEST_HEADERS = new Set([...HOP_HEADERS, ...PROXY_HEADERS, 'content-length', 'expect']);
const DROPPED_ANSWER_HEADERS = new Set([...HOP_HEADERS, 'server']);

async function proxy(
  options: GatewayOptions,
  agent: Agent,
  request: IncomingMessage,
  response: ServerResponse,
  { path, body }: { path: string; body: Buffer },
): Promise<void> {
  const socketPath = options.restSocket();
  if (socketPath === null) {
    response.setHeader('retry-after', '1');
    return send(response, 503, {
      code: 'PGRST002',
      message: 'The database is being started again. Retrying.',
    });
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !DROPPED_REQUEST_HEADERS.has(name)),
  );
  // As for functions: what counts visitors goes by the address that this gateway saw, never by the client's word.
  headers['x-forwarded-for'] = addressOf(request);
  const hasBody = body.length > 0 || request.headers['content-length'] !== undefined;
  if (hasBody) headers['content-length'] = String(body.length);
  const url = new URL(path, 'http://localhost');
  url.searchParams.delete('apikey');
  const key = request.headers.apikey;
  if (!headers.authorization && typeof key === 'string') headers.authorization = `Bearer ${key}`;
  await new Promise<void>((resolve, reject) => {
    const upstream = httpRequest(
      {
        socketPath,
        agent,
        method: request.method,
        path: path.includes('apikey=') ? url.pathname + url.search : path,
        headers: { ...headers, host: 'localhost' },
      },
      (from) => {
        const passed = Object.entries(from.headers).filter(([name]) => !DROPPED_ANSWER_HEADERS.has(name));
        for (const [name, value] of passed) if (value !== undefined) response.setHeader(name, value);
        response.writeHead(from.statusCode ?? 502);
        pipeline(from, response).then(resolve, reject);
      },
    );
    // Who reads an answer slowly on purpose keeps no connection to the database from others.
    const timer = setTimeout(() => response.destroy(), ANSWER_TIMEOUT_MS);
    upstream.on('error', reject);
    response.on('close', () => {
      clearTimeout(timer);
      if (!response.writableFinished) upstream.destroy();
    });
    upstream.end(body);
  });
}

function toWebRequest(request: IncomingMessage, url: URL, body: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !PROXY_HEADERS.includes(name))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The functions' rate limits go by the address that this gateway saw, never by the client's word.
  headers.set('x-forwarded-for', addressOf(request));
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(hasBody ? { body: new Uint8Array(body) } : {}) });
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
