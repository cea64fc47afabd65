import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

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
    expect(youngMb('keepYoungHeapSmall();')).toBeLessThanOrEqual(2);
    expect(youngMb('')).toBeGreaterThan(8);
  });
});
