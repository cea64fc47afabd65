import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { world } from '../state.ts';

type SafeStoragePart = Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/** The key that a keychain would hold, in a file outside of the app's own folders. */
function keyOfUser(): Buffer {
  const file = path.join(process.env.STAND_IN_HOME ?? '', 'keychain');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32));
  return readFileSync(file);
}

/** Encrypts as Electron does; `STAND_IN_KEYCHAIN=basic_text` is a desktop without a keychain. */
export const safeStorage: SafeStoragePart = {
  isAsyncEncryptionAvailable: () => Promise.resolve(world.isReady),
  getSelectedStorageBackend: () =>
    process.env.STAND_IN_KEYCHAIN === 'basic_text' ? 'basic_text' : 'gnome_libsecret',
  encryptStringAsync(text) {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keyOfUser(), iv);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Promise.resolve(Buffer.concat([iv, cipher.getAuthTag(), body]));
  },
  decryptStringAsync: async (bytes) => {
    const decipher = createDecipheriv('aes-256-gcm', keyOfUser(), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const result = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    return { result, shouldReEncrypt: false };
  },
};
