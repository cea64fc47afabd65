import { z } from 'zod';
import type { PresetLibrary } from '../domain/presetList.ts';
import { ENVIRONMENTS, type NoisePreset } from '../domain/presets.ts';
import { effectSchemas, percentSchema } from '../domain/stripSchema.ts';
import { defineEvent, defineProcedure } from './define.ts';

/** More than anybody keeps apart. */
export const MAX_PRESETS = 500;

const idSchema = z.string().min(1).max(100);

const presetFields = {
  name: z.string().trim().min(1, 'a name is needed').max(100),
  description: z.string().trim().max(500),
  environment: z.enum(ENVIRONMENTS),
  sensitivity: percentSchema,
  noiseReduction: percentSchema,
  /** null: choosing the preset leaves the equalizer, or the compressor, as it is. */
  equalizerGainsDb: effectSchemas.equalizer.shape.gainsDb.nullable(),
  compressor: effectSchemas.compressor.omit({ isOn: true }).nullable(),
};

export const newPresetSchema = z.strictObject(presetFields);
export type NewPreset = z.infer<typeof newPresetSchema>;

export const presetSchema = newPresetSchema.extend({
  id: idSchema,
  isDefault: z.boolean(),
  /** Milliseconds since 1970; 0 for what is built in. */
  createdAtMs: z.number(),
}) satisfies z.ZodType<NoisePreset>;
export type Preset = z.infer<typeof presetSchema>;

/** What is exported, for another machine or another person: the custom presets, in the user's order. */
export const presetDocumentSchema = z.object({
  format: z.literal('sounddesk-presets', 'not a document of SoundDesk presets'),
  version: z.literal(1, 'a version that this SoundDesk does not know'),
  presets: z
    .array(
      presetSchema
        .extend({ createdAtMs: z.number().default(0) })
        .omit({ isDefault: true })
        .loose(),
    )
    .max(MAX_PRESETS, `more than ${MAX_PRESETS} presets`),
});

/** What a store keeps. */
export const presetLibrarySchema = z.object({
  version: z.literal(1),
  custom: z.array(presetSchema).max(MAX_PRESETS),
  order: z.array(z.string()),
}) satisfies z.ZodType<PresetLibrary>;

const presetListSchema = z.object({ presets: z.array(presetSchema) });

export const presetsContract = {
  /** In the user's order. */
  'presets.list': defineProcedure({
    input: z.void(),
    output: presetListSchema.extend({
      /** What is wrong with what was stored, and where it was put; null where nothing is. */
      damage: z.string().nullable(),
    }),
  }),
  'presets.create': defineProcedure({
    input: newPresetSchema,
    output: presetSchema,
    errors: ['PRESETS_UNWRITABLE', 'BAD_OPTION'],
  }),
  /** The built-in ones stay as they are: duplicate one and change the copy. */
  'presets.update': defineProcedure({
    input: z.strictObject({ id: idSchema, patch: newPresetSchema.partial() }),
    output: presetSchema,
    errors: ['PRESET_NOT_FOUND', 'PRESET_DEFAULT', 'PRESETS_UNWRITABLE'],
  }),
  /** A custom preset with the same values, right after the original. */
  'presets.duplicate': defineProcedure({
    input: z.strictObject({ id: idSchema }),
    output: presetSchema,
    errors: ['PRESET_NOT_FOUND', 'PRESETS_UNWRITABLE', 'BAD_OPTION'],
  }),
  'presets.remove': defineProcedure({
    input: z.strictObject({ id: idSchema }),
    /** What `presets.restore` needs to take it back. */
    output: z.object({ removed: presetSchema, index: z.int().nonnegative() }),
    errors: ['PRESET_NOT_FOUND', 'PRESET_DEFAULT', 'PRESETS_UNWRITABLE'],
  }),
  /** Undoes `presets.remove`. One that is there already is left as it is. */
  'presets.restore': defineProcedure({
    input: z.strictObject({ preset: presetSchema, index: z.int().nonnegative() }),
    output: presetSchema,
    errors: ['PRESETS_UNWRITABLE', 'BAD_OPTION'],
  }),
  /** All ids, each once, in their new order. */
  'presets.reorder': defineProcedure({
    input: z.strictObject({ ids: z.array(idSchema).max(MAX_PRESETS + 100) }),
    output: presetListSchema,
    errors: ['BAD_OPTION', 'PRESETS_UNWRITABLE'],
  }),
  /** All of a document or nothing of it; `BAD_OPTION` names what is wrong with it. */
  'presets.importAll': defineProcedure({
    input: z.strictObject({ document: z.unknown() }),
    output: z.object({ imported: z.int().nonnegative() }),
    errors: ['BAD_OPTION', 'PRESETS_UNWRITABLE'],
  }),
  'presets.exportAll': defineProcedure({ input: z.void(), output: presetDocumentSchema }),
  'presets.onChanged': defineEvent({ payload: presetListSchema, delivery: 'every' }),
};
