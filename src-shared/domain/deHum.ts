import type { EffectRow } from './effectRow.ts';

/** The whole hum at 100; at 90 a tenth of it is left, 20 dB less. */
export const DE_HUM = {
  title: 'De-hum',
  shortTitle: 'De-hum',
  fields: {
    amount: { min: 0, max: 100, step: 1, default: 90, unit: '%', label: 'Hum removal', option: 'amount' },
  },
  hasMeter: false,
  repair: 'beforeDenoise',
  option: { name: 'de-hum', help: 'take out the hum of the mains, 50 or 60 Hz, whichever is there' },
} as const satisfies EffectRow;
