import { describe, expect, it } from 'vitest';
import { bucketsOf } from './buckets.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    signUps: 1,
    newCustomers: index % 2,
    keptUsd: 10,
  }));

describe('the bars of a period', () => {
  it('are days where there are few of them', () => {
    expect(bucketsOf(days(30))).toHaveLength(30);
    expect(bucketsOf(days(1))).toEqual([
      { from: '2026-01-01', to: '2026-01-01', signUps: 1, newCustomers: 0, keptUsd: 10 },
    ]);
    expect(bucketsOf([])).toEqual([]);
  });

  it('are weeks of many days that end with the last one, and lose nothing', () => {
    for (const count of [90, 91, 365]) {
      const buckets = bucketsOf(days(count));
      expect(buckets).toHaveLength(Math.ceil(count / 7));
      expect(buckets.reduce((sum, { signUps }) => sum + signUps, 0)).toBe(count);
      expect(buckets.at(-1)).toMatchObject({ to: days(count).at(-1)?.day, signUps: 7 });
      expect(buckets[0]?.signUps).toBe(count % 7 || 7);
    }
  });
});
