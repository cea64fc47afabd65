import { accountsOfBuild } from '../../src-renderer/platform/browser/accountsOfBuild.ts';
import { createBrowserHost, type BrowserHost } from '../../src-renderer/platform/browser/host.ts';

/** The browser's host where there is no sound, with its storage in memory. */
export function startSilentBrowserHost(): BrowserHost {
  const items = new Map<string, string>();
  return createBrowserHost({
    accounts: accountsOfBuild({}),
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
    sound: { audio: null, reason: 'This test has no sound.' },
    files: { supported: false, reason: 'This test has no files.' },
    takes: { supported: false, reason: 'This test has no files.' },
    userAgent: 'test',
    version: '0.0.0',
    nowMs: () => Date.now(),
    createId: () => crypto.randomUUID(),
    onProblem: ({ message }) => {
      throw new Error(message);
    },
    log: (_, error) => {
      throw error;
    },
  });
}
