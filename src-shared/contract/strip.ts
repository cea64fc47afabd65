import { z } from 'zod';
import { COMPRESSOR_LIMITS } from '../domain/compressor.ts';
import { EQUALIZER_BANDS, EQUALIZER_GAIN_LIMITS } from '../domain/equalizer.ts';
import type { SliderLimits } from '../domain/gain.ts';
import { NOISE_GATE_LIMITS } from '../domain/gate.ts';

/** What a microphone's sound goes through, in the units of the screen; ranges as document 1 gives them. */

/** Any value between: the steps are a slider's matter. */
export const within = ({ min, max }: Pick<SliderLimits, 'min' | 'max'>) => z.number().min(min).max(max);
export const percentSchema = z.number().min(0).max(100);

export const denoiseSettingsSchema = z.object({
  engine: z.enum(['rnnoise', 'off']),
  /** 0-100: how readily sound under speech is treated as noise. */
  sensitivity: percentSchema,
  /** 0-100: how far noise is lowered; the floor's gain is (1 − reduction/100)². */
  reduction: percentSchema,
});

export const gateSchema = z.strictObject({ isOn: z.boolean(), threshold: within(NOISE_GATE_LIMITS) });

/** In the order of `EQUALIZER_BANDS`. */
export const equalizerGainsSchema = z.array(within(EQUALIZER_GAIN_LIMITS)).length(EQUALIZER_BANDS.length);
export const equalizerSchema = z.strictObject({ isOn: z.boolean(), gainsDb: equalizerGainsSchema });

export const compressorValuesSchema = z.strictObject({
  thresholdDb: within(COMPRESSOR_LIMITS.thresholdDb),
  ratio: within(COMPRESSOR_LIMITS.ratio),
  attackMs: within(COMPRESSOR_LIMITS.attackMs),
  releaseMs: within(COMPRESSOR_LIMITS.releaseMs),
  makeupGainDb: within(COMPRESSOR_LIMITS.makeupGainDb),
  kneeDb: within(COMPRESSOR_LIMITS.kneeDb),
});
export const compressorSchema = compressorValuesSchema.extend({ isOn: z.boolean() });
