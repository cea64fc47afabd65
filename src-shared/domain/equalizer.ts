import type { EffectRow } from './effectRow.ts';

/** The ten bands of document 1, section 9; the filters are in native/dsp/equalizer.hpp. */
export const EQUALIZER_BANDS = [
  { frequencyHz: 60, label: '60' },
  { frequencyHz: 170, label: '170' },
  { frequencyHz: 310, label: '310' },
  { frequencyHz: 600, label: '600' },
  { frequencyHz: 1000, label: '1K' },
  { frequencyHz: 3000, label: '3K' },
  { frequencyHz: 6000, label: '6K' },
  { frequencyHz: 12000, label: '12K' },
  { frequencyHz: 14000, label: '14K' },
  { frequencyHz: 16000, label: '16K' },
] as const;

export interface EqualizerPreset {
  id: string;
  name: string;
  /** Decibels, in the order of `EQUALIZER_BANDS`. */
  gainsDb: readonly number[];
}

/** Document 1, section 9; how the values were chosen: docs/decisions/0005-presets.md. */
export const EQUALIZER_PRESETS: readonly EqualizerPreset[] = [
  { id: 'flat', name: 'Flat', gainsDb: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
  { id: 'voice-boost', name: 'Voice Boost', gainsDb: [-6, -2, -1.5, -0.5, 1.5, 3.5, 2.5, 1.5, 1, 0] },
  { id: 'podcast', name: 'Podcast', gainsDb: [-3, 2, -1.5, -1, 0, 2.5, 1.5, 2, 1, 0.5] },
  { id: 'music', name: 'Music', gainsDb: [3, 1.5, 0, -1, -0.5, 0.5, 1.5, 2, 1.5, 1.5] },
  { id: 'gaming', name: 'Gaming', gainsDb: [-9, -4, -1, 1, 2, 3.5, 1.5, -2, -3, -3] },
];

export const EQUALIZER = {
  title: 'Equalizer',
  shortTitle: 'EQ',
  fields: {
    /** Of the bands in their order; range: document 1, section 5. */
    gainsDb: {
      min: -12,
      max: 12,
      step: 0.5,
      default: 0,
      unit: 'dB',
      label: 'Gains',
      items: EQUALIZER_BANDS.map(({ label }) => `${label} Hz`.replace('K Hz', ' kHz')),
    },
  },
  hasMeter: false,
  presets: EQUALIZER_PRESETS.map(({ gainsDb, ...preset }) => ({ ...preset, values: { gainsDb } })),
  option: { name: 'eq', help: 'raise and lower ten bands' },
} as const satisfies EffectRow;

/** Decibels of a band. */
export const EQUALIZER_GAIN_LIMITS = EQUALIZER.fields.gainsDb;
