import { describe, expect, it } from 'vitest';
import { participantsOf } from './meetings.ts';

describe('participants of a meeting', () => {
  it.each([
    ['', 0],
    ['7', 7],
    [' 12 ', 12],
    ['3.9', 3],
    ['-4', 0],
    ['many', 0],
    ['Infinity', 0],
    ['1e9', 100_000],
  ])('of %j are %d', (text, count) => expect(participantsOf(text)).toBe(count));
});
