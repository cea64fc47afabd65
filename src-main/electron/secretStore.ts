import fs from 'node:fs';
import path from 'node:path';
import type { Log, SecretStore } from '../core/ports.ts';
import { removeDurably, writeFileDurably } from '../../src-node/files/index.ts';
import type { Keychain } from './keychain.ts';

export interface SecretStoreOptions {
  dir: string;
  keychain: Keychain;
  /** Takes the secrets where the system has no keychain. */
  fallback: SecretStore;
  log: Log;
}

/**
 * Secrets encrypted by a key that the system's keychain holds. Where there is none, `fallback` keeps them and
 * `keptIn` says so; what it kept goes into the keychain as soon as there is one.
 */
export function createSecretStore({ dir, keychain, fallback, log }: SecretStoreOptions): SecretStore {
  const pathOf = (name: string) => path.join(dir, `${name}.secret.enc`);
  let keptIn = fallback.keptIn;
  let asking: Promise<boolean> | null = null;

  function hasKeychain(): Promise<boolean> {
    asking ??= keychain.isAvailable().then(
      (isAvailable) => {
        if (isAvailable) keptIn = 'keychain';
        else log.info('there is no keychain: secrets are kept in files of this user alone');
        return isAvailable;
      },
      (error: unknown) => {
        log.error('the keychain could not be asked', error);
        return false;
      },
    );
    return asking;
  }

  async function writeEncrypted(name: string, text: string): Promise<void> {
    writeFileDurably(pathOf(name), (await keychain.encrypt(text)).toString('base64'), 0o600);
    await fallback.remove(name);
  }

  return {
    get keptIn() {
      return keptIn;
    },

    async read(name) {
      const isEncrypted = fs.existsSync(pathOf(name));
      if (!(await hasKeychain())) {
        const plain = await fallback.read(name);
        if (plain !== null || !isEncrypted) return plain;
        throw new Error(
          `${pathOf(name)} cannot be read: the system's keychain, which holds its key, is closed.`,
        );
      }
      if (!isEncrypted) {
        const plain = await fallback.read(name);
        if (plain !== null) await writeEncrypted(name, plain);
        return plain;
      }
      const bytes = Buffer.from(fs.readFileSync(pathOf(name), 'utf8'), 'base64');
      const { text, shouldEncryptAgain } = await keychain.decrypt(bytes);
      if (shouldEncryptAgain) await writeEncrypted(name, text);
      return text;
    },

    async write(name, text) {
      if (await hasKeychain()) return writeEncrypted(name, text);
      await fallback.write(name, text);
      // What a closed keychain holds is older than this.
      removeDurably(pathOf(name));
    },

    async remove(name) {
      removeDurably(pathOf(name));
      await fallback.remove(name);
    },
  };
}
