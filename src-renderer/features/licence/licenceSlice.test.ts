import { expect, it } from 'vitest';
import { selectCleaningLimits } from './licenceSlice.ts';

it('asks for no more than every plan has while the plan is not known', () => {
  expect(selectCleaningLimits({ licence: { status: { status: 'loading' }, own: null } })?.plan).toBe('free');
});
