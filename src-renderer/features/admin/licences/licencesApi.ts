import { z } from 'zod';
import {
  LICENCE_KEY_PLATFORMS,
  LICENCE_PRODUCTS,
  LICENCE_STATUSES,
} from '../../../../src-shared/domain/licence.ts';
import { backendApi, callFunction, queryBackend } from '../../../platform/index.ts';
import type { Cursor } from '../../../ui/list/index.ts';

export const PAGE_SIZE = 50;

const rowSchema = z.object({
  id: z.string(),
  key_prefix: z.string(),
  user_email: z.string(),
  product_type: z.enum(LICENCE_PRODUCTS),
  platform: z.enum(LICENCE_KEY_PLATFORMS),
  status: z.enum(LICENCE_STATUSES),
  device_name: z.string().nullable(),
  device_id: z.string().nullable(),
  trial_ends_at: z.string().nullable(),
  activated_at: z.string().nullable(),
  created_at: z.string(),
});
export type LicenceRow = z.infer<typeof rowSchema>;

const countsSchema = z.array(z.object({ status: z.enum(LICENCE_STATUSES), total: z.number() }));
type LicenceCounts = Record<(typeof LICENCE_STATUSES)[number] | 'total', number>;

export interface LicenceQuery {
  search: string;
  status: string | null;
  platform: string | null;
  after: Cursor | null;
}

export interface NewLicence {
  userEmail: string;
  productType: (typeof LICENCE_PRODUCTS)[number];
  platform: (typeof LICENCE_KEY_PLATFORMS)[number];
  trialDays: number;
}

const api = backendApi.enhanceEndpoints({ addTagTypes: ['license'] }).injectEndpoints({
  endpoints: (build) => ({
    searchLicences: build.query<LicenceRow[], LicenceQuery>({
      queryFn: (query, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('search_licenses', {
            search: query.search,
            page_size: PAGE_SIZE,
            ...(query.status === null ? {} : { status_filter: query.status }),
            ...(query.platform === null ? {} : { platform_filter: query.platform }),
            ...(query.after === null ? {} : { before_created_at: query.after.at, before_id: query.after.id }),
          });
          return { data: error ? null : z.array(rowSchema).parse(data), error };
        }),
      providesTags: ['license'],
    }),
    countLicences: build.query<LicenceCounts, void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('license_counts');
          return { data: error ? null : toCounts(countsSchema.parse(data)), error };
        }),
      providesTags: ['license'],
    }),
    setLicenceStatus: build.mutation<string, { id: string; status: 'active' | 'expired' | 'revoked' }>({
      queryFn: ({ id, status }, context) =>
        queryBackend(context, async (supabase) =>
          supabase.rpc('set_license_status', { license_id: id, new_status: status }),
        ),
      // Also where it was refused: then somebody else changed it meanwhile.
      invalidatesTags: ['license'],
    }),
    generateLicence: build.mutation<{ licenceKey: string }, NewLicence>({
      queryFn: (input, context) =>
        queryBackend(context, (supabase) =>
          callFunction(supabase, 'generate-license', input, z.object({ licenceKey: z.string() })),
        ),
      invalidatesTags: (result) => (result ? ['license'] : []),
    }),
    revealLicence: build.mutation<{ licenceKey: string }, string>({
      queryFn: (licenceId, context) =>
        queryBackend(context, (supabase) =>
          callFunction(supabase, 'reveal-license', { licenceId }, z.object({ licenceKey: z.string() })),
        ),
    }),
  }),
});
export const {
  useSearchLicencesQuery,
  useCountLicencesQuery,
  useSetLicenceStatusMutation,
  useGenerateLicenceMutation,
  useRevealLicenceMutation,
} = api;

function toCounts(rows: z.infer<typeof countsSchema>): LicenceCounts {
  const counts: LicenceCounts = { total: 0, trial: 0, active: 0, expired: 0, revoked: 0 };
  for (const { status, total } of rows) {
    counts[status] = total;
    counts.total += total;
  }
  return counts;
}
