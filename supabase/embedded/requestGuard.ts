/** What a request must be before anybody looks at what it asks for. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RefusedRequest } from './requestBody.ts';

/** Two of them can be read in two ways, by two programs. */
const SINGLE_HEADERS = new Set([
  'host',
  'apikey',
  'authorization',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'x-supabase-api-version',
]);
const OWN_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** The address that is asked for; throws where the request is ambiguous or meant for another host. */
export function requireOwnRequest(request: IncomingMessage): URL {
  const seen = new Set<string>();
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    if (SINGLE_HEADERS.has(name) && seen.has(name))
      throw new RefusedRequest(400, `The header ${name} was sent twice.`);
    seen.add(name);
  }
  const host = request.headers.host ?? '';
  // A page of another site whose name was made to lead here (DNS rebinding) sends its own name.
  if (!OWN_HOST.test(host)) throw new RefusedRequest(403, 'This address is not served here.');
  const target = request.url ?? '';
  // In any other form it names a host of its own.
  if (!/^\/(?![/\\])/.test(target)) throw new RefusedRequest(400, 'The request names no path.');
  return new URL(target, `http://${host}`);
}

/** Nothing that is answered here is a page, a script or a frame. */
export function setSafeHeaders(response: ServerResponse): void {
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('cross-origin-resource-policy', 'same-site');
}

/**
 * The network address that this connection came from; what a client says of itself counts nothing. Who came by the socket
 * is SoundDesk on this machine, for its pages here.
 */
export function addressOf({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:(?=[\d.]+$)/, '');
}
