import { TRUSTED_TYPES_POLICY } from '../../src-shared/domain/security.ts';

/** What browsers with Trusted Types have; the DOM's types do not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The only one that the page's Content-Security-Policy lets anybody make. It makes addresses, and never HTML. */
const policy = trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, { createScriptURL: ownAddress });

/**
 * The address of a script of ours, for a worker. Throws a `TypeError` for any other place.
 * The DOM's types take text, which a browser without Trusted Types wants.
 */
export function trustedScript(address: string): string {
  return (policy ? policy.createScriptURL(address) : ownAddress(address)) as string;
}

function ownAddress(address: string): string {
  const { origin, protocol, host, href } = new URL(address, globalThis.location.href);
  // The desktop app's own protocol has an origin of "null" to some browsers.
  const isOwn = protocol === globalThis.location.protocol && host === globalThis.location.host;
  if (isOwn && (origin !== 'null' || protocol.startsWith('sounddesk'))) return href;
  throw new TypeError(`${address} is no script of this page.`);
}
