/** Addresses in mails, and the tokens that they carry. */
import type { FunctionEnvironment } from './environment.ts';

/** Where links in mails lead: the configured site; on a machine of one's own, the port that the app runs on. */
export function linkOrigin(siteUrl: string | null, wanted: string | undefined): string | null {
  if (siteUrl === null) return null;
  const site = new URL(siteUrl);
  if (wanted === undefined || !isThisMachine(site)) return site.origin;
  const asked = new URL(wanted);
  return isThisMachine(asked) ? asked.origin : site.origin;
}

/** Whether nobody else's computer gets there. */
export const leadsToThisMachine = (origin: string): boolean => isThisMachine(new URL(origin));

const isThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost');

type Purpose = 'status-confirm' | 'status-unsubscribe';

/** `<id>.<signature>`: nothing of it is kept, so no reader of the database can make one. */
export async function signLink(
  { sealingSecret }: Pick<FunctionEnvironment, 'sealingSecret'>,
  purpose: Purpose,
  id: string,
): Promise<string> {
  const signature = await crypto.subtle.sign(
    'HMAC',
    await keyOf(sealingSecret, 'sign'),
    bytesOf(purpose, id),
  );
  return `${id}.${hexOf(new Uint8Array(signature))}`;
}

/** The id of a token that was signed for this purpose; else null. */
export async function readLink(
  { sealingSecret }: Pick<FunctionEnvironment, 'sealingSecret'>,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [, id = '', hex = ''] = /^([0-9a-f-]{36})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (id === '') return null;
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const isOurs = await crypto.subtle.verify(
    'HMAC',
    await keyOf(sealingSecret, 'verify'),
    signature,
    bytesOf(purpose, id),
  );
  return isOurs ? id : null;
}

const keyOf = (secret: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    use,
  ]);

const bytesOf = (purpose: Purpose, id: string) => new TextEncoder().encode(`sounddesk ${purpose} ${id}`);

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
