import type { EffectRow } from './effectRow.ts';

/** Ranges and defaults as de-essers of the field have them: 5 to 8 kHz for most voices, a few decibels. */
export const DE_ESSER = {
  title: 'De-esser',
  shortTitle: 'De-esser',
  fields: {
    frequencyHz: {
      min: 2000,
      max: 12_000,
      step: 100,
      default: 6500,
      unit: 'Hz',
      label: 'Frequency',
      option: 'frequency',
    },
    thresholdDb: {
      min: -60,
      max: 0,
      step: 0.5,
      default: -30,
      unit: 'dBFS',
      label: 'De-esser threshold',
      option: 'threshold',
    },
    rangeDb: { min: 0, max: 24, step: 0.5, default: 6, unit: 'dB', label: 'Range', option: 'range' },
  },
  hasMeter: true,
  option: { name: 'de-esser', help: 'soften sharp s sounds' },
} as const satisfies EffectRow;
