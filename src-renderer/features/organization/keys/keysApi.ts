import { z } from 'zod';
import { API_SCOPES, type ApiScope } from '../../../../src-shared/domain/apiKeys.ts';
import { queryBackend } from '../../../platform/index.ts';
import { organizationTags } from '../organizationsApi.ts';

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  key_prefix: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  status: z.enum(['active', 'revoked']),
  usage_count: z.number(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  created_at: z.string(),
});
/** `isOver`: it had ended on its own when the list was read. */
export type ApiKey = z.infer<typeof keySchema> & { isOver: boolean };

interface NewKey {
  organization: string;
  name: string;
  scopes: ApiScope[];
  /** null: until it is revoked. */
  validDays: number | null;
}

/** The database keeps no more for an organisation. */
const MOST_KEYS = 100;

const api = organizationTags.enhanceEndpoints({ addTagTypes: ['apiKey', 'planUsage'] }).injectEndpoints({
  endpoints: (build) => ({
    listApiKeys: build.query<ApiKey[], string>({
      queryFn: (organization, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('api_keys')
            .select('id, name, key_prefix, scopes, status, usage_count, last_used_at, expires_at, created_at')
            .eq('organization_id', organization)
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(MOST_KEYS);
          if (error) return { data: null, error };
          const keys = z.array(keySchema).parse(data);
          const isOver = (at: string | null) => at !== null && Date.parse(at) <= Date.now();
          return { data: keys.map((key) => ({ ...key, isOver: isOver(key.expires_at) })), error };
        }),
      providesTags: ['apiKey'],
    }),
    makeApiKey: build.mutation<string, NewKey>({
      queryFn: ({ organization, name, scopes, validDays }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('create_api_key', {
            organization,
            key_name: name,
            key_scopes: scopes,
            ...(validDays === null ? {} : { valid_days: validDays }),
          });
          const made = z.array(z.object({ api_key: z.string() })).safeParse(data);
          return { data: error ? null : (made.data?.[0]?.api_key ?? null), error };
        }),
      invalidatesTags: ['apiKey', 'planUsage', 'trail'],
    }),
    setApiKeyStatus: build.mutation<null, Pick<ApiKey, 'id' | 'status'>>({
      queryFn: ({ id, status }, context) =>
        queryBackend(context, async (supabase) => supabase.from('api_keys').update({ status }).eq('id', id)),
      invalidatesTags: ['apiKey', 'trail'],
    }),
    removeApiKey: build.mutation<null, string>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => supabase.from('api_keys').delete().eq('id', id)),
      invalidatesTags: ['apiKey', 'planUsage', 'trail'],
    }),
  }),
});

export const {
  useListApiKeysQuery,
  useMakeApiKeyMutation,
  useSetApiKeyStatusMutation,
  useRemoveApiKeyMutation,
} = api;
