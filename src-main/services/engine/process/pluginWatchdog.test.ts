import { expect, it } from 'vitest';
import { createJudge } from './pluginWatchdog.ts';

/** What each of `looks` looks says, of a sandbox that is dry and misses ten blocks from one to the next. */
function judge(looks: number, servedEach: (look: number) => number, isDry: (look: number) => boolean) {
  const ask = createJudge();
  let servedCount = 7;
  return Array.from({ length: looks }, (_, look) => {
    servedCount += servedEach(look);
    const counts = { missedBlocks: 10 * (look + 1), answeredBlocks: 0, servedCount };
    return ask({ isAlive: true, isServing: true, isDry: isDry(look), latencyFrames: 0, ...counts }, true);
  });
}

it('ends a sandbox that gives nothing back for a second', () => {
  const said = judge(
    5,
    () => 0,
    () => true,
  );
  expect(said.slice(0, 4)).toEqual([null, null, null, null]);
  expect(said[4]).toMatch(/no sound back for a second/);
});

it('lets one continue that gives its blocks back and waits to be taken in again', () => {
  expect(
    judge(
      39,
      () => 25,
      () => true,
    ).every((verdict) => verdict === null),
  ).toBe(true);
  expect(
    judge(
      400,
      () => 1,
      (look) => look % 30 !== 29,
    ).every((verdict) => verdict === null),
  ).toBe(true);
});

it('ends one that was in time for no block of ten seconds', () => {
  expect(
    judge(
      40,
      () => 25,
      () => true,
    ).at(-1),
  ).toMatch(/in time for ten seconds/);
});

it('expects nothing of one that is being loaded', () => {
  const ask = createJudge();
  const state = {
    isAlive: true,
    isServing: true,
    isDry: true,
    answeredBlocks: 0,
    servedCount: 0,
    latencyFrames: 0,
  };
  for (let look = 1; look < 100; look += 1) expect(ask({ ...state, missedBlocks: look }, false)).toBeNull();
});
