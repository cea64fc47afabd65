import { z } from 'zod';
import {
  AFFILIATE_EXPERIENCE,
  AFFILIATE_STATUSES,
  MARKETING_CHANNELS,
  MONTHLY_TRAFFIC,
  PAYOUT_STATUSES,
} from '../../../src-shared/domain/affiliate.ts';
import { EXPORT_PAGE_SIZE } from '../../lib/readPages.ts';
import { backendApi, callFunction, queryBackend, type Supabase } from '../../platform/index.ts';
import type { Cursor } from '../../ui/list/index.ts';

export const PAGE_SIZE = 20;

const summarySchema = z.object({
  /** The programme's. */
  id: z.string(),
  status: z.enum(AFFILIATE_STATUSES),
  code: z.string(),
  commissionRate: z.number(),
  appliedAt: z.string(),
  reason: z.string(),
  totalReferrals: z.number(),
  converted: z.number(),
  totalEarningsUsd: z.number(),
  pendingUsd: z.number(),
  payableUsd: z.number(),
  openUsd: z.number(),
  paidOutUsd: z.number(),
});
export type AffiliateSummary = z.infer<typeof summarySchema>;

const referralSchema = z.object({
  id: z.string(),
  /** Its number among this affiliate's. */
  label: z.string(),
  status: z.enum(['pending', 'converted']),
  earnings_usd: z.number(),
  refusal: z.enum(['own_account', 'same_device']).nullable(),
  referred_at: z.string(),
  converted_at: z.string().nullable(),
});
export type Referral = z.infer<typeof referralSchema>;

const payoutSchema = z.object({
  id: z.string(),
  amount_usd: z.number(),
  status: z.enum(PAYOUT_STATUSES),
  method: z.literal('paypal'),
  paypal_email: z.string(),
  review_reason: z.string(),
  requested_at: z.string(),
  processed_at: z.string().nullable(),
});
export type Payout = z.infer<typeof payoutSchema>;

const applicationSchema = z.object({
  companyName: z.string(),
  website: z.string(),
  monthlyTraffic: z.enum(MONTHLY_TRAFFIC),
  marketingChannels: z.array(z.enum(MARKETING_CHANNELS)),
  experience: z.enum(AFFILIATE_EXPERIENCE).nullable(),
  motivation: z.string(),
});
export type Application = z.infer<typeof applicationSchema>;

/** Of which programme, and behind which row: a super admin could read everybody's. */
interface PageQuery {
  programId: string;
  after: Cursor | null;
}
/** The bound beside it is what the index begins at. */
const behind = (column: string, { at, id }: Cursor) =>
  `${column}.lt.${at},and(${column}.eq.${at},id.lt.${id})`;

async function readPayoutPage(supabase: Supabase, { programId, after }: PageQuery, size = PAGE_SIZE) {
  const all = supabase
    .from('affiliate_payouts')
    .select(`id, amount_usd, status, method, paypal_email, review_reason, requested_at, processed_at`)
    .eq('program_id', programId);
  const wanted = after === null ? all : all.lte('requested_at', after.at).or(behind('requested_at', after));
  const { data, error } = await wanted
    .order('requested_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(size);
  return { data: error ? null : z.array(payoutSchema).parse(data), error };
}

const api = backendApi.enhanceEndpoints({ addTagTypes: ['affiliate'] }).injectEndpoints({
  // oxlint-disable-next-line max-lines-per-function -- a table: one row for each call
  endpoints: (build) => ({
    /** null: no part in the programme. */
    readAffiliate: build.query<AffiliateSummary | null, string>({
      queryFn: (_userId, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('affiliate_summary');
          return { data: error ? null : summarySchema.nullable().parse(data), error };
        }),
      providesTags: ['affiliate'],
    }),
    /** What was sent last. */
    readApplication: build.query<Application, string>({
      queryFn: (programId, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('affiliate_applications')
            .select(
              `companyName:company_name, website, monthlyTraffic:monthly_traffic,
               marketingChannels:marketing_channels, experience, motivation`,
            )
            .eq('program_id', programId)
            .single();
          return { data: error ? null : applicationSchema.parse(data), error };
        }),
      providesTags: ['affiliate'],
    }),
    applyToAffiliate: build.mutation<null, Application>({
      queryFn: (application, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('apply_to_affiliate_program', {
            company_name: application.companyName,
            website: application.website,
            monthly_traffic: application.monthlyTraffic,
            marketing_channels: application.marketingChannels,
            motivation: application.motivation,
            ...(application.experience === null ? {} : { experience: application.experience }),
          });
          return { data: null, error };
        }),
      invalidatesTags: ['affiliate'],
    }),
    readReferrals: build.query<Referral[], PageQuery>({
      queryFn: ({ programId, after }, context) =>
        queryBackend(context, async (supabase) => {
          const all = supabase
            .from('affiliate_referrals')
            .select(`id, label, status, earnings_usd, refusal, referred_at, converted_at`)
            .eq('program_id', programId);
          const wanted =
            after === null ? all : all.lte('referred_at', after.at).or(behind('referred_at', after));
          const { data, error } = await wanted
            .order('referred_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(PAGE_SIZE);
          return { data: error ? null : z.array(referralSchema).parse(data), error };
        }),
      providesTags: ['affiliate'],
    }),
    readPayouts: build.query<Payout[], PageQuery>({
      queryFn: ({ programId, after }, context) =>
        queryBackend(context, (supabase) => readPayoutPage(supabase, { programId, after })),
      providesTags: ['affiliate'],
    }),
    /** A page of them for a file. */
    readPayoutsForFile: build.query<Payout[], PageQuery>({
      queryFn: (query, context) =>
        queryBackend(context, (supabase) => readPayoutPage(supabase, query, EXPORT_PAGE_SIZE)),
      keepUnusedDataFor: 0,
    }),
    requestPayout: build.mutation<null, string>({
      queryFn: (paypalEmail, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('request_affiliate_payout', { paypal_address: paypalEmail });
          return { data: null, error };
        }),
      invalidatesTags: ['affiliate'],
    }),
    /** Where links lead; null where the server has no site. */
    readAffiliateSite: build.query<string | null, void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await callFunction(
            supabase,
            'affiliate-options',
            /^https?:$/.test(location.protocol) ? { origin: location.origin } : {},
            z.object({ site: z.string().nullable() }),
          );
          return { data: data?.site ?? null, error };
        }),
    }),
    /** Reports to the server that an affiliate uses this browser. */
    noteBrowser: build.mutation<null, string>({
      queryFn: (device, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('note_affiliate_device', { device });
          return { data: null, error };
        }),
    }),
  }),
});

export const {
  useReadAffiliateQuery,
  useReadApplicationQuery,
  useApplyToAffiliateMutation,
  useReadReferralsQuery,
  useReadPayoutsQuery,
  useLazyReadPayoutsForFileQuery,
  useRequestPayoutMutation,
  useReadAffiliateSiteQuery,
  useNoteBrowserMutation,
} = api;
