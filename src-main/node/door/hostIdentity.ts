import { readPrivateFile, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../../services/ports.ts';
import { createIdentity, IDENTITY_CURVE, type Identity } from '../../../src-shared/rpc/index.ts';

const { subtle } = globalThis.crypto;

/**
 * The key by which paired browsers know this installation: the same over restarts. A file that others could have read, or
 * with other content, gets a new key, and every browser has to be paired again.
 */
export async function loadHostIdentity(path: string, log: Log): Promise<Identity> {
  try {
    const kept = readPrivateFile(path);
    if (kept !== null) return await identityOf(kept);
  } catch (error) {
    log.error('the key of this host was damaged or not private: there is a new one', error, { path });
  }
  const { privateKey } = await subtle.generateKey(IDENTITY_CURVE, true, ['sign', 'verify']);
  const text = Buffer.from(await subtle.exportKey('pkcs8', privateKey)).toString('base64');
  try {
    writeFileDurably(path, text, 0o600);
  } catch (error) {
    // A full disk keeps nobody out; browsers that are paired now have to be paired again after the next start.
    log.error('the key of this host could not be kept', error, { path });
  }
  return await identityOf(text);
}

async function identityOf(text: string): Promise<Identity> {
  const privateKey = await subtle.importKey('pkcs8', Buffer.from(text, 'base64'), IDENTITY_CURVE, true, [
    'sign',
  ]);
  const { kty, crv, x, y } = await subtle.exportKey('jwk', privateKey);
  if (!kty || !crv || !x || !y) throw new Error('it is no key of this curve');
  const publicKey = await subtle.importKey('jwk', { kty, crv, x, y }, IDENTITY_CURVE, true, ['verify']);
  return await createIdentity({ publicKey, privateKey });
}
