import type { EffectRow } from './effectRow.ts';

export const DE_PLOSIVE = {
  title: 'De-plosive',
  shortTitle: 'De-plosive',
  fields: {
    amount: {
      min: 0,
      max: 100,
      step: 1,
      default: 50,
      unit: '%',
      label: 'Plosive reduction',
      option: 'amount',
    },
  },
  hasMeter: false,
  repair: 'beforeDenoise',
  option: { name: 'de-plosive', help: 'lower the thump of P and B' },
} as const satisfies EffectRow;
