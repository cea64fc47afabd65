import { toSliderValue, type SliderLimits } from './gain.ts';

export interface CompressorValues {
  thresholdDb: number;
  ratio: number;
  attackMs: number;
  releaseMs: number;
  makeupGainDb: number;
  kneeDb: number;
}

/** Document 1, section 5. */
export const COMPRESSOR_LIMITS = {
  thresholdDb: { min: -40, max: 0, step: 0.5 },
  ratio: { min: 1, max: 20, step: 0.1 },
  attackMs: { min: 0.1, max: 100, step: 0.1 },
  releaseMs: { min: 10, max: 1000, step: 10 },
  makeupGainDb: { min: 0, max: 20, step: 0.5 },
  kneeDb: { min: 0, max: 10, step: 0.5 },
} as const satisfies Record<keyof CompressorValues, SliderLimits>;

/** Document 1, section 9. */
export const DEFAULT_COMPRESSOR: Readonly<CompressorValues> = {
  thresholdDb: -18,
  ratio: 4,
  attackMs: 3,
  releaseMs: 100,
  makeupGainDb: 2,
  kneeDb: 2,
};

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

/** The preset of that id, or of that name whatever its case; else null. */
export function findCompressorPreset(idOrName: string): CompressorPreset | null {
  const wanted = idOrName.trim().toLowerCase();
  return COMPRESSOR_PRESETS.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted) ?? null;
}

/** Values that the sliders can take. */
export function toCompressorValues(values: CompressorValues): CompressorValues {
  return {
    thresholdDb: toSliderValue(values.thresholdDb, COMPRESSOR_LIMITS.thresholdDb),
    ratio: toSliderValue(values.ratio, COMPRESSOR_LIMITS.ratio),
    attackMs: toSliderValue(values.attackMs, COMPRESSOR_LIMITS.attackMs),
    releaseMs: toSliderValue(values.releaseMs, COMPRESSOR_LIMITS.releaseMs),
    makeupGainDb: toSliderValue(values.makeupGainDb, COMPRESSOR_LIMITS.makeupGainDb),
    kneeDb: toSliderValue(values.kneeDb, COMPRESSOR_LIMITS.kneeDb),
  };
}
