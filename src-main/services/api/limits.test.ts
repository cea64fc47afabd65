import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createCallCount, createRateLimit, monthLimitOf } from './limits.ts';

const clockAt = (text: string) => ({ nowMs: () => Date.parse(text) });

describe('calls of a month', () => {
  it('have the limits of the plans, and Free that of Essential', () => {
    const of = (plan: 'free' | 'essential' | 'professional' | 'enterprise') => monthLimitOf({ plan });
    expect([of('free'), of('essential'), of('professional'), of('enterprise')]).toEqual([
      1000,
      1000,
      100_000,
      null,
    ]);
  });

  it('are counted until none is left, and begin again with the month', () => {
    const folder = temporaryDir();
    const october = createCallCount(folder, clockAt('2026-10-31T23:59:59Z'));
    expect([october.take(2), october.take(2), october.take(2)]).toEqual([true, true, false]);
    expect(october.read()).toEqual({ month: '2026-10', used: 2 });
    const november = createCallCount(folder, clockAt('2026-11-01T00:00:00Z'));
    expect(november.take(2)).toBe(true);
    expect(november.read()).toEqual({ month: '2026-11', used: 1 });
  });

  it('are never more than the limit, whoever counts in the same folder', () => {
    const folder = temporaryDir();
    const script = `
      import { createCallCount } from ${JSON.stringify(join(import.meta.dirname, 'limits.ts'))};
      const count = createCallCount(${JSON.stringify(folder)}, { nowMs: () => 1790000000000 });
      let taken = 0;
      for (let call = 0; call < 60; call += 1) if (count.take(100)) taken += 1;
      console.log(taken);`;
    const run = `${process.execPath} --input-type=module -e '${script}'`;
    const output = execFileSync('sh', ['-c', `${run} & ${run} & ${run} & wait`], { encoding: 'utf8' });
    const taken = output.trim().split('\n').map(Number);
    expect(taken).toHaveLength(3);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100);
  });
});

describe('calls of a key', () => {
  it('wait when they come too often, and others do not', () => {
    let now = 0;
    const limit = createRateLimit(() => now);
    const taken = Array.from({ length: 1001 }, () => limit.take('a'));
    expect(taken.filter((wait) => wait === null)).toHaveLength(1000);
    expect(taken.at(-1)).toBe(1);
    expect(limit.take('b')).toBeNull();
    now = 1000;
    expect(limit.take('a')).toBeNull();
  });
});
