import { DEFAULT_COMPRESSOR, type CompressorValues } from './compressor.ts';
import { EQUALIZER_BANDS } from './equalizer.ts';
import { DEFAULT_NOISE_GATE } from './gate.ts';
import type { NoisePreset } from './presets.ts';

/** What the output device can be given; `raw` is for comparing. */
export const LISTENING = ['clean', 'raw', 'off'] as const;

/** The live chain's settings, in the units of the screen (document 1, sections 3 and 5). */
export interface LiveChainValues {
  inputGain: number;
  echoCancellation: boolean;
  automaticGain: boolean;
  denoise: { engine: 'rnnoise' | 'off'; sensitivity: number; reduction: number };
  gate: { isOn: boolean; threshold: number };
  equalizer: { isOn: boolean; gainsDb: number[] };
  compressor: CompressorValues & { isOn: boolean };
  voicePreservation: boolean;
  adaptiveMode: boolean;
  outputVolume: number;
}

/** Document 1, section 9. */
export const DEFAULT_LIVE_CHAIN: LiveChainValues = {
  inputGain: 75,
  echoCancellation: false,
  automaticGain: false,
  denoise: { engine: 'rnnoise', sensitivity: 70, reduction: 70 },
  gate: { isOn: false, threshold: DEFAULT_NOISE_GATE },
  equalizer: { isOn: false, gainsDb: EQUALIZER_BANDS.map(() => 0) },
  compressor: { isOn: false, ...DEFAULT_COMPRESSOR },
  voicePreservation: false,
  adaptiveMode: false,
  outputVolume: 80,
};

/**
 * The same after all settings were reset: document 1, section 9 gives the app's settings defaults of their own
 * (sensitivity 70, input gain 60, output 85) beside those of a preset (docs/decisions/0018-settings.md).
 */
export const RESET_LIVE_CHAIN: LiveChainValues = { ...DEFAULT_LIVE_CHAIN, inputGain: 60, outputVolume: 85 };

/**
 * The chain after a preset was chosen: its sensitivity and reduction, the gains of document 1, section 4, and its
 * equalizer and compressor where it has them. All else stays.
 */
export function chainOfPreset(
  chain: LiveChainValues,
  preset: Pick<NoisePreset, 'sensitivity' | 'noiseReduction' | 'equalizerGainsDb' | 'compressor'>,
): LiveChainValues {
  const { sensitivity, noiseReduction, equalizerGainsDb, compressor } = preset;
  return {
    ...chain,
    inputGain: DEFAULT_LIVE_CHAIN.inputGain,
    outputVolume: DEFAULT_LIVE_CHAIN.outputVolume,
    denoise: { engine: 'rnnoise', sensitivity, reduction: noiseReduction },
    equalizer: equalizerGainsDb ? { isOn: true, gainsDb: [...equalizerGainsDb] } : chain.equalizer,
    compressor: compressor ? { isOn: true, ...compressor } : chain.compressor,
  };
}
