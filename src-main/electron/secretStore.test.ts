import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../tests/lib/recordingLog.ts';
import { createFileSecretStore } from '../services/licence/index.ts';
import type { Keychain } from './keychain.ts';
import { createSecretStore } from './secretStore.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'sounddesk-secrets-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A keychain with a key of its own, which may be closed or be another one by now. */
function createKeychain(key: Buffer = randomBytes(32)): Keychain & { isOpen: boolean; isStale: boolean } {
  return {
    isOpen: true,
    isStale: false,
    async isAvailable() {
      return this.isOpen;
    },
    async encrypt(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    async decrypt(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      return { text, shouldEncryptAgain: this.isStale };
    },
  };
}

const open = (keychain: Keychain) => {
  const log = createRecordingLog();
  return { log, store: createSecretStore({ dir, keychain, fallback: createFileSecretStore(dir), log }) };
};
const filesHold = (text: string) =>
  readdirSync(dir).some((name) => readFileSync(join(dir, name), 'utf8').includes(text));

describe('the secrets of the desktop app', () => {
  it('are encrypted by the keychain, and read again at the next start', async () => {
    const keychain = createKeychain();
    const { store } = open(keychain);
    expect(await store.read('licence')).toBeNull();
    await store.write('licence', 'a secret');
    expect(store.keptIn).toBe('keychain');
    expect(filesHold('a secret')).toBe(false);
    expect(await open(keychain).store.read('licence')).toBe('a secret');
  });

  it('are in a file without a keychain, which is said, and move into one that comes later', async () => {
    const keychain = createKeychain();
    keychain.isOpen = false;
    const before = open(keychain);
    await before.store.write('licence', 'a secret');
    expect(before.store.keptIn).toBe('file');
    expect(before.log.entries).toEqual([expect.stringContaining('no keychain')]);
    expect(filesHold('a secret')).toBe(true);

    keychain.isOpen = true;
    const after = open(keychain);
    expect(await after.store.read('licence')).toBe('a secret');
    expect(after.store.keptIn).toBe('keychain');
    expect(filesHold('a secret')).toBe(false);
  });

  it('of a closed keychain are not taken for none; what is written meanwhile counts', async () => {
    const keychain = createKeychain();
    await open(keychain).store.write('licence', 'old');
    keychain.isOpen = false;
    const closed = open(keychain);
    await expect(closed.store.read('licence')).rejects.toThrow('keychain');
    await closed.store.write('licence', 'new');
    keychain.isOpen = true;
    expect(await open(keychain).store.read('licence')).toBe('new');
  });

  it('of another key, or damaged, are refused', async () => {
    await open(createKeychain()).store.write('licence', 'a secret');
    await expect(open(createKeychain()).store.read('licence')).rejects.toThrow();
  });

  it('are encrypted again where the keychain has a new key', async () => {
    const keychain = createKeychain();
    const { store } = open(keychain);
    await store.write('licence', 'a secret');
    const before = readFileSync(join(dir, 'licence.secret.enc'), 'utf8');
    keychain.isStale = true;
    expect(await store.read('licence')).toBe('a secret');
    expect(readFileSync(join(dir, 'licence.secret.enc'), 'utf8')).not.toBe(before);
  });

  it('are gone when they are removed', async () => {
    const { store } = open(createKeychain());
    await store.write('licence', 'a secret');
    await store.remove('licence');
    expect(await store.read('licence')).toBeNull();
    expect(existsSync(join(dir, 'licence.secret.enc'))).toBe(false);
  });
});
