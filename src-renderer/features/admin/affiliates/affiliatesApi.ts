import { z } from 'zod';
import {
  AFFILIATE_EXPERIENCE,
  AFFILIATE_STATUSES,
  MONTHLY_TRAFFIC,
  PAYOUT_STATUSES,
  type AFFILIATE_VERDICTS,
} from '../../../../src-shared/domain/affiliate.ts';
import { REPLY_STATUSES } from '../../../../src-shared/domain/inbox.ts';
import { EXPORT_PAGE_SIZE } from '../../../lib/readPages.ts';
import { backendApi, callFunction, queryBackend, type Supabase } from '../../../platform/index.ts';
import type { Cursor } from '../../../ui/list/index.ts';

export const PAGE_SIZE = 20;

const affiliateSchema = z.object({
  id: z.string(),
  status: z.enum(AFFILIATE_STATUSES),
  email: z.string(),
  name: z.string(),
  affiliate_code: z.string(),
  applied_at: z.string(),
  reviewed_at: z.string().nullable(),
  review_reason: z.string(),
  company_name: z.string(),
  website: z.string(),
  monthly_traffic: z.enum(MONTHLY_TRAFFIC),
  marketing_channels: z.array(z.string()),
  experience: z.enum(AFFILIATE_EXPERIENCE).nullable(),
  motivation: z.string(),
  total_referrals: z.number(),
  converted_referrals: z.number(),
  total_earnings: z.number(),
  /** null: nothing was mailed yet. */
  mail_status: z.enum(REPLY_STATUSES).nullable(),
  mail_problem: z.string().nullable(),
});
export type AffiliateRow = z.infer<typeof affiliateSchema>;

const payoutSchema = z.object({
  id: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  amount_usd: z.number(),
  paypal_email: z.string(),
  review_reason: z.string(),
  requested_at: z.string(),
  processed_at: z.string().nullable(),
  email: z.string(),
  company_name: z.string(),
  affiliate_code: z.string(),
  /** What the affiliate has beyond this; less than nothing where customers were refunded since. */
  payable_usd: z.number(),
});
export type PayoutRow = z.infer<typeof payoutSchema>;

const outcomeSchema = z.object({ mail: z.enum(REPLY_STATUSES), problem: z.string().nullable() });

export interface ListQuery {
  status: string | null;
  after: Cursor | null;
}
interface Decision {
  programId: string;
  verdict: (typeof AFFILIATE_VERDICTS)[number];
  reason: string;
  /** The same one again is the same mail. */
  mailId: string;
}
interface PayoutDecision {
  id: string;
  status: 'processing' | 'completed' | 'refused';
  reason: string;
}

const payoutToPaySchema = z.object({
  id: z.string(),
  amount_usd: z.number(),
  paypal_email: z.string(),
  requested_at: z.string(),
});
export type PayoutToPay = z.infer<typeof payoutToPaySchema>;

async function readPayoutPage(supabase: Supabase, { status, after }: ListQuery) {
  const { data, error } = await supabase.rpc('search_affiliate_payouts', {
    page_size: PAGE_SIZE,
    ...(status === null ? {} : { status_filter: status }),
    ...(after === null ? {} : { before_requested_at: after.at, before_id: after.id }),
  });
  return { data: error ? null : z.array(payoutSchema).parse(data), error };
}

const api = backendApi.enhanceEndpoints({ addTagTypes: ['adminAffiliates'] }).injectEndpoints({
  endpoints: (build) => ({
    searchAffiliates: build.query<AffiliateRow[], ListQuery>({
      queryFn: ({ status, after }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('search_affiliates', {
            page_size: PAGE_SIZE,
            ...(status === null ? {} : { status_filter: status }),
            ...(after === null ? {} : { before_applied_at: after.at, before_id: after.id }),
          });
          return { data: error ? null : z.array(affiliateSchema).parse(data), error };
        }),
      providesTags: ['adminAffiliates'],
    }),
    reviewAffiliate: build.mutation<z.infer<typeof outcomeSchema>, Decision>({
      queryFn: (decision, context) =>
        queryBackend(context, (supabase) =>
          callFunction(supabase, 'review-affiliate', decision, outcomeSchema),
        ),
      // Also where no answer came: it may be decided.
      invalidatesTags: ['adminAffiliates'],
    }),
    searchPayouts: build.query<PayoutRow[], ListQuery>({
      queryFn: (query, context) => queryBackend(context, (supabase) => readPayoutPage(supabase, query)),
      providesTags: ['adminAffiliates'],
    }),
    /** A page of what is to be paid, for a file. */
    readPayoutsToPay: build.query<PayoutToPay[], PayoutToPay | null>({
      queryFn: (last, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('list_payouts_to_pay', {
            page_size: EXPORT_PAGE_SIZE,
            ...(last === null ? {} : { before_requested_at: last.requested_at, before_id: last.id }),
          });
          return { data: error ? null : z.array(payoutToPaySchema).parse(data), error };
        }),
      keepUnusedDataFor: 0,
    }),
    decidePayout: build.mutation<null, PayoutDecision>({
      queryFn: ({ id, status, reason }, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('decide_affiliate_payout', {
            payout: id,
            new_status: status,
            reason,
          });
          return { data: null, error };
        }),
      invalidatesTags: ['adminAffiliates'],
    }),
  }),
});

export const {
  useSearchAffiliatesQuery,
  useReviewAffiliateMutation,
  useSearchPayoutsQuery,
  useLazyReadPayoutsToPayQuery,
  useDecidePayoutMutation,
} = api;
