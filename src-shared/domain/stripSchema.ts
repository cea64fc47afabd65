import { z } from 'zod';
import { DENOISE_ENGINES } from './denoise.ts';
import type { EffectField, EffectFields } from './effectRow.ts';
import { INPUT_GAIN_PERCENT, VOLUME_PERCENT, type SliderLimits } from './gain.ts';
import { PAN_LIMITS } from './pan.ts';
import {
  DEFAULT_EFFECTS,
  engineFieldsOf,
  mapEffects,
  STRIP_EFFECTS,
  type EffectKey,
  type EngineFieldsOf,
} from './stripEffects.ts';

/** Ranges of the engine's strip beside those of its effects: `StripSettings` of native/engine/strip_settings.hpp. */
export const STRIP_GAIN_DB = { min: -120, max: 60, unit: 'dB' } as const;

export const STRIP_VOLUME_DB = { min: -120, max: 24, unit: 'dB' } as const;

/** What a microphone's sound goes through, for anyone who parses it; the ranges are those of the effects' rows. */

/** Any value between: the steps are a slider's matter. */
export const within = ({ min, max }: Pick<SliderLimits, 'min' | 'max'>) => z.number().min(min).max(max);
export const percentSchema = z.number().min(0).max(100);
/** What the leveler brings speech to; null or missing: it leaves it. */
export const levelLufsSchema = within(STRIP_EFFECTS.leveler.fields.targetLufs).nullish();

export const denoiseSettingsSchema = z.object({
  engine: z.enum(['rnnoise', 'off']),
  /** 0-100: how readily sound under speech is treated as noise. */
  sensitivity: percentSchema,
  /** 0-100: how far noise is lowered; the floor's gain is (1 − reduction/100)². */
  reduction: percentSchema,
});

type FieldSchema<F> = F extends { items: readonly string[] } ? z.ZodArray<z.ZodNumber> : z.ZodNumber;
type FieldSchemas<F extends EffectFields> = { -readonly [K in keyof F]: FieldSchema<F[K]> };
type EffectSchema<F extends EffectFields> = z.ZodObject<
  { isOn: z.ZodBoolean } & FieldSchemas<F>,
  z.core.$strict
>;
type EffectSchemas = { [K in EffectKey]: EffectSchema<(typeof STRIP_EFFECTS)[K]['fields']> };
type EngineEffectSchemas = { [K in EffectKey]: EffectSchema<EngineFieldsOf<K>> };

/** The values of an effect, each within its range. */
export function fieldSchemas<F extends EffectFields>(fields: F): FieldSchemas<F> {
  const schemaOf = (field: EffectField) =>
    field.items ? z.array(within(field)).length(field.items.length) : within(field);
  // `Object.entries` forgets which field belongs to which key.
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, schemaOf(field)]),
  ) as FieldSchemas<F>;
}

const effectSchema = (fields: EffectFields) => z.strictObject({ isOn: z.boolean(), ...fieldSchemas(fields) });

export const effectSchemas = mapEffects((effect) =>
  effectSchema(STRIP_EFFECTS[effect].fields),
) as unknown as EffectSchemas;

/** Of settings, presets and takes from before there was an effect, the effect is off. */
export const effectSchemasOrOff = withDefaults(effectSchemas, DEFAULT_EFFECTS);

const engineEffectSchemas = mapEffects((effect) =>
  effectSchema(engineFieldsOf(effect)),
) as unknown as EngineEffectSchemas;

/** What of a strip the user sets, whether it is one of many or the live chain's. */
const chainFields = {
  /** Percent: 100 leaves the level as it is. */
  inputGain: within(INPUT_GAIN_PERCENT),
  echoCancellation: z.boolean(),
  automaticGain: z.boolean(),
};

/** A strip of the mixer, in the units of the screen; ranges as documents 1 and 2 give them. */
export const stripFields = {
  ...chainFields,
  denoise: z.strictObject({
    engine: z.enum(DENOISE_ENGINES),
    sensitivity: percentSchema,
    reduction: percentSchema,
  }),
  ...effectSchemas,
  volume: within(VOLUME_PERCENT),
  /** -100 is left, 100 is right. */
  pan: within(PAN_LIMITS),
  isMuted: z.boolean(),
  isSolo: z.boolean(),
};
export type StripValues = z.infer<z.ZodObject<typeof stripFields>>;

/** All that is done to the one voice of the live chain, in the order in which it is done. */
export const liveChainSchema = z.strictObject({
  ...chainFields,
  denoise: denoiseSettingsSchema,
  ...effectSchemasOrOff,
  /** Gentler with the voice: see `preserveVoice`. */
  voicePreservation: z.boolean().default(false),
  /** The gate follows the noise that is measured: see `createAdaptiveGate`. */
  adaptiveMode: z.boolean().default(false),
  /** A fader: 100 is full level. */
  outputVolume: within(VOLUME_PERCENT),
});
export type LiveChain = z.infer<typeof liveChainSchema>;

/** A strip in the units of the engine: what the addon takes. */
export const engineStripSchema = z.object({
  inputGainDb: within(STRIP_GAIN_DB),
  echoCancellation: z.boolean(),
  automaticGain: z.boolean(),
  /**
   * `sensitivity` and `reduction` are 0-100. `auto`, `strong` and `studio` run without a latency mode and make the whole session
   * 22.5 ms later; in the 50 ms mode RNNoise stands in for them, and for `studio` where its model is not installed.
   */
  denoise: z.object({
    engine: z.enum(DENOISE_ENGINES),
    sensitivity: percentSchema,
    reduction: percentSchema,
  }),
  ...engineEffectSchemas,
  /** Fader, dB; -120 is silence. */
  volumeDb: within(STRIP_VOLUME_DB),
  pan: within(PAN_LIMITS),
  isMuted: z.boolean(),
  isSolo: z.boolean(),
});
export type EngineStrip = z.infer<typeof engineStripSchema>;

/** The effects of a file job; one that is not there is off. */
export const someEngineEffectsSchema = z
  .object(engineEffectSchemas)
  .extend(
    mapEffects<{ [K in EffectKey]: z.ZodOptional<z.ZodNullable<EngineEffectSchemas[K]>> }>((effect) =>
      engineEffectSchemas[effect].nullish(),
    ),
  );

/** The same fields, each with what it is where it is missing. */
export function withDefaults<
  F extends Record<string, z.ZodType>,
  D extends { readonly [K in keyof F]: unknown },
>(fields: F, defaults: D): { [K in keyof F]: z.ZodDefault<F[K]> } {
  const entries = Object.entries(fields).map(([key, schema]) => [key, schema.default(defaults[key])]);
  // `Object.entries` forgets which schema belongs to which key.
  return Object.fromEntries(entries) as { [K in keyof F]: z.ZodDefault<F[K]> };
}
