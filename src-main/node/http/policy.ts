import type { IncomingMessage } from 'node:http';
import { contentSecurityPolicy } from '../../../src-shared/domain/security.ts';

/** The one name under which pages of this host are open. */
export const ownAuthority = (port: number): string => `127.0.0.1:${port}`;

/** The same place under a name that may lead elsewhere: another program may listen at `[::1]`. It is sent to our own. */
const otherAuthority = (port: number): string => `localhost:${port}`;

/**
 * Whether a request was meant for this host: a page of another name that resolves to 127.0.0.1
 * (DNS rebinding) sends that name as its Host.
 */
export function isHostAllowed(host: string | undefined, port: number): boolean {
  return host?.toLowerCase() === ownAuthority(port);
}

/** Whether a page may open the socket. Browsers always say which page asks; so anyone who does not say is refused. */
export function isOriginAllowed(
  origin: string | undefined,
  port: number,
  alsoAllowed: readonly string[] = [],
): boolean {
  if (origin === undefined) return false;
  return origin === `http://${ownAuthority(port)}` || alsoAllowed.includes(origin);
}

/** The one value of a header; undefined where it is missing or there are several, of which others may read another. */
export function onlyValueOf(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}

export type Judgement =
  | { kind: 'ours' }
  | { kind: 'elsewhere' }
  | { kind: 'refused'; status: 400 | 421; reason: string };

/** Whether a request is one that a browser sends for a page of ours: of one meaning, and to our name. */
export function judgeRequest(request: IncomingMessage, port: number): Judgement {
  // `GET http://other/ HTTP/1.1` and `*` are for proxies and servers of many hosts.
  if (!request.url?.startsWith('/')) return refused(400, 'Ask for a path of this host.');
  if (hasBody(request)) return refused(400, 'A request has no body here.');
  const host = onlyValueOf(request, 'host')?.toLowerCase();
  if (host === otherAuthority(port)) return { kind: 'elsewhere' };
  if (!isHostAllowed(host, port))
    return refused(421, `This is http://${ownAuthority(port)}; it has no other name.`);
  return { kind: 'ours' };
}

function refused(status: 400 | 421, reason: string): Judgement {
  return { kind: 'refused', status, reason };
}

/** A body is nothing that we read, and what looks like one to us may look like a second request to others. */
function hasBody({ headersDistinct }: IncomingMessage): boolean {
  const lengths = headersDistinct['content-length'];
  return (
    headersDistinct['transfer-encoding'] !== undefined ||
    (lengths !== undefined && (lengths.length > 1 || lengths[0] !== '0'))
  );
}

/** Headers of every answer. */
export function securityHeaders(
  port: number,
  connectSources: readonly string[] = [],
): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy([`ws://${ownAuthority(port)}`, ...connectSources]),
    'X-Content-Type-Options': 'nosniff',
    // The address holds no secret (it is in the fragment), still nobody else needs to see it.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'microphone=(self), camera=(self), display-capture=(self), geolocation=(), payment=(), usb=(), serial=()',
  };
}
