import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../services/ports.ts';
import { isHostAllowed, securityHeaders } from './policy.ts';
import { sendText, serveStatic } from './staticFiles.ts';

/** Only this machine: no interface of a network is ever opened. */
const LOOPBACK = '127.0.0.1';

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
  return createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      // A page that was closed while it loaded is no failure.
      if (!request.destroyed) options.log.error('a page could not be served', error, { url: request.url });
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'This page could not be served. The log says why.');
    });
  });
}

async function answer(
  { rendererDir, texts, connectSources }: PageServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const port = request.socket.localPort ?? 0;
  for (const [name, value] of Object.entries(securityHeaders(port, connectSources)))
    response.setHeader(name, value);
  if (!isHostAllowed(request.headers.host, port)) {
    return sendText(response, 421, `This is http://${LOOPBACK}:${port}; it has no other name.`);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendText(response, 405, 'Pages can only be read here.');
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
