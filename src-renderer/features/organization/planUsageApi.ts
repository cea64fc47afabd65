import { z } from 'zod';
import { PLAN_IDS } from '../../../src-shared/domain/plans.ts';
import { queryBackend } from '../../platform/index.ts';
import { organizationTags } from './organizationsApi.ts';

/** Where a limit may be null there is none. */
const usageSchema = z.object({
  planId: z.enum(['free', ...PLAN_IDS]),
  seats: z.number(),
  seatsTaken: z.number(),
  /** Held free for open invitations. */
  seatsPromised: z.number(),
  /** Of one take. */
  audioTracks: z.number().nullable(),
  videoSources: z.number().nullable(),
  teams: z.enum(['none', 'basic', 'advanced']),
  teamCount: z.number(),
  broadcasting: z.boolean(),
  voiceAi: z.boolean(),
  apiAccess: z.boolean(),
  apiKeys: z.number(),
  /** Taken this month (UTC). */
  apiCalls: z.number(),
  apiCallsPerMonth: z.number().nullable(),
});
/** What the plan of an organisation allows, and what is used of it. */
export type PlanUsage = z.infer<typeof usageSchema>;

const api = organizationTags.enhanceEndpoints({ addTagTypes: ['planUsage'] }).injectEndpoints({
  endpoints: (build) => ({
    readPlanUsage: build.query<PlanUsage, string>({
      queryFn: (organization, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('read_plan_usage', { organization });
          return { data: error ? null : usageSchema.parse(data), error };
        }),
      providesTags: ['planUsage', 'member', 'team', 'plan'],
    }),
  }),
});
export const { useReadPlanUsageQuery } = api;
