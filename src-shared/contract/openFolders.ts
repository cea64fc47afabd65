import { z } from 'zod';
import { CLEAN_CONTAINERS } from '../domain/fileCleaning.ts';
import { defineEvent, defineProcedure } from './define.ts';
import { looseFilesContract, looseResultSchema } from './looseFiles.ts';

/** More than anybody opens to programs. */
export const MAX_OPEN_FOLDERS = 50;

const sizeSchema = z.int().nonnegative();
const folderId = z.string().min(1).max(100);
/** Below a folder, with “/” between its parts. */
const belowSchema = z.string().max(1000);
const fileInput = z.strictObject({
  folderId,
  path: belowSchema.min(1).describe('As listFolderFiles has it, with “/” between its parts.'),
});

const openFolderSchema = z.object({
  id: z.string(),
  /** The last part of its path. */
  name: z.string(),
  /** It may be on a disk that is not here now. */
  isThere: z.boolean(),
});
export type OpenFolder = z.infer<typeof openFolderSchema> & { path: string };

const placesSchema = z.object({ folders: z.array(openFolderSchema.extend({ path: z.string() })) });

const entrySchema = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  /** null of a folder. */
  sizeBytes: sizeSchema.nullable(),
  changedAtMs: z.number(),
});
export type FolderEntry = z.infer<typeof entrySchema>;

const cleanedFileSchema = looseResultSchema.extend({
  name: z.string().describe('For downloadCleanedExport.'),
});
export type CleanedExport = z.infer<typeof cleanedFileSchema>;

const READ_ERRORS = ['FILE_NOT_FOUND', 'FILE_UNREADABLE', 'BAD_OPTION'] as const;
const { id: _, ...cleaning } = looseFilesContract['looseFiles.clean'].input.shape;

/** Folders that a person has opened to programs: nothing in them is changed. What is cleaned goes into the exports. */
export const openFoldersContract = {
  'openFolders.read': defineProcedure({ input: z.void(), output: placesSchema }),
  /** By hand alone. */
  'openFolders.add': defineProcedure({
    input: z.strictObject({ path: z.string().trim().min(1).max(1000) }),
    output: placesSchema,
    errors: ['BAD_OPTION', 'FILE_NOT_FOUND', 'FILE_UNREADABLE', 'SETTINGS_UNWRITABLE'],
  }),
  'openFolders.remove': defineProcedure({
    input: z.strictObject({ id: folderId }),
    output: placesSchema,
    errors: ['SETTINGS_UNWRITABLE'],
  }),
  /** For programs: without their paths. */
  'openFolders.list': defineProcedure({ input: z.void(), output: z.array(openFolderSchema) }),
  /** Files and folders in one, by name; without hidden ones, links, and whatever is neither. */
  'openFolders.listFiles': defineProcedure({
    input: z.strictObject({
      folderId,
      path: belowSchema.default('').describe('A folder in it; empty: the folder itself.'),
      after: z.string().max(300).optional().describe('The name that the page begins behind.'),
      limit: z.int().min(1).max(200).default(100),
    }),
    output: z.object({
      items: z.array(entrySchema),
      next: z.string().nullable().describe('For “after” of the next call; null: there are no more.'),
    }),
    errors: READ_ERRORS,
  }),
  /** Cleans a copy into the exports. An abort leaves nothing of it. */
  'openFolders.clean': defineProcedure({
    input: fileInput.extend({ ...cleaning, container: z.enum(CLEAN_CONTAINERS).default('wav') }),
    output: cleanedFileSchema,
    errors: looseFilesContract['looseFiles.clean'].errors,
  }),
  'openFolders.listCleaned': defineProcedure({
    input: z.void(),
    output: z.array(z.object({ name: z.string(), sizeBytes: sizeSchema, changedAtMs: z.number() })),
    errors: READ_ERRORS,
  }),
  /** Where a file of one lies, for the host alone: `root` is the folder that it must not leave. */
  'openFolders.locate': defineProcedure({
    input: fileInput,
    output: z.object({ root: z.string(), path: z.string() }),
    errors: READ_ERRORS,
  }),
  'openFolders.locateCleaned': defineProcedure({ input: z.void(), output: z.string() }),
  'openFolders.onProgressed': defineEvent({
    payload: z.object({ folderId: z.string(), path: z.string(), done: z.number().min(0).max(1) }),
    delivery: 'latest',
  }),
  'openFolders.onChanged': defineEvent({ payload: placesSchema, delivery: 'latest' }),
};
