import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { createMemoryChannelPair, type Channel } from '../../../src-shared/rpc/index.ts';
import { accountsOfBuild, type BuildSettings } from './accountsOfBuild.ts';
import { findFileSupport } from './clean/fileCleaning.ts';
import { createBrowserHost } from './host.ts';
import { findBrowserAudio } from './live/browserAudio.ts';
import { findTakesSupport } from './takes/support.ts';

/** A connection to a host made of this browser's own means. `onProblem` hears what no call can answer. */
export function openBrowserChannel(onProblem: (error: RpcFailure) => void): Channel {
  const host = createBrowserHost({
    accounts: accountsOfBuild(import.meta.env as BuildSettings),
    storage: localStorage,
    sound: findBrowserAudio(globalThis),
    files: findFileSupport(globalThis),
    takes: findTakesSupport(globalThis),
    userAgent: navigator.userAgent,
    version: __APP_VERSION__,
    nowMs: () => Date.now(),
    createId: () => crypto.randomUUID(),
    onProblem,
    log: (message, error) => reportError(new Error(message, { cause: error })),
  });
  window.addEventListener('storage', host.onStorageEvent);
  window.addEventListener('pagehide', host.onPageHide);
  // Called bare: as a method of something else browsers refuse it.
  const [near, far] = createMemoryChannelPair((frame) => structuredClone(frame));
  near.onClose(() => {
    window.removeEventListener('storage', host.onStorageEvent);
    window.removeEventListener('pagehide', host.onPageHide);
    host.close();
  });
  host.router.connect(far);
  return near;
}
