import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startHost } from '../../src-main/node/host.ts';
import { createMemoryChannelPair } from '../../src-shared/rpc/index.ts';
import { startSilentBrowserHost } from '../lib/browserHost.ts';
import { openHostChannel } from '../lib/hostClient.ts';
import { contractSuite } from './suite.ts';

contractSuite('the headless host over its loopback socket', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sounddesk-contract-'));
  const host = await startHost({ dataDir, port: 0 });
  return {
    openChannel: () => openHostChannel(host),
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
  const host = startSilentBrowserHost();
  return {
    openChannel() {
      const [near, far] = createMemoryChannelPair();
      host.router.connect(far);
      return near;
    },
    close: () => host.close(),
  };
});
