import { describe, expect, it } from 'vitest';
import { DEFAULT_LIVE_CHAIN } from '../../../src-shared/domain/liveChain.ts';
import { editContinued, editEnded, historySlice, redone, undone, type Snapshot } from './historySlice.ts';

const at = (inputGain: number): Snapshot => ({ chain: { ...DEFAULT_LIVE_CHAIN, inputGain }, presetId: null });
const { reducer } = historySlice;
const start = reducer(undefined, { type: 'start' });

/** From one value to another by way of some between. */
function drag(slice = start, from: number, to: number, atMs: number) {
  const moved = [0.3, 0.6, 1].reduce(
    (now, part) => reducer(now, editContinued({ key: 'inputGain', before: at(from + part) })),
    reducer(slice, editContinued({ key: 'inputGain', before: at(from) })),
  );
  return reducer(moved, editEnded({ key: 'inputGain', label: 'Input gain', after: at(to), atMs }));
}

describe('the history of the screen', () => {
  it('makes one step of a drag, from where it began', () => {
    const { past, open } = drag(start, 75, 90, 0);
    expect(past).toEqual([{ kind: 'chain', label: 'Input gain', before: at(75), after: at(90) }]);
    expect(open).toBeNull();
  });

  it('joins what a held key changes, and keeps each press a step of its own', () => {
    const held = drag(drag(start, 75, 76, 0), 76, 77, 40);
    expect(held.past).toEqual([expect.objectContaining({ before: at(75), after: at(77) })]);
    expect(drag(held, 77, 78, 340).past).toHaveLength(2);
  });

  it('keeps no step for what ended where it began', () => {
    expect(drag(start, 75, 75, 0).past).toEqual([]);
  });

  it('goes back and forth, until something new is done', () => {
    const back = reducer(drag(start, 75, 90, 0), undone());
    expect(back.past).toEqual([]);
    expect(back.future).toHaveLength(1);
    expect(reducer(back, redone()).past).toHaveLength(1);
    expect(drag(back, 75, 80, 5000).future).toEqual([]);
  });
});
