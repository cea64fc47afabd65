import { appContract, PROTOCOL_VERSION, type AppContract } from '../../../src-shared/contract/index.ts';
import {
  createEventHub,
  createMemoryChannelPair,
  createRouter,
  type Channel,
} from '../../../src-shared/rpc/index.ts';
import { accountsOfBuild, type BuildSettings } from './accountsOfBuild.ts';
import { createBrowserHandlers } from './handlers.ts';
import { createStoredSettings } from './storedSettings.ts';

/** A connection to a host made of this browser's own means. */
export function openBrowserChannel(): Channel {
  const events = createEventHub<AppContract>();
  const settings = createStoredSettings({
    storage: localStorage,
    onChanged: (changed) => events.emit('settings.onChanged', changed),
  });
  // Another tab of this browser changed the settings: this one follows.
  window.addEventListener('storage', settings.onStorageEvent);
  const router = createRouter({
    contract: appContract,
    handlers: createBrowserHandlers({
      accounts: accountsOfBuild(import.meta.env as BuildSettings),
      settings,
      userAgent: navigator.userAgent,
      version: __APP_VERSION__,
    }),
    events,
    protocolVersion: PROTOCOL_VERSION,
    log: ({ correlationId, name, error }) =>
      reportError(new Error(`${name} (${correlationId})`, { cause: error })),
    createCorrelationId: () => crypto.randomUUID(),
  });
  // Called bare: as a method of something else browsers refuse it.
  const [near, far] = createMemoryChannelPair((frame) => structuredClone(frame));
  near.onClose(() => window.removeEventListener('storage', settings.onStorageEvent));
  router.connect(far);
  return near;
}
