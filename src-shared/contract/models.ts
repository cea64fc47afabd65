import { z } from 'zod';
import { modelIdSchema, modelSchema } from '../domain/models/index.ts';
import { defineEvent, defineProcedure, defineUpload } from './define.ts';
import { rpcFailureSchema, type ErrorCode } from './errors.ts';

const modelId = z.strictObject({ id: modelIdSchema });

const DOWNLOAD_ERRORS: readonly ErrorCode[] = [
  'FILE_NOT_FOUND',
  'FILE_UNREADABLE',
  'FILE_UNWRITABLE',
  'DISK_FULL',
  'SERVER_UNREACHABLE',
];

export const modelRowSchema = z.object({
  model: modelSchema,
  sizeBytes: z.int().positive(),
  /** `checking`: all is here, and its hash is computed. */
  state: z.enum(['missing', 'downloading', 'checking', 'installed']),
  /** Of a download that runs, or of one that was cut off and continues from here. */
  doneBytes: z.int().nonnegative(),
  /** Why the last download or import ended. */
  failure: rpcFailureSchema.nullable(),
});
export type ModelRow = z.infer<typeof modelRowSchema>;

/** Where models are fetched instead of their origin: a copy of it, with the same paths. Null: the origin. */
const mirrorUrlSchema = z
  .url({ protocol: /^https?$/, error: 'Use an address that begins with https:// or http://.' })
  .max(300)
  .nullable();

export const modelsStateSchema = z.object({
  rows: z.array(modelRowSchema),
  /** Otherwise the person fetches the files, and imports them. */
  canDownload: z.boolean(),
  mirrorUrl: mirrorUrlSchema,
  /** Where they lie on this computer. */
  folder: z.string(),
  usedBytes: z.int().nonnegative(),
  /** Of the disk; null where the system does not say. */
  freeBytes: z.int().nonnegative().nullable(),
});
export type ModelsState = z.infer<typeof modelsStateSchema>;

/** Models that engines on this computer read: none is part of the product, each is fetched by the person. */
export const modelsContract = {
  'models.read': defineProcedure({ input: z.void(), output: modelsStateSchema }),
  /** Begins, or continues, a download; the answer comes when it has begun. */
  'models.download': defineProcedure({ input: modelId, output: modelsStateSchema, errors: DOWNLOAD_ERRORS }),
  /** What is here already stays, for the next time. */
  'models.cancel': defineProcedure({ input: modelId, output: modelsStateSchema }),
  /** A file that the person has: its bytes must be those of the catalogue. */
  'models.importFile': defineUpload({
    input: modelId.extend({ sizeBytes: z.int().positive() }),
    output: modelsStateSchema,
    errors: DOWNLOAD_ERRORS,
  }),
  'models.remove': defineProcedure({
    input: modelId,
    output: modelsStateSchema,
    errors: ['FILE_UNWRITABLE'],
  }),
  'models.setMirror': defineProcedure({
    input: z.strictObject({ mirrorUrl: mirrorUrlSchema }),
    output: modelsStateSchema,
    errors: ['SETTINGS_UNWRITABLE', 'DISK_FULL'],
  }),
  'models.onChanged': defineEvent({ payload: modelsStateSchema, delivery: 'latest' }),
};
