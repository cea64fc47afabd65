import { describe, expect, it } from 'vitest';
import type { CaptionLine } from '../../../src-shared/contract/captions.ts';
import { captionsAsText } from './captionsAsText.ts';
import { captionsSlice } from './captionsSlice.ts';

const line = (id: string, startMs: number, name = 'Anna'): CaptionLine => ({
  id,
  startMs,
  name,
  channelId: name,
  colour: 'blue',
  endMs: startMs + 900,
  text: `Line ${id}.`,
});

describe('captions in the page', () => {
  it('are in the order of the clock, whoever’s words came first, each once', () => {
    const { reducer, actions } = captionsSlice;
    let state = reducer(undefined, { type: 'begin' });
    for (const spoken of [line('b', 2000), line('a', 1000, 'Ben'), line('c', 3000), line('b', 2000)])
      state = reducer(state, actions.captionSpoken(spoken));
    expect(state.lines.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(reducer(state, actions.captionsCleared()).lines).toEqual([]);
  });

  it('become a text with times and names', () => {
    const atMs = new Date(2026, 10, 26, 9, 5, 7).getTime();
    expect(captionsAsText([line('a', atMs), line('b', atMs + 60_000, 'Ben')])).toBe(
      '09:05:07 Anna: Line a.\n09:06:07 Ben: Line b.\n',
    );
    expect(captionsAsText([])).toBe('');
  });
});
