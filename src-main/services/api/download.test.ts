import { describe, expect, it } from 'vitest';
import { parseRange } from './download.ts';

describe('a range of a file', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=50-1000', { start: 50, end: 99 }],
    ['bytes=9-0', null],
    ['bytes=0-1,4-5', null],
    ['bytes=-', null],
    ['lines=1-2', null],
    [undefined, null],
  ])('%s', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });

  it('is refused behind the end', () => {
    expect(() => parseRange('bytes=100-', 100)).toThrow('100 bytes');
    expect(() => parseRange('bytes=-0', 100)).toThrow('100 bytes');
    expect(() => parseRange('bytes=0-', 0)).toThrow('0 bytes');
  });
});
