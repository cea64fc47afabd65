import { z } from 'zod';
import { queryBackend } from '../../../platform/index.ts';
import { organizationTags } from '../organizationsApi.ts';

export const PAGE_SIZE = 50;

const values = z.record(z.string(), z.unknown()).nullable();
const entrySchema = z.object({
  id: z.number(),
  occurred_at: z.string(),
  /** null: the server, or an account that is gone. */
  actor: z.string().nullable(),
  action: z.enum(['insert', 'update', 'delete', 'reveal']),
  table_name: z.string(),
  subject: z.string(),
  /** Of a team's member: the team, while it is there. */
  team: z.string().nullable(),
  old_values: values,
  new_values: values,
});
/** A change, as the database wrote it down. */
export type TrailEntry = z.infer<typeof entrySchema>;

const api = organizationTags.injectEndpoints({
  endpoints: (build) => ({
    listTrail: build.query<TrailEntry[], { organization: string; before: number | null }>({
      queryFn: ({ organization, before }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('list_audit_trail', {
            organization,
            page_size: PAGE_SIZE,
            ...(before === null ? {} : { before_id: before }),
          });
          return { data: error ? null : z.array(entrySchema).parse(data), error };
        }),
      providesTags: ['trail'],
    }),
  }),
});
export const { useListTrailQuery } = api;
