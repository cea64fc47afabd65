import { z } from 'zod';
import { CLEAN_CONTAINERS, MAX_CLEAN_FILE_BYTES } from '../domain/fileCleaning.ts';
import { cleanChainSchema, cleanedSchema } from './clean.ts';
import { defineEvent, defineProcedure, defineUpload } from './define.ts';

const byId = z.strictObject({ id: z.string().min(1).max(100) });
const sizeSchema = z.int().nonnegative();

/** What was measured while a file was cleaned, and what became of it. */
export const looseResultSchema = cleanedSchema
  .pick({
    durationSec: true,
    sampleRate: true,
    channels: true,
    integratedLufsBefore: true,
    integratedLufsAfter: true,
    truePeakDbAfter: true,
    meanReductionDb: true,
    realTimeFactor: true,
  })
  .extend({ name: z.string(), sizeBytes: sizeSchema });

const looseFileSchema = z.object({
  id: z.string(),
  /** As the program named it. */
  name: z.string(),
  sizeBytes: sizeSchema,
  /** null until it is cleaned. */
  result: looseResultSchema.nullable(),
});
export type LooseFile = z.infer<typeof looseFileSchema>;

const UPLOAD_ERRORS = ['FILE_EMPTY', 'FILE_UNWRITABLE', 'DISK_FULL', 'BAD_OPTION'] as const;

/** Files that a program brings to be cleaned. They are kept until they are removed, or SoundDesk closes. */
export const looseFilesContract = {
  'looseFiles.upload': defineUpload({
    input: z.strictObject({
      name: z.string().trim().min(1).max(255),
      sizeBytes: sizeSchema.max(MAX_CLEAN_FILE_BYTES),
    }),
    output: looseFileSchema,
    errors: UPLOAD_ERRORS,
  }),
  /** The newest first. */
  'looseFiles.list': defineProcedure({ input: z.void(), output: z.array(looseFileSchema) }),
  /** A later result takes the place of an earlier one; an abort leaves that as it is. */
  'looseFiles.clean': defineProcedure({
    input: byId.extend({
      ...cleanChainSchema.shape,
      /** Not given: as files are cleaned where nobody chose, by the plan. */
      denoise: cleanChainSchema.shape.denoise.optional(),
      targetLufs: z.number().min(-60).max(-5).nullable().default(null),
      container: z.enum(CLEAN_CONTAINERS).default('wav'),
    }),
    output: looseFileSchema,
    errors: [
      ...UPLOAD_ERRORS,
      'FILE_NOT_FOUND',
      'FILE_UNREADABLE',
      'FILE_BEYOND_LIMITS',
      'FORMAT_UNSUPPORTED',
      'ENGINE_UNAVAILABLE',
      'ENGINE_STOPPED',
      'PLAN_LIMIT',
    ],
  }),
  /** Where the result is, and how it is called. */
  'looseFiles.locateResult': defineProcedure({
    input: byId,
    output: z.object({ folder: z.string(), file: z.string(), name: z.string() }),
    errors: ['FILE_NOT_FOUND'],
  }),
  /** With its result. Work on it ends. */
  'looseFiles.remove': defineProcedure({ input: byId, output: z.void(), errors: ['FILE_NOT_FOUND'] }),
  'looseFiles.onProgressed': defineEvent({
    payload: z.object({ id: z.string(), done: z.number().min(0).max(1) }),
    delivery: 'latest',
  }),
};
