import { describe, expect, it } from 'vitest';
import { matchesKey } from './matchesKey.ts';

const key = {
  key_name: 'Shop',
  description: 'The till in the hall',
  key_prefix: 'psfaba_live_a1b2',
  key_suffix: 'wxyz',
};

describe('the search of keys', () => {
  it.each([
    ['', true, true],
    ['  sHoP ', true, true],
    ['till', true, true],
    ['a1b2', true, false],
    ['WXYZ', true, false],
    [`psfaba_live_a1b2${'0'.repeat(24)}wxyz`, true, false],
    [`psfaba_live_a1b2${'0'.repeat(24)}aaaa`, false, false],
    ['kiosk', false, false],
  ])('%s', (typed, byKey, byName) => {
    expect(matchesKey(key, typed, true)).toBe(byKey);
    expect(matchesKey(key, typed, false)).toBe(byName);
  });

  it('takes a key without a description', () => {
    expect(matchesKey({ ...key, description: null }, 'shop', false)).toBe(true);
  });
});
