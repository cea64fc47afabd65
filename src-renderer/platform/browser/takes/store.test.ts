import { describe, expect, it } from 'vitest';
import { createTakeStore } from './store.ts';

/** A browser whose folder of takes answers by that failure. */
function openStore(failure: DOMException) {
  const folder = { getDirectoryHandle: () => Promise.reject(failure) };
  const root = { getDirectoryHandle: () => Promise.resolve(folder) };
  return createTakeStore({
    storage: { getDirectory: () => Promise.resolve(root) } as unknown as StorageManager,
    locks: {} as LockManager,
    nowMs: () => 0,
  });
}

describe('a take of a browser', () => {
  it('is gone where its folder is not there', async () => {
    const store = openStore(new DOMException('None.', 'NotFoundError'));
    await expect(store.read('one')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('is there still where its folder cannot be opened, and that is said', async () => {
    const store = openStore(new DOMException('The disk fails.', 'UnknownError'));
    const message = expect.stringContaining('The disk fails.') as string;
    await expect(store.read('one')).rejects.toMatchObject({ code: 'FILE_UNREADABLE', message });
  });
});
