import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createEventHub } from '../../../../src-shared/rpc/index.ts';
import { createCleanHandlers } from './cleanHandlers.ts';

const dir = mkdtempSync(join(tmpdir(), 'sounddesk-clean-'));
afterAll(() => rmSync(dir, { recursive: true }));

it('cancels a file while the model of studio is still being read', async () => {
  // A pipe that nobody writes to: reading it does not end.
  const studioModelPath = join(dir, 'model.tar.gz');
  execFileSync('mkfifo', [studioModelPath]);
  const never = () => {
    throw new Error('nothing is cleaned');
  };
  const handlers = createCleanHandlers(never, createEventHub(), never);
  // The options of the sound are not looked at before.
  type Run = Parameters<(typeof handlers)['clean.run']>[0];
  const run = { jobId: 'one', options: { plugin: null, studioModelPath } } as Run;
  const running = handlers['clean.run'](run, { signal: new AbortController().signal });
  handlers['clean.cancel']({ jobId: 'one' });
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  // So that the read is over before the process is.
  writeFileSync(studioModelPath, 'nothing');
});
