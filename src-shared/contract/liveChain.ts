import { z } from 'zod';
import { INPUT_GAIN_PERCENT, VOLUME_PERCENT } from '../domain/gain.ts';
import { LISTENING } from '../domain/liveChain.ts';
import { compressorSchema, denoiseSettingsSchema, equalizerSchema, gateSchema, within } from './strip.ts';

/** All that is done to the one voice of the live chain, in the order in which it is done. */
export const liveChainSchema = z.strictObject({
  /** Percent: 100 leaves the level as it is. */
  inputGain: within(INPUT_GAIN_PERCENT),
  echoCancellation: z.boolean(),
  automaticGain: z.boolean(),
  denoise: denoiseSettingsSchema,
  gate: gateSchema,
  equalizer: equalizerSchema,
  compressor: compressorSchema,
  /** Gentler with the voice: see `preserveVoice`. */
  voicePreservation: z.boolean().default(false),
  /** The gate follows the noise that is measured: see `createAdaptiveGate`. */
  adaptiveMode: z.boolean().default(false),
  /** A fader: 100 is full level. */
  outputVolume: within(VOLUME_PERCENT),
});
export type LiveChain = z.infer<typeof liveChainSchema>;

/** What the output is given: the result, the voice as it came in (at the same volume), or nothing. */
export const listeningSchema = z.enum(LISTENING);
export type Listening = z.infer<typeof listeningSchema>;
