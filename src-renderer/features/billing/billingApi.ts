import { z } from 'zod';
import {
  BILLING_CYCLES,
  PLAN_IDS,
  type BillingCycle,
  type PlanId,
} from '../../../src-shared/domain/plans.ts';
import { EXPORT_PAGE_SIZE } from '../../lib/readPages.ts';
import { backendApi, callFunction, queryBackend, type Supabase } from '../../platform/index.ts';

export const INVOICES_A_PAGE = 25;

const termsShape = {
  planId: z.enum(PLAN_IDS),
  cycle: z.enum(BILLING_CYCLES),
  seats: z.number().int(),
};

const summarySchema = z.object({
  planId: z.enum(['free', ...PLAN_IDS]),
  status: z.enum(['trialing', 'active', 'past_due', 'cancelled', 'expired']),
  trialEndsAt: z.string().nullable(),
  cycle: z.enum(BILLING_CYCLES).nullable(),
  seats: z.number(),
  seatsTaken: z.number(),
  unitPriceUsd: z.number().nullable(),
  totalUsd: z.number().nullable(),
  paidUntil: z.string().nullable(),
  next: z.object({ at: z.string(), amountUsd: z.number(), ...termsShape }).nullable(),
  failure: z.object({ isSuspended: z.boolean(), times: z.number(), outstandingUsd: z.number() }).nullable(),
  opened: z.object({ id: z.string(), approveUrl: z.string(), ...termsShape }).nullable(),
  totals: z.object({
    count: z.number(),
    paidUsd: z.number(),
    refundedUsd: z.number(),
    overdueUsd: z.number(),
  }),
});
export type BillingSummary = z.infer<typeof summarySchema>;

const quoteSchema = z.object({
  regularUsd: z.number(),
  todayUsd: z.number(),
  startsAt: z.string().nullable(),
  begins: z.enum(['now', 'period_end']),
});
export type Quote = z.infer<typeof quoteSchema>;

const invoiceSchema = z.object({
  id: z.string(),
  number: z.string(),
  amount_usd: z.number(),
  refunded_usd: z.number(),
  status: z.enum(['paid', 'pending', 'overdue', 'void']),
  issued_at: z.string(),
  plan_id: z.enum(PLAN_IDS).nullable(),
  cycle: z.enum(BILLING_CYCLES).nullable(),
  seats: z.number().nullable(),
  is_setup: z.boolean(),
  period_from: z.string().nullable(),
  period_until: z.string().nullable(),
  paid_at: z.string().nullable(),
  unit_price_usd: z.number().nullable(),
  /** The billing details of its day. */
  billed_to: z.object({
    name: z.string().default(''),
    address: z.string().default(''),
    country: z.string().default(''),
    tax_id: z.string().default(''),
  }),
  /** null: no rate was set for the customer's country on that day; else net and tax make the amount. */
  net_usd: z.number().nullable(),
  tax_usd: z.number().nullable(),
  tax_name: z.string().nullable(),
  tax_percent: z.number().nullable(),
  /** The customer owes the tax: a business of another EU country. */
  is_reverse_charge: z.boolean(),
  /** Who sold, as it was on that day. */
  seller: z.object({
    name: z.string().default(''),
    address: z.string().default(''),
    country: z.string().default(''),
    tax_id: z.string().default(''),
  }),
});
export type Invoice = z.infer<typeof invoiceSchema>;

const INVOICE_COLUMNS =
  'id, number, amount_usd, refunded_usd, status, issued_at, plan_id, cycle, seats, is_setup, period_from, period_until, ' +
  'paid_at, unit_price_usd, billed_to, net_usd, tax_usd, tax_name, tax_percent, is_reverse_charge, seller';

const optionsSchema = z.object({ isConfigured: z.boolean(), siteOrigin: z.string().nullable() });

const detailsSchema = z.object({
  name: z.string(),
  address: z.string(),
  country: z.string(),
  tax_id: z.string(),
});
export type BillingDetails = z.infer<typeof detailsSchema>;
const NO_DETAILS: BillingDetails = { name: '', address: '', country: '', tax_id: '' };

export interface Workspace {
  id: string;
  name: string;
  isPersonal: boolean;
}

/** What is subscribed to. */
export interface Terms {
  organizationId: string;
  planId: PlanId;
  cycle: BillingCycle;
  seats: number;
}

interface InvoicePage {
  organizationId: string;
  /** The last invoice of the page before; null for the first page. */
  after: { issuedAt: string; id: string } | null;
}

async function readInvoicePage(
  supabase: Supabase,
  { organizationId, after }: InvoicePage,
  size: number,
): Promise<{ data: Invoice[] | null; error: { message: string; code?: string } | null }> {
  let query = supabase
    .from('invoices')
    .select(INVOICE_COLUMNS)
    .eq('organization_id', organizationId)
    .order('issued_at', { ascending: false })
    .order('id')
    .limit(size);
  if (after) {
    const at = `"${after.issuedAt}"`;
    query = query.or(`issued_at.lt.${at},and(issued_at.eq.${at},id.gt.${after.id})`);
  }
  const { data, error } = await query;
  return { data: error ? null : z.array(invoiceSchema).parse(data), error };
}

const api = backendApi.enhanceEndpoints({ addTagTypes: ['billing'] }).injectEndpoints({
  // oxlint-disable-next-line max-lines-per-function -- a table: one row for each call
  endpoints: (build) => ({
    /** The workspaces whose bills one may see: those that one owns or administers, one's own first. */
    readBilledWorkspaces: build.query<Workspace[], string>({
      queryFn: (userId, context) =>
        queryBackend<Workspace[]>(context, async (supabase) => {
          const { data, error } = await supabase
            .from('organization_members')
            .select('organization_id, joined_at')
            .eq('user_id', userId)
            .eq('status', 'active')
            .in('role', ['owner', 'admin']);
          if (error) return { data: null, error };
          const ids = data.map(({ organization_id: id }) => id);
          const found = await supabase.from('organizations').select('id, name, is_personal').in('id', ids);
          const workspaces = (found.data ?? []).map(({ id, name, is_personal: isPersonal }) => ({
            id,
            name,
            isPersonal,
          }));
          workspaces.sort(
            (a, b) => Number(b.isPersonal) - Number(a.isPersonal) || a.name.localeCompare(b.name),
          );
          return { data: workspaces, error: found.error };
        }),
      providesTags: ['plan'],
    }),
    readBilling: build.query<BillingSummary, string>({
      queryFn: (organization, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('billing_summary', { organization });
          return { data: error ? null : summarySchema.parse(data), error };
        }),
      providesTags: ['billing'],
    }),
    /** What these terms cost today and from then on, as the server reckons it. */
    readQuote: build.query<Quote, Terms>({
      queryFn: ({ organizationId: organization, planId, cycle, seats }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('quote_subscription', {
            organization,
            new_plan: planId,
            new_cycle: cycle,
            new_seats: seats,
          });
          return { data: error ? null : quoteSchema.parse(data), error };
        }),
      // Minutes later it is another one.
      keepUnusedDataFor: 0,
      providesTags: ['billing'],
    }),
    readInvoices: build.query<Invoice[], InvoicePage>({
      queryFn: (page, context) =>
        queryBackend(context, (supabase) => readInvoicePage(supabase, page, INVOICES_A_PAGE)),
      providesTags: ['billing'],
    }),
    /** Tax in what was paid; null where no invoice says anything of tax. */
    readTaxTotal: build.query<number | null, string>({
      queryFn: (organization, context) =>
        queryBackend<number | null>(context, async (supabase) =>
          supabase.rpc('read_tax_total', { organization }),
        ),
      providesTags: ['billing'],
    }),
    /** A page of them for a file. */
    readInvoicesForFile: build.query<Invoice[], InvoicePage>({
      queryFn: (page, context) =>
        queryBackend(context, (supabase) => readInvoicePage(supabase, page, EXPORT_PAGE_SIZE)),
      keepUnusedDataFor: 0,
    }),
    readBillingDetails: build.query<BillingDetails, string>({
      queryFn: (organizationId, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('billing_details')
            .select('name, address, country, tax_id')
            .eq('organization_id', organizationId)
            .maybeSingle();
          return { data: error ? null : data === null ? NO_DETAILS : detailsSchema.parse(data), error };
        }),
      providesTags: ['billing'],
    }),
    saveBillingDetails: build.mutation<null, BillingDetails & { organizationId: string }>({
      queryFn: ({ organizationId: organization, name, address, country, tax_id }, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('set_billing_details', {
            organization,
            billed_name: name,
            billed_address: address,
            billed_country: country,
            billed_tax_id: tax_id,
          });
          return { data: null, error };
        }),
      invalidatesTags: ['billing'],
    }),
    readPaymentOptions: build.query<z.infer<typeof optionsSchema>, void>({
      queryFn: (_, context) =>
        queryBackend(context, (supabase) => callFunction(supabase, 'billing-options', {}, optionsSchema)),
    }),
    /** Opens a subscription at PayPal; it counts once it was approved and paid there. */
    startSubscription: build.mutation<{ subscriptionId: string; approveUrl: string }, Terms>({
      queryFn: (terms, context) =>
        queryBackend(context, (supabase) =>
          callFunction(
            supabase,
            'start-subscription',
            terms,
            z.object({ subscriptionId: z.string(), approveUrl: z.url() }),
          ),
        ),
      invalidatesTags: ['billing'],
    }),
    /** Has the server ask PayPal what became of a subscription. */
    completeSubscription: build.mutation<{ organizationId: string; status: string }, string>({
      queryFn: (subscriptionId, context) =>
        queryBackend(context, (supabase) =>
          callFunction(
            supabase,
            'handle-paypal-subscription',
            { subscriptionId },
            z.object({ organizationId: z.string(), status: z.string() }),
          ),
        ),
      invalidatesTags: ['billing', 'plan'],
    }),
    cancelSubscription: build.mutation<{ cancelled: number }, string>({
      queryFn: (organizationId, context) =>
        queryBackend(context, (supabase) =>
          callFunction(
            supabase,
            'cancel-subscription',
            { organizationId },
            z.object({ cancelled: z.number() }),
          ),
        ),
      invalidatesTags: ['billing', 'plan'],
    }),
  }),
});

export const {
  useReadBilledWorkspacesQuery,
  useReadBillingQuery,
  useReadQuoteQuery,
  useReadInvoicesQuery,
  useReadTaxTotalQuery,
  useLazyReadInvoicesForFileQuery,
  useReadBillingDetailsQuery,
  useSaveBillingDetailsMutation,
  useReadPaymentOptionsQuery,
  useStartSubscriptionMutation,
  useCompleteSubscriptionMutation,
  useCancelSubscriptionMutation,
} = api;
