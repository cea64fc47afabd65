import { toSliderValue, type SliderLimits } from './gain.ts';

export interface GateValues {
  thresholdDb: number;
  rangeDb: number;
  attackMs: number;
  holdMs: number;
  releaseMs: number;
}

/** What the engine's gate takes (native/dsp/gate.hpp). */
export const GATE_LIMITS = {
  thresholdDb: { min: -80, max: 0, step: 0.5 },
  rangeDb: { min: 0, max: 80, step: 1 },
  attackMs: { min: 0.1, max: 100, step: 0.1 },
  holdMs: { min: 0, max: 2000, step: 10 },
  releaseMs: { min: 1, max: 2000, step: 1 },
} as const satisfies Record<keyof GateValues, SliderLimits>;

/** The one slider of document 1, sections 5 and 9. */
export const NOISE_GATE_LIMITS = { min: 0, max: 50, step: 1 } as const satisfies SliderLimits;
export const DEFAULT_NOISE_GATE = 15;

/** Times and range of a voice: opens within a syllable's onset, holds over the gaps between words. */
export const DEFAULT_GATE: Readonly<GateValues> = {
  thresholdDb: -65,
  rangeDb: 40,
  attackMs: 1,
  holdMs: 120,
  releaseMs: 150,
};

/**
 * The gate of a strip for the slider of 0-50: each step is one decibel of the threshold, from -80 dBFS, where it only
 * closes in a dead silent room, to -30 dBFS, where quiet talkers begin to lose their words. The default is -65 dBFS.
 */
export function gateSettings({ isOn, threshold }: { isOn: boolean; threshold: number }): GateValues & {
  isOn: boolean;
} {
  const slider = toSliderValue(threshold, NOISE_GATE_LIMITS);
  return { ...DEFAULT_GATE, isOn, thresholdDb: GATE_LIMITS.thresholdDb.min + slider };
}

/** The slider's place for a threshold; the other way round of `gateSettings`. */
export function gateSlider(thresholdDb: number): number {
  return toSliderValue(thresholdDb - GATE_LIMITS.thresholdDb.min, NOISE_GATE_LIMITS);
}
