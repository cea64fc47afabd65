import { describe, expect, it } from 'vitest';
import { PLANS, YEARLY_SAVING_LABEL_PERCENT, yearlySavingUsd } from './plans.ts';

describe('the price list', () => {
  it('saves twelve months less the yearly price', () => {
    expect(PLANS.map((plan) => [plan.id, yearlySavingUsd(plan)])).toEqual([
      ['essential', 18],
      ['professional', 26],
      ['enterprise', 40],
    ]);
  });

  it('saves what the label of the yearly cycle says, to the percent', () => {
    for (const plan of PLANS) {
      const percent = (100 * yearlySavingUsd(plan)) / (12 * plan.monthlyUsd);
      expect(Math.floor(percent)).toBe(YEARLY_SAVING_LABEL_PERCENT);
    }
  });
});
