import { z } from 'zod';
import {
  takeCleaningSchema,
  takeLabelsSchema,
  takeMarkersSchema,
} from '../../../../src-shared/contract/takes.ts';
import { MEETING_PLATFORMS, MOST_NAMES, MOST_PARTICIPANTS } from '../../../../src-shared/domain/meetings.ts';

/** How the voices of a take were cleaned, and the files of that. */
const keptCleaningSchema = takeCleaningSchema.extend({
  tracks: z.array(
    z.object({
      of: z.string(),
      file: z.string(),
      frames: z.int().nonnegative(),
      channels: z.int().positive(),
    }),
  ),
});
export type KeptCleaning = z.infer<typeof keptCleaningSchema>;

/** What a user has said of a take. */
export const takeNotesSchema = z.object({
  /** null: as it was called when it began. */
  name: z.string().max(200).nullable(),
  meeting: z
    .object({
      platform: z.enum(MEETING_PLATFORMS),
      participants: z.int().min(0).max(MOST_PARTICIPANTS),
      names: z.array(z.string().max(200)).max(MOST_NAMES).optional(),
    })
    .nullable(),
  /** In place of those that were set as it was recorded. */
  markers: takeMarkersSchema.nullable().default(null),
  labels: takeLabelsSchema.nullable().default(null),
  /** When it was deleted; it can be taken back until it is removed. */
  deletedAtMs: z.number().nullable(),
  cleaning: keptCleaningSchema.nullable().default(null),
});
export type TakeNotes = z.infer<typeof takeNotesSchema>;

export const NO_NOTES: TakeNotes = {
  name: null,
  meeting: null,
  markers: null,
  labels: null,
  deletedAtMs: null,
  cleaning: null,
};
