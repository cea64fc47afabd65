import type { EffectRow } from './effectRow.ts';

export const DE_CLICK = {
  title: 'De-click',
  shortTitle: 'De-click',
  fields: {
    amount: { min: 0, max: 100, step: 1, default: 50, unit: '%', label: 'Click removal', option: 'amount' },
  },
  hasMeter: false,
  repair: 'beforeDenoise',
  option: { name: 'de-click', help: 'take out clicks of cables and of the mouth' },
} as const satisfies EffectRow;
