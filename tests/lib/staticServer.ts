import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listen } from '../../src-main/node/http/server.ts';
import { leavePort, listenAgain } from './keptPort.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export interface StaticServer {
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves a folder on a free loopback port for a test page. `fallback` answers paths that are not
 * files, as a web server does for a single-page app; `headers` go with every answer, `headersOf` with that of a path.
 */
export async function serveFolder(
  root: string,
  options: {
    fallback?: string;
    headers?: Record<string, string>;
    headersOf?: (path: string) => Record<string, string>;
  } = {},
): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const relative = path.normalize(decodeURIComponent(pathname)).replace(/^[/\\]+/, '');
    const page = () => send(path.join(root, relative, 'index.html'));
    // "/" is the shell, like every path that is neither a file nor a page drawn ahead.
    void send(path.join(root, relative))
      .catch(page)
      .catch(async () => {
        if (options.fallback) return send(path.join(root, options.fallback));
        response.writeHead(404).end();
      });
    async function send(file: string): Promise<void> {
      const body = await readFile(file);
      response
        .writeHead(200, {
          ...options.headers,
          ...options.headersOf?.(pathname),
          // As a web server should: these files' names change with what is in them.
          ...(relative.startsWith('assets/')
            ? { 'cache-control': 'public, max-age=31536000, immutable' }
            : {}),
          'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        })
        .end(body);
    }
  });
  const port = await listenAgain(root, (wanted) => listen(server, wanted));
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          leavePort(root, port);
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
