import { createReadStream, realpathSync, statSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, isAbsolute, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

const MIME_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Vite puts a hash into the name of every file in this folder: such a file never changes. */
const HASHED_FILE = /^assets\/.+-[\w-]{8,}\.\w+$/;
/** Writes the address of the host into the page. */
const HOST_META = '<meta name="sounddesk-host" content="websocket">';

export type Resolution =
  | { kind: 'file'; path: string; stats: Stats; isImmutable: boolean }
  | { kind: 'page' }
  | { kind: 'missing' };

/**
 * What a URL path stands for inside `root`: one of its files, the page (for every path that is
 * not a file's, so that its router finds its way), or nothing. Nothing outside `root` is
 * reached, by dots, encodings or links.
 */
export function resolvePath(root: string, urlPath: string): Resolution {
  let path: string;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    // Not a valid encoding: there is no such file.
    return { kind: 'missing' };
  }
  if (path.includes('\0') || path.includes('\\')) return { kind: 'missing' };
  const isPagePath = extname(path) === '';
  const found = containedFile(root, path);
  if (found && found.inside !== 'index.html') {
    return {
      kind: 'file',
      path: found.path,
      stats: found.stats,
      isImmutable: HASHED_FILE.test(found.inside),
    };
  }
  return isPagePath || found ? { kind: 'page' } : { kind: 'missing' };
}

function containedFile(root: string, path: string): { path: string; inside: string; stats: Stats } | null {
  try {
    const realRoot = realpathSync(root);
    const realPath = realpathSync(join(realRoot, path));
    const inside = relative(realRoot, realPath);
    if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return null;
    const stats = statSync(realPath);
    return stats.isFile() ? { path: realPath, inside: inside.replaceAll('\\', '/'), stats } : null;
  } catch {
    // No such file.
    return null;
  }
}

/** Answers a GET or HEAD with a file of `root` or with its page. Headers that every answer has are set already. */
export async function serveStatic(
  root: string,
  urlPath: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const resolution = resolvePath(root, urlPath);
  switch (resolution.kind) {
    case 'file':
      return await sendFile(resolution, request, response);
    case 'page':
      return await sendPage(root, request, response);
    case 'missing':
      return sendText(response, 404, 'There is no such file.');
  }
}

/** A short answer in plain words. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(response.req.method === 'HEAD' ? undefined : `${text}\n`);
}

async function sendFile(
  file: Extract<Resolution, { kind: 'file' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const etag = `"${file.stats.size.toString(36)}-${Math.round(file.stats.mtimeMs).toString(36)}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  response.writeHead(200, {
    'Content-Type': MIME_TYPES[extname(file.path).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': file.stats.size,
  });
  if (request.method === 'HEAD') return void response.end();
  await pipeline(createReadStream(file.path), response);
}

async function sendPage(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let html: string;
  try {
    html = await readFile(join(root, 'index.html'), 'utf8');
  } catch {
    return sendText(response, 503, 'The pages of SoundDesk have not been built yet. Run "npm start" once.');
  }
  const page = html.replace(/<head(\s[^>]*)?>/i, (head) => `${head}${HOST_META}`);
  const body = Buffer.from(page);
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.byteLength,
    'Cache-Control': 'no-cache',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
