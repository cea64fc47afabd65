import { expect, it } from 'vitest';
import { createMediaLevels } from './levels.ts';

it('reads a long media in parts, once, in decibels', async () => {
  const asked: number[][] = [];
  const levels = createMediaLevels(async (_id, fromSample, samples, parts) => {
    asked.push([fromSample, samples, parts]);
    return await Promise.resolve(new Array<number>(parts).fill(fromSample === 0 ? 1 : 0.1));
  });
  const media = { id: 'talk', durationSec: 100 };
  const [{ hopSec, levelsDb }] = await Promise.all([levels.of(media), levels.of(media)]);
  expect(hopSec).toBe(0.02);
  expect(levelsDb).toHaveLength(5000);
  expect(levelsDb[3999]).toBe(0);
  expect(levelsDb[4000]).toBeCloseTo(-20, 4);
  expect(asked).toEqual([
    [0, 3_840_000, 4000],
    [3_840_000, 960_000, 1000],
  ]);
});

it('tries again what could not be read', async () => {
  let count = 0;
  const levels = createMediaLevels(async () => {
    count += 1;
    if (count === 1) throw new Error('gone');
    return await Promise.resolve([0.5]);
  });
  const media = { id: 'talk', durationSec: 0.01 };
  await expect(levels.of(media)).rejects.toThrow('gone');
  expect((await levels.of(media)).levelsDb[0]).toBeCloseTo(-6.02, 2);
});
