import type { EffectRow } from './effectRow.ts';

/** At 100 a breath is lowered by 20 dB. */
export const DE_BREATH = {
  title: 'Breath control',
  shortTitle: 'Breaths',
  fields: {
    amount: {
      min: 0,
      max: 100,
      step: 1,
      default: 60,
      unit: '%',
      label: 'Breath reduction',
      option: 'amount',
    },
  },
  hasMeter: false,
  repair: 'afterDenoise',
  option: { name: 'de-breath', help: 'lower breaths between words' },
} as const satisfies EffectRow;
