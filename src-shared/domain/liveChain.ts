import { z } from 'zod';
import type { Preset } from './presets.ts';
import { DEFAULT_EFFECTS } from './stripEffects.ts';
import type { LiveChain } from './stripSchema.ts';

/** What the output device can be given; `raw` and `removed` are for comparing. */
export const LISTENING = ['clean', 'raw', 'off', 'removed'] as const;
/**
 * What the output device is given: the result, the voice as it came in (at the same volume), nothing, or only what the repairs
 * (hum, clicks, thumps, breaths) take out of it.
 */
export const listeningSchema = z.enum(LISTENING);
export type Listening = z.infer<typeof listeningSchema>;

/** Document 1, section 9. */
export const DEFAULT_LIVE_CHAIN: LiveChain = {
  inputGain: 75,
  echoCancellation: false,
  automaticGain: false,
  denoise: { engine: 'rnnoise', sensitivity: 70, reduction: 70 },
  ...DEFAULT_EFFECTS,
  voicePreservation: false,
  adaptiveMode: false,
  outputVolume: 80,
};

/**
 * The same before anything was saved, and after all settings were reset: document 1, section 9 gives the app's settings
 * defaults of their own (sensitivity 70, input gain 60, output 85) beside those of a preset (docs/decisions/0018-settings.md).
 */
export const INITIAL_LIVE_CHAIN: LiveChain = { ...DEFAULT_LIVE_CHAIN, inputGain: 60, outputVolume: 85 };

/**
 * The chain after a preset was chosen: its sensitivity and reduction, the gains of document 1, section 4, and its
 * equalizer and compressor where it has them. All else stays.
 */
export function chainOfPreset(
  chain: LiveChain,
  preset: Pick<Preset, 'sensitivity' | 'noiseReduction' | 'equalizerGainsDb' | 'compressor'>,
): LiveChain {
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
