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

/** A browser whose files of a take answer by that failure. */
function openFailingFiles(failure: DOMException) {
  const fail = () => Promise.reject(failure);
  const folder = { getFileHandle: fail, removeEntry: fail };
  const folders = { getDirectoryHandle: () => Promise.resolve(folder) };
  const root = { getDirectoryHandle: () => Promise.resolve(folders) };
  return createTakeStore({
    storage: { getDirectory: () => Promise.resolve(root) } as unknown as StorageManager,
    locks: {} as LockManager,
    nowMs: () => 0,
  });
}

describe('a file of a take of a browser', () => {
  it('is nothing where it is not there', async () => {
    const store = openFailingFiles(new DOMException('None.', 'NotFoundError'));
    expect(await store.open('one', 'voice.webm')).toBeNull();
    await store.drop('one', ['voice.webm']);
  });

  it('is an error where it is there and cannot be opened or deleted', async () => {
    const store = openFailingFiles(new DOMException('The disk fails.', 'UnknownError'));
    const message = expect.stringContaining('The disk fails.') as string;
    await expect(store.open('one', 'voice.webm')).rejects.toMatchObject({ code: 'FILE_UNREADABLE', message });
    await expect(store.drop('one', ['voice.webm'])).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message,
    });
  });
});

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

describe('the list of takes of a browser', () => {
  it('removes what a closed page was making, and keeps what another tab makes and what cannot be read', async () => {
    const folders = {
      left: [],
      making: [],
      unreadable: ['take.json'],
    };
    const removed: string[] = [];
    const store = openFolders(folders, ['sounddesk.take.making'], removed);
    expect(await store.list()).toEqual([]);
    expect(removed).toEqual(['left']);
  });
});

/** A browser with these folders of takes, whose files hold nothing, and with these locks held. */
function openFolders(files: Record<string, string[]>, held: string[], removed: string[]) {
  const folders = Object.entries(files).map(([name, names]) => ({
    name,
    kind: 'directory',
    getFileHandle: (file: string) =>
      names.includes(file)
        ? Promise.resolve({ getFile: () => Promise.resolve(new File([], file)) })
        : Promise.reject(new DOMException('None.', 'NotFoundError')),
  }));
  const takes = {
    removeEntry: (name: string) => Promise.resolve(void removed.push(name)),
    async *[Symbol.asyncIterator]() {
      for (const folder of folders) yield await Promise.resolve([folder.name, folder]);
    },
  };
  const root = { getDirectoryHandle: () => Promise.resolve(takes) };
  return createTakeStore({
    storage: { getDirectory: () => Promise.resolve(root) } as unknown as StorageManager,
    locks: {
      request: (_name: string, work: () => Promise<unknown>) => work(),
      query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
    } as unknown as LockManager,
    nowMs: () => 0,
  });
}
