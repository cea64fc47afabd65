import path from 'node:path';
import { APP_HOST, APP_SCHEME } from './origin.ts';

export type AssetDecision =
  | { kind: 'file'; path: string; contentType: string }
  | { kind: 'refused'; status: 400 | 403 | 404 | 405; reason: string };

/** The little of a file system that is asked; injected so that it can be Electron's, which reads archives. */
export interface AssetFileSystem {
  /** The path without symbolic links; throws where nothing is there. */
  realpath(file: string): string;
  isFile(file: string): boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * The file under `root` that a request of ours stands for. A path without an extension that names no
 * file is a screen: the page itself is served and its router takes over.
 */
export function resolveAsset(
  request: { url: string; method: string },
  root: string,
  files: AssetFileSystem,
): AssetDecision {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refused(405, `method ${request.method}`);
  }
  const url = URL.parse(request.url);
  if (!url) return refused(400, 'not an address');
  if (url.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST || url.username || url.password) {
    return refused(403, 'another origin');
  }
  const segments = readSegments(url.pathname);
  if (!segments) return refused(400, 'a path that names no file of ours');
  const isScreen = path.extname(segments.at(-1) ?? '') === '';
  const wanted = containedFile(root, segments, files);
  if (wanted.kind === 'file' || wanted.status !== 404 || !isScreen) return wanted;
  return containedFile(root, ['index.html'], files);
}

/**
 * The parts of a path, each decoded once, or null where a part is one that no file of ours has:
 * separators and `..` that were encoded, null bytes, drive letters and alternate streams (`:`).
 */
function readSegments(pathname: string): string[] | null {
  const segments: string[] = [];
  for (const raw of pathname.split('/')) {
    if (raw === '') continue;
    const segment = decodeOnce(raw);
    if (segment === null || /[\\/:\u0000-\u001f]/.test(segment) || /^\.+\s*$/.test(segment)) return null;
    segments.push(segment);
  }
  return segments;
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not a failure of ours: the request holds a stray percent sign and is refused as a whole.
    return null;
  }
}

/** A file that lies under root when all links are followed; compared by relative path, not by prefix. */
function containedFile(root: string, segments: readonly string[], files: AssetFileSystem): AssetDecision {
  const file = path.join(root, ...segments);
  let realRoot: string;
  let realFile: string;
  try {
    realRoot = files.realpath(root);
    realFile = files.realpath(file);
  } catch {
    return refused(404, 'no such file');
  }
  const relative = path.relative(realRoot, realFile);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    return refused(403, 'outside the root');
  }
  if (!files.isFile(realFile)) return refused(404, 'not a file');
  const contentType = CONTENT_TYPES[path.extname(realFile).toLowerCase()] ?? 'application/octet-stream';
  return { kind: 'file', path: realFile, contentType };
}

function refused(status: 400 | 403 | 404 | 405, reason: string): AssetDecision {
  return { kind: 'refused', status, reason };
}
