import { defaultsOf, type EffectRow, type FieldValues } from './effectRow.ts';

/** Ranges: document 1, section 5; defaults: section 9. */
const COMPRESSOR_FIELDS = {
  thresholdDb: {
    min: -40,
    max: 0,
    step: 0.5,
    default: -18,
    unit: 'dB',
    label: 'Threshold',
    option: 'threshold',
  },
  ratio: { min: 1, max: 20, step: 0.1, default: 4, unit: ': 1', label: 'Ratio', option: 'ratio' },
  attackMs: { min: 0.1, max: 100, step: 0.1, default: 3, unit: 'ms', label: 'Attack', option: 'attack' },
  releaseMs: { min: 10, max: 1000, step: 10, default: 100, unit: 'ms', label: 'Release', option: 'release' },
  makeupGainDb: {
    min: 0,
    max: 20,
    step: 0.5,
    default: 2,
    unit: 'dB',
    label: 'Makeup gain',
    option: 'makeup',
  },
  kneeDb: { min: 0, max: 10, step: 0.5, default: 2, unit: 'dB', label: 'Knee', option: 'knee' },
} as const;

export type CompressorValues = FieldValues<typeof COMPRESSOR_FIELDS>;
export const DEFAULT_COMPRESSOR: Readonly<CompressorValues> = defaultsOf(COMPRESSOR_FIELDS);

export interface CompressorPreset {
  id: string;
  name: string;
  values: Readonly<CompressorValues>;
}

/** Document 1, section 9; how the values were chosen: docs/decisions/0005-presets.md. */
export const COMPRESSOR_PRESETS: readonly CompressorPreset[] = [
  {
    id: 'vocal',
    name: 'Vocal',
    values: { thresholdDb: -20, ratio: 2.5, attackMs: 8, releaseMs: 120, makeupGainDb: 5, kneeDb: 6 },
  },
  {
    id: 'podcast',
    name: 'Podcast',
    values: { thresholdDb: -24, ratio: 4, attackMs: 5, releaseMs: 150, makeupGainDb: 9, kneeDb: 6 },
  },
  {
    id: 'music',
    name: 'Music',
    values: { thresholdDb: -16, ratio: 2, attackMs: 25, releaseMs: 250, makeupGainDb: 2.5, kneeDb: 8 },
  },
  {
    id: 'broadcast',
    name: 'Broadcast',
    values: { thresholdDb: -28, ratio: 5, attackMs: 2, releaseMs: 120, makeupGainDb: 13, kneeDb: 4 },
  },
];

export const COMPRESSOR = {
  title: 'Compressor',
  shortTitle: 'Compressor',
  fields: COMPRESSOR_FIELDS,
  hasMeter: true,
  presets: COMPRESSOR_PRESETS.map((preset) => ({ ...preset, values: { ...preset.values } })),
  option: { name: 'compressor', help: 'even out what is loud and what is quiet' },
} as const satisfies EffectRow;
