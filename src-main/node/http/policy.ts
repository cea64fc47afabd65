import { contentSecurityPolicy } from '../../../src-shared/domain/security.ts';

/** The names under which a page of this host may be open: only these reach it. */
export function ownAuthorities(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

/**
 * Whether a request was meant for this host: a page of another name that resolves to 127.0.0.1
 * (DNS rebinding) sends that name as its Host.
 */
export function isHostAllowed(host: string | undefined, port: number): boolean {
  return host !== undefined && ownAuthorities(port).includes(host.toLowerCase());
}

/** Whether a page may open the socket. Browsers always say which page asks; so whoever does not say is refused. */
export function isOriginAllowed(
  origin: string | undefined,
  port: number,
  alsoAllowed: readonly string[] = [],
): boolean {
  if (origin === undefined) return false;
  return (
    ownAuthorities(port).some((authority) => origin === `http://${authority}`) || alsoAllowed.includes(origin)
  );
}

/** Headers of every answer. */
export function securityHeaders(
  port: number,
  connectSources: readonly string[] = [],
): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy([
      ...ownAuthorities(port).map((authority) => `ws://${authority}`),
      ...connectSources,
    ]),
    'X-Content-Type-Options': 'nosniff',
    // The address holds no token (it is in the fragment), still nobody else needs to see it.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'microphone=(self), camera=(self), display-capture=(self), geolocation=(), payment=(), usb=(), serial=()',
  };
}
