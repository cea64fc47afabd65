import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeDurably, writeFileDurably } from '../files/index.ts';
import type { SecretStore } from '../ports.ts';

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
      return Promise.resolve(readFileSync(path, 'utf8'));
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
