import type { Credential, RefusalReason } from './frames.ts';

/** All that both sides have said before one of them proves itself: a proof of it is good here and now, and nowhere else. */
export interface Transcript {
  /** Of the page, as its browser reports it to both sides: it contains the port. */
  origin: string;
  hostKey: string;
  /** Another at each start of the host. */
  startId: string;
  pageNonce: string;
  hostNonce: string;
  credential: Credential;
}

/** What is proved: that the host is itself, that the page may come in, or that the host sends it away. */
type Claim = 'host' | 'page' | `refuse:${RefusalReason}`;

const LABEL = 'sounddesk-handshake-1';
/** Of the keys of an identity, as `generateKey` and `importKey` take it. */
export const IDENTITY_CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };
const MAC = { name: 'HMAC', hash: 'SHA-256' };
const NONCE_BYTES = 32;

/** Proves claims, and checks those of the other side. */
export interface Prover {
  prove(claim: Claim, transcript: Transcript): Promise<string>;
}
export interface Verifier {
  verify(claim: Claim, transcript: Transcript, proof: string): Promise<boolean>;
}

/** By a secret that both sides know. */
export async function createSecretProver(secret: string): Promise<Prover & Verifier> {
  const key = await crypto.subtle.importKey('raw', utf8(secret), MAC, false, ['sign', 'verify']);
  return {
    prove: async (claim, transcript) =>
      toBase64Url(await crypto.subtle.sign(MAC, key, messageOf(claim, transcript))),
    async verify(claim, transcript, proof) {
      const bytes = decodeProof(proof);
      return bytes !== null && (await crypto.subtle.verify(MAC, key, bytes, messageOf(claim, transcript)));
    },
  };
}

/** A pair of keys of which the private one may be out of reach. */
export interface Identity extends Prover {
  publicKey: string;
}

export async function createIdentity(keys: CryptoKeyPair): Promise<Identity> {
  const publicKey = toBase64Url(await crypto.subtle.exportKey('spki', keys.publicKey));
  return {
    publicKey,
    prove: async (claim, transcript) =>
      toBase64Url(await crypto.subtle.sign(SIGNATURE, keys.privateKey, messageOf(claim, transcript))),
  };
}

/** Checks what the owner of a public key claims; null where that is no key. */
export async function createVerifier(publicKey: string): Promise<Verifier | null> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('spki', fromBase64Url(publicKey), IDENTITY_CURVE, true, ['verify']);
  } catch {
    // Not a point on the curve, or another kind of key.
    return null;
  }
  return {
    async verify(claim, transcript, proof) {
      const bytes = decodeProof(proof);
      return (
        bytes !== null && (await crypto.subtle.verify(SIGNATURE, key, bytes, messageOf(claim, transcript)))
      );
    },
  };
}

/** Names a secret to somebody who knows it, and says nothing to anybody else: a secret here is 32 random bytes. */
export const nameSecret = (secret: string): Promise<string> => digest(`${LABEL} secret ${secret}`);

/** Names a browser by its public key. */
export const nameBrowser = (publicKey: string): Promise<string> => digest(`${LABEL} browser ${publicKey}`);

export const createNonce = (): string =>
  toBase64Url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)).buffer);

function messageOf(claim: Claim, transcript: Transcript): Uint8Array<ArrayBuffer> {
  const { origin, hostKey, startId, pageNonce, hostNonce, credential } = transcript;
  const by =
    credential.kind === 'secret'
      ? [credential.kind, credential.keyId, credential.browserKey ?? '']
      : [credential.kind, credential.browserKey];
  // As JSON, so that no two conversations have the same bytes.
  return utf8(JSON.stringify([LABEL, claim, origin, hostKey, startId, pageNonce, hostNonce, ...by]));
}

async function digest(text: string): Promise<string> {
  return toBase64Url(await crypto.subtle.digest('SHA-256', utf8(text)));
}

const utf8 = (text: string) => new TextEncoder().encode(text);

function toBase64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** null where it is no base64url, which no proof is then. */
function decodeProof(proof: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64Url(proof);
  } catch {
    // Of a length that no bytes have.
    return null;
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}
