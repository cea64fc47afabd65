/** Licence keys at rest: AES-256-GCM under a key of the functions alone. */
import type { CryptoKey } from 'jose';

const NONCE_BYTES = 12;
const VERSION = 'v1';

/** `v1.<nonce>.<ciphertext>` in base64url. */
export async function seal(secret: string, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    await deriveKey(secret),
    new TextEncoder().encode(text),
  );
  return [VERSION, encode(nonce), encode(new Uint8Array(sealed))].join('.');
}

/** What was sealed; null where another secret sealed it or it was changed. */
export async function unseal(secret: string, sealed: string): Promise<string | null> {
  const [version, nonce = '', body = ''] = sealed.split('.');
  if (version !== VERSION) return null;
  try {
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: decode(nonce) },
      await deriveKey(secret),
      decode(body),
    );
    return new TextDecoder().decode(opened);
  } catch {
    // Not sealed by this secret: the caller says what that means.
    return null;
  }
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const text = new TextEncoder().encode(secret);
  const material = await crypto.subtle.importKey('raw', text, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode('sounddesk licence keys');
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
