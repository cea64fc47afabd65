import { describe, expect, it } from 'vitest';
import { NO_STEPS, withRedone, withStep, withUndone, type StripStep } from './stripHistory.ts';

const step = (key: string, from: number, to: number, atMs: number): StripStep => ({
  key,
  label: key,
  before: { volume: from },
  after: { volume: to },
  atMs,
});

describe('the steps of a strip', () => {
  it('are undone and redone one by one', () => {
    const done = withStep(withStep(NO_STEPS, step('gate', 1, 2, 0)), step('equalizer', 3, 4, 10));
    const undone = withUndone(done);
    expect(undone.past.map(({ key }) => key)).toEqual(['gate']);
    expect(undone.future.map(({ key }) => key)).toEqual(['equalizer']);
    expect(withRedone(undone).past.map(({ key }) => key)).toEqual(['gate', 'equalizer']);
    expect(withUndone(NO_STEPS)).toEqual(NO_STEPS);
  });

  it('are one where a key is held, and one each where it is pressed again', () => {
    const held = withStep(withStep(NO_STEPS, step('gate', 1, 2, 0)), step('gate', 2, 3, 40));
    expect(held.past).toMatchObject([{ before: { volume: 1 }, after: { volume: 3 } }]);
    expect(withStep(held, step('gate', 3, 4, 340)).past).toHaveLength(2);
  });

  it('have nothing to redo after another change', () => {
    const undone = withUndone(withStep(NO_STEPS, step('gate', 1, 2, 0)));
    expect(withStep(undone, step('equalizer', 1, 2, 10)).future).toEqual([]);
  });
});
