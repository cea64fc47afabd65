import { z } from 'zod';
import {
  INBOX_KINDS,
  INBOX_STATUSES,
  INBOX_TYPES,
  REPLY_STATUSES,
  type InboxStatus,
} from '../../../../src-shared/domain/inbox.ts';
import { backendApi, callFunction, queryBackend } from '../../../platform/index.ts';
import type { Cursor } from '../../../ui/list/index.ts';

export const PAGE_SIZE = 50;

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(INBOX_KINDS),
  feedback_type: z.enum(INBOX_TYPES),
  status: z.enum(INBOX_STATUSES),
  email: z.string().nullable(),
  /** The first thousand characters. */
  excerpt: z.string(),
  rating: z.number().nullable(),
  created_at: z.string(),
  replies: z.number(),
});
export type InboxRow = z.infer<typeof rowSchema>;

const countsSchema = z.array(z.object({ status: z.enum(['pending', 'in_progress']), total: z.number() }));

const replySchema = z.object({
  id: z.string(),
  sentTo: z.string(),
  subject: z.string(),
  body: z.string(),
  /** null: an account that is gone. */
  by: z.string().nullable(),
  status: z.enum(REPLY_STATUSES),
  problem: z.string().nullable(),
  nextAttemptAt: z.string(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type InboxReply = z.infer<typeof replySchema>;

const caseSchema = z.object({
  id: z.string(),
  kind: z.enum(INBOX_KINDS),
  type: z.enum(INBOX_TYPES),
  status: z.enum(INBOX_STATUSES),
  email: z.string().nullable(),
  message: z.string(),
  rating: z.number().nullable(),
  diagnostics: z.string().nullable(),
  createdAt: z.string(),
  /** null: written without an account. */
  account: z.object({ id: z.string(), email: z.string(), name: z.string() }).nullable(),
  replies: z.array(replySchema),
  history: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      by: z.string().nullable(),
      from: z.enum(INBOX_STATUSES),
      to: z.enum(INBOX_STATUSES),
    }),
  ),
});
export type InboxCase = z.infer<typeof caseSchema>;

const optionsSchema = z.object({ canSendMail: z.boolean() });
const outcomeSchema = z.object({ status: z.enum(REPLY_STATUSES), problem: z.string().nullable() });

export interface InboxQuery {
  search: string;
  kind: string | null;
  status: string | null;
  after: Cursor | null;
}

const api = backendApi.enhanceEndpoints({ addTagTypes: ['inbox'] }).injectEndpoints({
  endpoints: (build) => ({
    searchInbox: build.query<InboxRow[], InboxQuery>({
      queryFn: ({ search, kind, status, after }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('search_inbox', {
            search,
            page_size: PAGE_SIZE,
            ...(kind === null ? {} : { kind_filter: kind }),
            ...(status === null ? {} : { status_filter: status }),
            ...(after === null ? {} : { before_created_at: after.at, before_id: after.id }),
          });
          return { data: error ? null : z.array(rowSchema).parse(data), error };
        }),
      providesTags: ['inbox'],
    }),
    countInbox: build.query<Record<'pending' | 'in_progress', number>, void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('inbox_counts');
          const counts = { pending: 0, in_progress: 0 };
          for (const { status, total } of countsSchema.parse(data ?? [])) counts[status] = total;
          return { data: counts, error };
        }),
      providesTags: ['inbox'],
    }),
    readCase: build.query<InboxCase | null, string>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('read_inbox_case', { case_id: id });
          return { data: error ? null : caseSchema.nullable().parse(data), error };
        }),
      providesTags: ['inbox'],
    }),
    setCaseStatus: build.mutation<null, { id: string; status: InboxStatus }>({
      queryFn: ({ id, status }, context) =>
        queryBackend(context, async (supabase) =>
          supabase.from('sounddesk_feedback').update({ status }).eq('id', id),
        ),
      invalidatesTags: ['inbox'],
    }),
    readInboxOptions: build.query<z.infer<typeof optionsSchema>, void>({
      queryFn: (_, context) =>
        queryBackend(context, (supabase) => callFunction(supabase, 'inbox-options', {}, optionsSchema)),
    }),
    sendReply: build.mutation<z.infer<typeof outcomeSchema>, { id: string; caseId: string; body: string }>({
      queryFn: (input, context) =>
        queryBackend(context, (supabase) => callFunction(supabase, 'send-inbox-reply', input, outcomeSchema)),
      // Also where no answer came: the reply may be in the case.
      invalidatesTags: ['inbox'],
    }),
  }),
});
export const {
  useSearchInboxQuery,
  useCountInboxQuery,
  useReadCaseQuery,
  useSetCaseStatusMutation,
  useReadInboxOptionsQuery,
  useSendReplyMutation,
} = api;
