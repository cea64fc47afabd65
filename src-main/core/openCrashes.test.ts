import { expect, it } from 'vitest';
import type { AppContract } from '../../src-shared/contract/index.ts';
import { createEventHub } from '../../src-shared/rpc/index.ts';
import { createRecordingLog } from '../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../tests/lib/temporaryDir.ts';
import { openCrashes } from './openCrashes.ts';
import type { CorePorts } from './ports.ts';

it('reports of an engine that is started again are kept beside that, and at the latest at the end', async () => {
  const hub = createEventHub<AppContract>();
  const crashes = openCrashes(
    {
      dataDir: temporaryDir(),
      version: '1.2.0',
      operatingSystem: 'Linux',
      env: {},
      createId: () => 'one',
      clock: { nowMs: () => 0 },
      log: createRecordingLog(),
    } as Partial<CorePorts> as CorePorts,
    hub,
  );
  const list = async () =>
    (await crashes.handlers['crashes.list'](undefined, { signal: new AbortController().signal })).reports;
  crashes.addLater('engine', 'signal SIGSEGV');
  expect(await list()).toEqual([]);
  crashes.close();
  crashes.close();
  expect(await list()).toMatchObject([{ part: 'engine', reason: 'signal SIGSEGV' }]);
});
