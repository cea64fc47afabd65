import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readText, removeDurably, writeFileDurably } from '../files/index.ts';
import type { SecretStore } from '../ports.ts';

/** Keys and a licence. */
const MOST_BYTES = 1 << 20;

/** Secrets in files that this user alone can read: for a host without a keychain, which says so. */
export function createFileSecretStore(dir: string): SecretStore {
  const pathOf = (name: string) => join(dir, `${name}.secret.json`);
  return {
    keptIn: 'file',
    read(name) {
      const path = pathOf(name);
      const file = lstatSync(path, { throwIfNoEntry: false });
      if (file === undefined) return Promise.resolve(null);
      if (!file.isFile()) return Promise.reject(new Error(`${path} is not a file.`));
      return readText(path, { mostBytes: MOST_BYTES, refusesLinks: true });
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
