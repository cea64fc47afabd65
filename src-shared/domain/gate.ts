import { defaultsOf, type EffectRow, type FieldValues } from './effectRow.ts';
import { toSliderValue } from './gain.ts';

const GATE_FIELDS = {
  /** The one slider of document 1, sections 5 and 9. */
  threshold: { min: 0, max: 50, step: 1, default: 15, unit: '', label: 'Gate threshold' },
} as const;

/** Times and range of a voice: opens within a syllable's onset, holds over the gaps between words. */
const GATE_ENGINE_FIELDS = {
  thresholdDb: {
    min: -80,
    max: 0,
    step: 0.5,
    default: -65,
    unit: 'dBFS',
    label: 'Threshold',
    option: 'threshold',
  },
  rangeDb: { min: 0, max: 80, step: 1, default: 40, unit: 'dB', label: 'Range' },
  attackMs: { min: 0.1, max: 100, step: 0.1, default: 1, unit: 'ms', label: 'Attack' },
  holdMs: { min: 0, max: 2000, step: 10, default: 120, unit: 'ms', label: 'Hold' },
  releaseMs: { min: 1, max: 2000, step: 1, default: 150, unit: 'ms', label: 'Release' },
} as const;

export const GATE = {
  title: 'Noise gate',
  shortTitle: 'Gate',
  fields: GATE_FIELDS,
  engineFields: GATE_ENGINE_FIELDS,
  hasMeter: true,
  option: {
    name: 'gate',
    help: `lower what is quieter than this by ${GATE_ENGINE_FIELDS.rangeDb.default} dB`,
    plain: 'thresholdDb',
  },
} as const satisfies EffectRow;

export type GateValues = FieldValues<typeof GATE_ENGINE_FIELDS>;
export const DEFAULT_GATE: Readonly<GateValues> = defaultsOf(GATE_ENGINE_FIELDS);

/**
 * The gate of a strip for the slider of 0-50: each step is one decibel of the threshold, from -80 dBFS, where it only
 * closes in a dead silent room, to -30 dBFS, where quiet talkers begin to lose their words. The default is -65 dBFS.
 */
export function gateSettings({ isOn, threshold }: { isOn: boolean; threshold: number }): GateValues & {
  isOn: boolean;
} {
  const slider = toSliderValue(threshold, GATE_FIELDS.threshold);
  return { ...DEFAULT_GATE, isOn, thresholdDb: GATE_ENGINE_FIELDS.thresholdDb.min + slider };
}

/** The slider's place for a threshold; the other way round of `gateSettings`. */
export function gateSlider(thresholdDb: number): number {
  return toSliderValue(thresholdDb - GATE_ENGINE_FIELDS.thresholdDb.min, GATE_FIELDS.threshold);
}
