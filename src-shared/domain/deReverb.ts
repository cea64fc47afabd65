import type { EffectRow } from './effectRow.ts';

export const DE_REVERB = {
  title: 'De-reverb',
  shortTitle: 'De-reverb',
  fields: {
    amount: {
      min: 0,
      max: 100,
      step: 1,
      default: 60,
      unit: '%',
      label: 'Room reduction',
      option: 'amount',
    },
  },
  hasMeter: false,
  repair: 'beforeDenoise',
  option: { name: 'de-reverb', help: 'lower the echo of a room behind each word' },
} as const satisfies EffectRow;
