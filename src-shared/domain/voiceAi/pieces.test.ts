import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../tests/lib/random.ts';
import { sentencesOf, splitText } from './pieces.ts';

describe('a text in pieces', () => {
  it('is cut after sentences, else after clauses, else between words, else anywhere', () => {
    expect(splitText('One two. Three four! Five', 12)).toEqual(['One two.', 'Three four!', 'Five']);
    expect(splitText('one, two, three', 10)).toEqual(['one, two,', 'three']);
    expect(splitText('one two three', 8)).toEqual(['one two', 'three']);
    expect(splitText('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    expect(splitText('今日は。明日は。', 4)).toEqual(['今日は。', '明日は。']);
  });

  it('is nothing where there is nothing, and whole where it fits', () => {
    expect(splitText('  \n ', 10)).toEqual([]);
    expect(splitText(' a b ', 10)).toEqual(['a b']);
  });

  it('never splits a sign of two halves', () => {
    expect(splitText('😀😀😀', 3)).toEqual(['😀', '😀', '😀']);
  });

  it('loses no sign but space, and no piece is too long', () => {
    const random = createRandom(7);
    const signs = ['a', 'b', ' ', '.', ',', '\n', '。', 'é', '!'];
    for (let round = 0; round < 300; round += 1) {
      const length = Math.floor(random() * 80);
      const text = Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join('');
      const most = 2 + Math.floor(random() * 20);
      const pieces = splitText(text, most);
      expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(most);
    }
  });
});

describe('the sentences of a text', () => {
  it('are apart, with their paragraphs, and none is too long', () => {
    expect(sentencesOf('One “two.” Three?\n\n Four 5.5 five\n', 50)).toEqual([
      { text: 'One “two.”', endsParagraph: false },
      { text: 'Three?', endsParagraph: true },
      { text: 'Four 5.5 five', endsParagraph: true },
    ]);
    expect(sentencesOf('今日は。明日は。', 50).map(({ text }) => text)).toEqual(['今日は。', '明日は。']);
    expect(sentencesOf('one two three', 8).map(({ text }) => text)).toEqual(['one two', 'three']);
    expect(sentencesOf(' \n ', 8)).toEqual([]);
  });
});
