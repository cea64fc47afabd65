import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasProcessorWait, processorWaitMs } from './index.ts';

/** How many megabytes the young heap of a process has, after it has made and kept objects for a while. */
const PROGRAM = (begin: string) => `
  import v8 from 'node:v8';
  import { keepYoungHeapSmall } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
  ${begin}
  const kept = [];
  for (let round = 0; round < 30; round += 1)
    kept[round % 4] = Array.from({ length: 1e5 }, (_, at) => ({ at, all: [at] }));
  const space = v8.getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
  console.log(space.space_size / 2 ** 20);
`;

const youngMb = (begin: string) =>
  Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM(begin)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );

describe('the young heap of a host', () => {
  it('stays as small as it began', () => {
    // Two, and what is just being emptied on a busy machine.
    expect(youngMb('keepYoungHeapSmall();')).toBeLessThanOrEqual(4);
    expect(youngMb('')).toBeGreaterThan(8);
  });
});

describe.skipIf(!hasProcessorWait)('the time that a process waits for a processor', () => {
  it('grows where two want the same', async () => {
    const [, processor = '0'] =
      /^Cpus_allowed_list:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    const busy = [0, 1].map(() =>
      spawn('taskset', ['-c', processor, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    onTestFinished(() => busy.forEach((child) => child.kill('SIGKILL')));
    await expect.poll(() => processorWaitMs(busy[0]?.pid), { timeout: 120_000 }).toBeGreaterThan(500);
  });

  it('is none of a process that is gone, or never began', () => {
    expect(processorWaitMs(undefined)).toBe(0);
    expect(processorWaitMs(2 ** 22 + 1)).toBe(0);
  });
});
