import { join } from 'node:path';
import { readOwnText, removeDurably, writeFileDurably } from '../../../src-node/files/index.ts';
import type { SecretStore } from '../ports.ts';

/** Keys and a licence. */
const MOST_BYTES = 1 << 20;

/** Secrets in files that this user alone can read: for a host without a keychain, which says so. */
export function createFileSecretStore(dir: string): SecretStore {
  const pathOf = (name: string) => join(dir, `${name}.secret.json`);
  return {
    keptIn: 'file',
    async read(name) {
      return await Promise.resolve(readOwnText(pathOf(name), { mostBytes: MOST_BYTES }));
    },
    write(name, text) {
      writeFileDurably(pathOf(name), text, 0o600);
      return Promise.resolve();
    },
    remove(name) {
      removeDurably(pathOf(name));
      return Promise.resolve();
    },
  };
}
