import type { EffectRow } from './effectRow.ts';

/** −16 LUFS for podcasts, −23 for EBU R 128. */
export const LEVELER = {
  title: 'Leveler',
  shortTitle: 'Leveler',
  fields: {
    targetLufs: {
      min: -30,
      max: -10,
      step: 1,
      default: -16,
      unit: 'LUFS',
      label: 'Speech level',
    },
  },
  hasMeter: false,
  option: { name: 'leveler', help: 'bring speech to this loudness by a slow hand', plain: 'targetLufs' },
} as const satisfies EffectRow;

/** What of the strip brings a voice to a loudness; null: as loud as it is. */
export const levelerOf = (targetLufs: number | null | undefined) =>
  typeof targetLufs === 'number' ? { isOn: true, targetLufs } : null;
