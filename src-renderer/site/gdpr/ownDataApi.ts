import type { PostgrestError } from '@supabase/supabase-js';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { DATA_REQUEST_FAILED, type DataRequestType } from '../../../src-shared/domain/dataRequest.ts';
import { EXPORT_PAGE_SIZE } from '../../lib/readPages.ts';
import { backendApi, createClientThunk, postToFunction, queryBackend } from '../../platform/index.ts';
import type { OwnFacts, OwnPage } from './writeOwnData.ts';

export interface DataRequest {
  /** Stays the same until it was sent: what arrived without our hearing of it does not arrive twice. */
  id: string;
  requestType: DataRequestType;
  email: string;
  details: string;
  /** The field that no person sees. */
  homepage: string;
}

/** Sends a request; rejects with what the user can read. */
export const sendDataRequest = createClientThunk<'sent' | 'unreached', DataRequest>(
  'gdpr/send',
  async (request, { backend }) => {
    const posted = await postToFunction(backend, 'submit-data-request', request, { asVisitor: false });
    if (posted.kind === 'refused') throw new RpcError('INTERNAL', posted.message ?? DATA_REQUEST_FAILED);
    return posted.kind;
  },
);

export interface Case {
  id: string;
  status: 'pending' | 'in_progress' | 'done';
  message: string;
  createdAt: string;
}

/** `jsonb` of a function, which the schema's types cannot describe. */
interface Answer<Data> {
  data: Data | null;
  error: PostgrestError | null;
}

const ownDataApi = backendApi.enhanceEndpoints({ addTagTypes: ['deletion', 'cases'] }).injectEndpoints({
  endpoints: (build) => ({
    /** When the account goes; null while it stays. */
    readDeletion: build.query<string | null, string>({
      providesTags: ['deletion'],
      queryFn: (userId, api) =>
        queryBackend<string | null>(api, async (supabase) => {
          const { data, error } = await supabase
            .from('account_deletions')
            .select('delete_after')
            .eq('user_id', userId)
            .limit(1);
          return { data: data?.[0]?.delete_after ?? null, error };
        }),
    }),
    requestDeletion: build.mutation<unknown, void>({
      invalidatesTags: ['deletion'],
      queryFn: (_, api) =>
        queryBackend<unknown>(api, async (supabase) => await supabase.rpc('request_account_deletion')),
    }),
    cancelDeletion: build.mutation<unknown, void>({
      invalidatesTags: ['deletion'],
      queryFn: (_, api) =>
        queryBackend<unknown>(api, async (supabase) => await supabase.rpc('cancel_account_deletion')),
    }),
    readOwnFacts: build.query<OwnFacts, void>({
      keepUnusedDataFor: 0,
      queryFn: (_, api) =>
        queryBackend<OwnFacts>(
          api,
          async (supabase) => (await supabase.rpc('read_my_data')) as Answer<OwnFacts>,
        ),
    }),
    readOwnList: build.query<OwnPage, { list: string; after: OwnPage['next'] }>({
      keepUnusedDataFor: 0,
      queryFn: ({ list, after }, api) =>
        queryBackend<OwnPage>(
          api,
          async (supabase) =>
            (await supabase.rpc('list_my_data', {
              list,
              page_size: EXPORT_PAGE_SIZE,
              ...(after === null ? {} : { after_at: after.at, after_id: after.id }),
            })) as Answer<OwnPage>,
        ),
    }),
    readCases: build.query<Case[], string>({
      providesTags: ['cases'],
      queryFn: (userId, api) =>
        queryBackend<Case[]>(api, async (supabase) => {
          const { data, error } = await supabase
            .from('sounddesk_feedback')
            .select('id, status, message, created_at')
            .eq('user_id', userId)
            .eq('feedback_type', 'gdpr_request')
            .order('created_at', { ascending: false })
            .limit(20);
          const cases = (data ?? []).map(({ id, status, message, created_at: createdAt }) => ({
            id,
            message,
            createdAt,
            status: status as Case['status'],
          }));
          return { data: cases, error };
        }),
    }),
  }),
});

export const {
  useReadDeletionQuery,
  useRequestDeletionMutation,
  useCancelDeletionMutation,
  useLazyReadOwnFactsQuery,
  useLazyReadOwnListQuery,
  useReadCasesQuery,
} = ownDataApi;
/** After a request: the list of one's own has one more. */
export const casesChanged = () => ownDataApi.util.invalidateTags(['cases']);
