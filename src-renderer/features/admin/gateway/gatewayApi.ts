import { z } from 'zod';
import { backendApi, queryBackend, type ThunkExtra } from '../../../platform/index.ts';

const keySchema = z.object({
  id: z.string(),
  key_name: z.string(),
  description: z.string().nullable(),
  key_prefix: z.string(),
  key_suffix: z.string(),
  status: z.enum(['active', 'revoked']),
  usage_count: z.number(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  created_at: z.string(),
});
/** `isOver`: it had ended on its own when the list was read. */
export type GatewayKey = z.infer<typeof keySchema> & { isOver: boolean };

const eventSchema = z.object({
  id: z.string(),
  event_type: z.string(),
  received_at: z.string(),
  key_id: z.string().nullable(),
});
type GatewayEvent = z.infer<typeof eventSchema>;

export interface Connection {
  /** Where the gateway calls. */
  url: string;
  secretPrefix: string | null;
  rotatedAt: string | null;
  events: GatewayEvent[];
}

interface NewKey {
  name: string;
  description: string;
  /** null: until it is revoked. */
  validDays: number | null;
}

/** All are shown: an installation has a handful. */
const MOST_KEYS = 1000;
const LAST_EVENTS = 20;

const api = backendApi.enhanceEndpoints({ addTagTypes: ['gatewayKey', 'gateway'] }).injectEndpoints({
  endpoints: (build) => ({
    listGatewayKeys: build.query<GatewayKey[], void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('psfaba_api_keys')
            .select(
              'id, key_name, description, key_prefix, key_suffix, status, usage_count, last_used_at, expires_at, created_at',
            )
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(MOST_KEYS);
          if (error) return { data: null, error };
          const keys = z.array(keySchema).parse(data);
          const isOver = (at: string | null) => at !== null && Date.parse(at) <= Date.now();
          return { data: keys.map((key) => ({ ...key, isOver: isOver(key.expires_at) })), error };
        }),
      providesTags: ['gatewayKey'],
    }),
    generateGatewayKey: build.mutation<string, NewKey>({
      queryFn: ({ name, description, validDays }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('generate_psfaba_api_key', {
            key_name: name,
            ...(description === '' ? {} : { description }),
            ...(validDays === null ? {} : { valid_days: validDays }),
          });
          const made = z.array(z.object({ api_key: z.string() })).safeParse(data);
          return { data: error ? null : (made.data?.[0]?.api_key ?? null), error };
        }),
      invalidatesTags: ['gatewayKey'],
    }),
    setGatewayKeyStatus: build.mutation<null, Pick<GatewayKey, 'id' | 'status'>>({
      queryFn: ({ id, status }, context) =>
        queryBackend(context, async (supabase) =>
          supabase.from('psfaba_api_keys').update({ status }).eq('id', id),
        ),
      invalidatesTags: ['gatewayKey'],
    }),
    removeGatewayKey: build.mutation<null, string>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => supabase.from('psfaba_api_keys').delete().eq('id', id)),
      invalidatesTags: ['gatewayKey', 'gateway'],
    }),
    readGateway: build.query<Connection, void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { project } = (context.extra as ThunkExtra).backend;
          const [webhook, events] = await Promise.all([
            supabase.rpc('read_gateway_webhook').maybeSingle(),
            supabase
              .from('gateway_events')
              .select('id, event_type, received_at, key_id')
              .order('received_at', { ascending: false })
              .limit(LAST_EVENTS),
          ]);
          const error = webhook.error ?? events.error;
          if (error) return { data: null, error };
          return {
            data: {
              url: `${project?.url ?? ''}/functions/v1/psfaba-webhook`,
              secretPrefix: webhook.data?.secret_prefix ?? null,
              rotatedAt: webhook.data?.rotated_at ?? null,
              events: z.array(eventSchema).parse(events.data),
            },
            error: null,
          };
        }),
      providesTags: ['gateway'],
    }),
    rotateGatewaySecret: build.mutation<string, void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => supabase.rpc('rotate_gateway_secret')),
      invalidatesTags: ['gateway'],
    }),
  }),
});

export const {
  useListGatewayKeysQuery,
  useGenerateGatewayKeyMutation,
  useSetGatewayKeyStatusMutation,
  useRemoveGatewayKeyMutation,
  useReadGatewayQuery,
  useRotateGatewaySecretMutation,
} = api;
