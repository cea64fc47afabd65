import { z } from 'zod';
import { defineProcedure } from './define.ts';

const pathSchema = z.string().trim().min(1).max(4000);
const bytes = z.int().nonnegative();

const takesFolderSchema = z.object({
  /** Where new recordings go; null in the settings is the default. */
  path: z.string(),
  isDefault: z.boolean(),
  defaultPath: z.string(),
  /** Why nothing can be recorded there now, as a sentence; null where it can. */
  problem: z.string().nullable(),
  /** Of its disk; null where that is not known. */
  freeBytes: bytes.nullable(),
  /** Folders of before that still hold recordings: these stay there, and in the list. */
  earlier: z.array(z.object({ path: z.string(), takeCount: bytes, problem: z.string().nullable() })),
  /** Whether `takesFolder.browse` can ask; otherwise a path is typed. */
  canBrowse: z.boolean(),
});
export type TakesFolder = z.infer<typeof takesFolderSchema>;

/** The folder of recordings. What is chosen is kept as `takesFolder` of the settings. */
export const takesFolderContract = {
  'takesFolder.read': defineProcedure({ input: z.void(), output: takesFolderSchema }),
  /** null: the default. Refused where nothing can be written there; recordings that there are stay where they are. */
  'takesFolder.choose': defineProcedure({
    input: z.strictObject({ path: pathSchema.nullable() }),
    output: takesFolderSchema,
    errors: ['BAD_OPTION', 'FILE_NOT_FOUND', 'FILE_UNWRITABLE', 'DISK_FULL', 'SETTINGS_UNWRITABLE'],
  }),
  /** Asks by the system's own dialog; null where nothing was chosen. */
  'takesFolder.browse': defineProcedure({
    input: z.void(),
    output: z.string().nullable(),
    errors: ['UNSUPPORTED'],
  }),
};
