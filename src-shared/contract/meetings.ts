import { z } from 'zod';
import { MEETING_PLATFORMS, MOST_NAMES, MOST_PARTICIPANTS } from '../domain/meetings.ts';
import { defineProcedure } from './define.ts';
import { takeIdSchema } from './takes.ts';

const detailsFields = {
  title: z.string().trim().min(1).max(200),
  platform: z.enum(MEETING_PLATFORMS),
  participants: z.int().min(0).max(MOST_PARTICIPANTS),
  /** Of those who took part, as far as somebody wrote them down: a transcript offers them for its speakers. */
  names: z.array(z.string().trim().min(1).max(200)).max(MOST_NAMES).optional(),
};

/** `meeting.json` beside a take's `take.json`: what a recorded meeting was. */
export const meetingDocumentSchema = z.object({ version: z.literal(1), ...detailsFields });

export const meetingSchema = z.object({ takeId: takeIdSchema, ...detailsFields });
export type Meeting = z.infer<typeof meetingSchema>;

/** Meetings are takes: these calls say which, and what is known of them. */
export const meetingsContract = {
  'meetings.list': defineProcedure({ input: z.void(), output: z.array(meetingSchema) }),
  /** Of a take that is there, also while it is recorded. */
  'meetings.describe': defineProcedure({
    input: z.strictObject(meetingSchema.shape),
    output: z.array(meetingSchema),
    errors: ['FILE_NOT_FOUND', 'FILE_UNWRITABLE', 'DISK_FULL'],
  }),
};
