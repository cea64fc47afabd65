import { describe, expect, it } from 'vitest';
import { corrected } from './spelling.ts';

const KNOWN = ['cancel', 'password', 'invoice', 'echo', 'live', 'linux', 'recordings'];

describe('a misspelled word', () => {
  it.each([
    ['a letter too few', 'pasword', 'password'],
    ['a letter too many', 'eccho', 'echo'],
    ['a wrong letter', 'invoise', 'invoice'],
    ['two letters swapped', 'cancle', 'cancel'],
    ['two letters wrong in a long word', 'recrdigns', 'recordings'],
  ])('%s: %s is %s', (_what, typed, meant) => {
    expect(corrected(typed, KNOWN)).toBe(meant);
  });

  it.each([
    ['another word, as short', 'life'],
    ['another first letter', 'zinux'],
    ['two letters wrong in a short word', 'inoise'],
    ['nothing like it', 'weather'],
  ])('%s: %s stays', (_what, typed) => {
    expect(corrected(typed, KNOWN)).toBe(typed);
  });
});
