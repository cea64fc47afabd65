import { describe, expect, it } from 'vitest';
import { readSrtKey, srtOptions } from './srtKey.ts';

describe('the stream key of SRT', () => {
  it.each([
    ['hall', 'hall', null],
    ['#!::r=hall,m=publish', '#!::r=hall,m=publish', null],
    ['streamid=hall', 'hall', null],
    ['passphrase=0123456789', null, '0123456789'],
    ['streamid=#!::r=hall,m=publish&passphrase=a&b=cdefghi', '#!::r=hall,m=publish', 'a&b=cdefghi'],
    ['passphrase=0123456789&streamid=a&b', 'a&b', '0123456789'],
  ])('is read: %s', (key, streamId, passphrase) => {
    expect(readSrtKey(key)).toEqual({ streamId, passphrase });
  });

  it.each(['passphrase=short', `passphrase=${'a'.repeat(80)}`])('is refused: %s', (key) => {
    expect(readSrtKey(key)).toBeNull();
  });

  it('is one option on each line', () => {
    expect(srtOptions({ streamId: 'a=b', passphrase: '0123456789' })).toBe(
      'streamid=a=b\npassphrase=0123456789\n',
    );
    expect(srtOptions({ streamId: null, passphrase: null })).toBe('');
  });
});
