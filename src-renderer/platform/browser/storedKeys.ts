import type { KeyStore } from '../../../src-shared/handlers/keys.ts';
import { isStorageRefusal } from '../../lib/storedValue.ts';

const PREFIX = 'sounddesk.';

/** Whether a change of this browser's storage is one of a key. */
export function isStoredKey(storageKey: string | null): boolean {
  return storageKey?.startsWith(`${PREFIX}key-`) ?? false;
}

/** Keys in this browser's storage: anyone who uses this browser's profile can read them, which the page says. */
export function createBrowserKeyStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): KeyStore {
  return {
    keptIn: 'browser',
    read: (name) => Promise.resolve(storage.getItem(PREFIX + name)),
    write(name, text) {
      try {
        storage.setItem(PREFIX + name, text);
        return Promise.resolve();
      } catch (error) {
        const reason = isStorageRefusal(error)
          ? 'this browser has no room for it, or keeps nothing for this page'
          : String(error);
        return Promise.reject(new Error(reason, { cause: error }));
      }
    },
    remove(name) {
      storage.removeItem(PREFIX + name);
      return Promise.resolve();
    },
  };
}
