import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startHost } from '../../src-main/node/host.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { createEventHub, createMemoryChannelPair, createRouter } from '../../src-shared/rpc/index.ts';
import { accountsOfBuild } from '../../src-renderer/platform/browser/accountsOfBuild.ts';
import { createBrowserHandlers } from '../../src-renderer/platform/browser/handlers.ts';
import { createStoredSettings } from '../../src-renderer/platform/browser/storedSettings.ts';
import { openHostChannel } from '../lib/hostClient.ts';
import { contractSuite } from './suite.ts';

contractSuite('the headless host over its loopback socket', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sounddesk-contract-'));
  const host = await startHost({ dataDir, port: 0 });
  return {
    token: host.token,
    openChannel: () => openHostChannel(host.port),
    async close() {
      await host.close();
      rmSync(dataDir, { recursive: true });
    },
  };
});

contractSuite('the same services in this process', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sounddesk-contract-'));
  const host = await startHost({ dataDir, port: 0 });
  return {
    token: host.token,
    openChannel() {
      const [near, far] = createMemoryChannelPair();
      host.core.router.connect(far);
      return near;
    },
    async close() {
      await host.close();
      rmSync(dataDir, { recursive: true });
    },
  };
});

contractSuite('the browser host', async () => {
  const items = new Map<string, string>();
  const events = createEventHub<AppContract>();
  const settings = createStoredSettings({
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
    },
    onChanged: (changed) => events.emit('settings.onChanged', changed),
  });
  const router = createRouter({
    contract: appContract,
    handlers: createBrowserHandlers({
      accounts: accountsOfBuild({}),
      settings,
      userAgent: 'test',
      version: '0.0.0',
    }),
    events,
    protocolVersion: PROTOCOL_VERSION,
    log: ({ error }) => {
      throw error;
    },
    createCorrelationId: () => 'test',
  });
  return {
    openChannel() {
      const [near, far] = createMemoryChannelPair();
      router.connect(far);
      return near;
    },
    close: () => router.close(),
  };
});
