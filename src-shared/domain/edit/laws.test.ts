import { expect, it } from 'vitest';
import { checkEditLaws } from '../../../tests/lib/editLaws.ts';

it('keeps its laws over 100 sequences of random edits', () => {
  let made = 0;
  for (let seed = 0; seed < 100; seed += 1) made += checkEditLaws(seed, 25).made;
  // The editor must do something: a chooser that is refused all the time proves nothing.
  expect(made).toBeGreaterThan(1000);
});
