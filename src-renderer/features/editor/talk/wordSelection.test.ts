import { describe, expect, it } from 'vitest';
import type { PlacedWord } from '../../../../src-shared/domain/edit/talk.ts';
import { paragraphsOf, rangeOfWords } from './wordSelection.ts';

const word = (text: string, startFrame: number, endFrame: number, mediaId = 'ann'): PlacedWord => ({
  text,
  startFrame,
  endFrame,
  mediaId,
  clipId: `clip-${mediaId}`,
  index: startFrame,
});
const WORDS = [word('Well', 0, 10), word('we', 12, 20), word('begin', 60, 80), word('Yes', 90, 95, 'bob')];

describe('rangeOfWords', () => {
  it('goes from the first word to the next one that stays, in either direction of the selection', () => {
    expect(rangeOfWords(WORDS, { anchor: 0, focus: 1 })).toEqual({ from: 0, to: 60 });
    expect(rangeOfWords(WORDS, { anchor: 1, focus: 0 })).toEqual({ from: 0, to: 60 });
  });

  it('ends with the last word where none follows', () => {
    expect(rangeOfWords(WORDS, { anchor: 3, focus: 3 })).toEqual({ from: 90, to: 95 });
    expect(rangeOfWords([], { anchor: 0, focus: 0 })).toBeNull();
  });
});

it('begins a paragraph with each speaker and behind a pause', () => {
  const shown = paragraphsOf(WORDS, 30).map(({ first, words }) => [first, words.map(({ text }) => text)]);
  expect(shown).toEqual([
    [0, ['Well', 'we']],
    [2, ['begin']],
    [3, ['Yes']],
  ]);
});
