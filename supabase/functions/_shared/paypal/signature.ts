/**
 * The signature of PayPal's webhooks, as PayPal publishes it ("Verify webhook notifications by yourself"): RSA with
 * SHA-256 over `transmission id|transmission time|webhook id|CRC-32 of the body`, by the key of a certificate that is
 * fetched from PayPal's own host. That host, by TLS, is what the certificate is trusted for.
 */
import type { CryptoKey } from 'jose';
import { readCertificate } from './certificate.ts';
import type { PayPalSettings } from './settings.ts';

const ALGORITHM = 'SHA256withRSA';
const LIMIT_MS = 10_000;
const MAX_CERTIFICATE_CHARS = 20_000;
/** Redeliveries continue for three days and are signed again each; what is older, or from the future, is somebody's copy. */
const MAX_AGE_MS = 4 * 86_400_000;
const MAX_AHEAD_MS = 10 * 60_000;
const MAX_KEYS = 8;

export type SignatureVerifier = (headers: Headers, body: Uint8Array<ArrayBuffer>) => Promise<boolean>;

/** Throws where PayPal's certificate could not be fetched: then nobody can say. */
export function createSignatureVerifier(settings: PayPalSettings, nowMs: () => number): SignatureVerifier {
  const keys = new Map<string, { key: CryptoKey; endsMs: number }>();

  async function keyOf(url: string): Promise<CryptoKey | null> {
    const known = keys.get(url);
    if (known && known.endsMs > nowMs()) return known.key;
    const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'error' });
    if (response.status >= 500) throw new Error(`PayPal's certificate: ${response.status}`);
    const text = response.ok ? await response.text() : '';
    const certificate = text.length > MAX_CERTIFICATE_CHARS ? null : readCertificate(text);
    if (!certificate || nowMs() < certificate.beginsMs || nowMs() > certificate.endsMs) return null;
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('spki', certificate.publicKey, algorithm, false, ['verify']);
    if (keys.size >= MAX_KEYS) keys.clear();
    keys.set(url, { key, endsMs: certificate.endsMs });
    return key;
  }

  return async (headers, body) => {
    const header = (name: string) => headers.get(`paypal-${name}`) ?? '';
    const [id, time, url] = [header('transmission-id'), header('transmission-time'), header('cert-url')];
    const signature = decodeBase64(header('transmission-sig'));
    const ageMs = nowMs() - Date.parse(time);
    if (header('auth-algo') !== ALGORITHM || id === '' || id.includes('|') || signature === null)
      return false;
    if (!(ageMs < MAX_AGE_MS && ageMs > -MAX_AHEAD_MS) || !isCertificateAddress(url, settings.apiBase))
      return false;
    const key = await keyOf(url);
    if (!key) return false;
    const message = `${id}|${time}|${settings.webhookId}|${crc32(body)}`;
    return crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, signature, new TextEncoder().encode(message));
  };
}

/** On the host of the interface that is in use: `api.paypal.com` beside `api-m.paypal.com`. */
function isCertificateAddress(text: string, apiBase: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return false;
  const { origin } = new URL(apiBase);
  const hosts = [origin, origin.replace('//api-m.', '//api.')];
  return (
    hosts.includes(url.origin) &&
    /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]+$/.test(url.pathname) &&
    url.search === ''
  );
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** CRC-32 as of ISO 3309, reflected polynomial 0xEDB88320. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
