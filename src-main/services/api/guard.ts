import type { IncomingMessage } from 'node:http';
import { scopeFor, type KeyScope } from '../../../src-shared/api/index.ts';
import type { LiveKey } from './keys.ts';
import { ApiError } from './reply.ts';
import type { Match } from './routing.ts';

/**
 * Whether a request comes from a program on this computer and was meant for this server. A page of a browser says its
 * origin: none may call, since a key is no cookie and does not belong into a page. A page of another name that leads
 * here (DNS rebinding) sends that name as its Host.
 */
export function assertFromProgram(request: IncomingMessage, port: number): void {
  const { headersDistinct, url = '' } = request;
  if (!url.startsWith('/')) throw new ApiError('BAD_INPUT', 'Ask for a path of this server.');
  const hosts = headersDistinct.host ?? [];
  const allowed = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (hosts.length !== 1 || !allowed.includes(hosts[0]?.toLowerCase() ?? ''))
    throw new ApiError('MISDIRECTED', `This is http://127.0.0.1:${port}; it has no other name.`);
  const site = headersDistinct['sec-fetch-site']?.[0] ?? 'none';
  if (headersDistinct.origin !== undefined || site !== 'none')
    throw new ApiError('ORIGIN_REFUSED', 'Pages of a browser cannot call this API: call it from a program.');
}

export function addressOf({ url = '' }: IncomingMessage): URL {
  // Two slashes would begin the name of another host.
  if (url.startsWith('//') || !URL.canParse(url, 'http://127.0.0.1'))
    throw new ApiError('BAD_INPUT', 'This is no address of the API.');
  return new URL(url, 'http://127.0.0.1');
}

/** By which of its scopes the key may do this. */
export function assertScope({ scopes, name }: LiveKey, { operation: { route } }: Match): KeyScope {
  const scope = scopeFor(scopes, route);
  if (scope === null)
    throw new ApiError('SCOPE_MISSING', `The key “${name}” may not do this: it lacks “${route.scope}”.`);
  return scope;
}
