import { z } from 'zod';
import { MAX_PRESETS, newPresetSchema, presetIdSchema, presetSchema } from '../domain/presets.ts';
import { defineEvent, defineProcedure } from './define.ts';

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
    input: z.strictObject({ id: presetIdSchema, patch: newPresetSchema.partial() }),
    output: presetSchema,
    errors: ['PRESET_NOT_FOUND', 'PRESET_DEFAULT', 'PRESETS_UNWRITABLE'],
  }),
  /** A custom preset with the same values, right after the original. */
  'presets.duplicate': defineProcedure({
    input: z.strictObject({ id: presetIdSchema }),
    output: presetSchema,
    errors: ['PRESET_NOT_FOUND', 'PRESETS_UNWRITABLE', 'BAD_OPTION'],
  }),
  'presets.remove': defineProcedure({
    input: z.strictObject({ id: presetIdSchema }),
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
    input: z.strictObject({ ids: z.array(presetIdSchema).max(MAX_PRESETS + 100) }),
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
