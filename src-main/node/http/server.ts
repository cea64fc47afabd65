import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../services/ports.ts';
import { boundConnections } from './connections.ts';
import { judgeRequest, ownAuthority, securityHeaders } from './policy.ts';
import { sendText, serveStatic } from './staticFiles.ts';

/** Only this machine: no interface of a network is ever opened. */
const LOOPBACK = '127.0.0.1';

/** Headers that come byte by byte, and bodies, which nobody needs here. Looked at each second. */
const TIMEOUTS = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 };
const IDLE_LIMIT_MS = 30_000;

export interface PageServerOptions {
  rendererDir: string;
  log: Log;
  /** Small answers at fixed paths, beside the files. */
  texts: Readonly<Record<string, string>>;
  /** Where pages may connect to beyond this host. */
  connectSources?: readonly string[];
}

/** An HTTP server, not yet listening, that serves the pages to this machine. */
export function createPageServer(options: PageServerOptions): Server {
  const server = createServer(TIMEOUTS, (request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      // A page that was closed while it loaded is no failure.
      if (!request.destroyed) options.log.error('a page could not be served', error, { url: request.url });
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'This page could not be served. The log says why.');
    });
  });
  // A connection on which nothing moves: a page that is not read, too.
  server.setTimeout(IDLE_LIMIT_MS);
  boundConnections(server);
  return server;
}

async function answer(
  { rendererDir, texts, connectSources }: PageServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const port = request.socket.localPort ?? 0;
  for (const [name, value] of Object.entries(securityHeaders(port, connectSources)))
    response.setHeader(name, value);
  const judgement = judgeRequest(request, port);
  if (judgement.kind === 'refused') {
    // What follows on this connection may be part of what was refused.
    response.shouldKeepAlive = false;
    response.once('finish', () => request.socket.destroySoon());
    return sendText(response, judgement.status, judgement.reason);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendText(response, 405, 'Pages can only be read here.');
  }
  if (judgement.kind === 'elsewhere') {
    response.setHeader('Location', `http://${ownAuthority(port)}${request.url ?? '/'}`);
    return sendText(response, 307, `This is http://${ownAuthority(port)}.`);
  }
  const urlPath = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
  const text = Object.hasOwn(texts, urlPath) ? texts[urlPath] : undefined;
  if (text !== undefined) return void response.setHeader('Cache-Control', 'no-store').end(text);
  await serveStatic(rendererDir, urlPath, request, response);
}

/** Listens on `port` of the loopback interface, 0 for any free one; answers the port. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
