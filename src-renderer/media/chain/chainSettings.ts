import type { CompressorSettings } from '../dsp/compressor.ts';
import type { GateSettings } from '../dsp/gate.ts';

/** What the output is given: the result, the untouched input of the same moment, or nothing. */
export type Listening = 'clean' | 'raw' | 'off';

export interface DenoiseMix {
  /** Off passes the input, as late as the model would be. */
  isOn: boolean;
  /** Percent. */
  sensitivity: number;
  /** Percent. */
  reduction: number;
}

/** The live chain in the units of its stages, as `LiveSettings` of native/engine/live_chain.hpp. */
export interface ChainSettings {
  inputGainDb: number;
  automaticGain: boolean;
  denoise: DenoiseMix;
  gate: GateSettings;
  /** Ten gains in decibels; an equalizer that is off is flat. */
  equalizerGainsDb: readonly number[];
  compressor: CompressorSettings;
  /** -120 is silence. */
  volumeDb: number;
  listening: Listening;
}

/** Sensitivity and reduction at their ends ask for the model's own samples, with nothing added. */
export function isModelAlone({ isOn, sensitivity, reduction }: DenoiseMix): boolean {
  return isOn && sensitivity >= 100 && reduction >= 100;
}
