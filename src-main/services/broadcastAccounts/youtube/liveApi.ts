import { z } from 'zod';
import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import { askPlatform, shorten, type PlatformAnswer, type PlatformRequest } from '../askPlatform.ts';
import type { Access } from '../driver.ts';
import { platformError } from '../platformErrors.ts';

const PAUSE_SEC = 60;

const refusalSchema = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

interface LiveApiCall<S extends z.ZodType> {
  access: Access;
  query: Record<string, string>;
  method?: PlatformRequest<S>['method'];
  json?: unknown;
  schema: S;
  signal?: AbortSignal;
}

export type LiveApi = ReturnType<typeof createLiveApi>;

/** YouTube's Live Streaming API, version 3: its addresses and refusals. */
export function createLiveApi(base: string) {
  return async <S extends z.ZodType>(path: string, call: LiveApiCall<S>): Promise<z.output<S>> => {
    const { access, query, method = 'GET', json, schema, signal } = call;
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return await askPlatform({
      platform: 'youtube',
      url,
      method,
      json,
      schema,
      signal,
      explain,
      headers: { authorization: `Bearer ${access.accessToken}` },
    });
  };
}

/** A list under `items`, as YouTube answers every question. */
export const itemsOf = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) });

/** Reasons as the documentation of the API lists them. */
const REASONS = {
  quotaExceeded: 'accountQuota',
  dailyLimitExceeded: 'accountQuota',
  rateLimitExceeded: 'accountTooMany',
  userRateLimitExceeded: 'accountTooMany',
  userRequestsExceedRateLimit: 'accountTooMany',
  liveStreamingNotEnabled: 'accountNotEnabled',
  liveChatEnded: 'accountChatClosed',
  liveChatDisabled: 'accountChatClosed',
  liveChatNotFound: 'accountChatClosed',
  liveBroadcastNotFound: 'accountEnded',
  redundantTransition: 'accountEnded',
  invalidTransition: 'accountNotLive',
  errorStreamInactive: 'accountNotLive',
} as const;

function explain({ status, body }: PlatformAnswer): RpcError | null {
  const parsed = refusalSchema.safeParse(body);
  const { message = '', errors = [] } = parsed.data?.error ?? {};
  const reason = errors[0]?.reason ?? '';
  const text = Object.hasOwn(REASONS, reason) ? REASONS[reason as keyof typeof REASONS] : null;
  if (text === 'accountTooMany' || status === 429)
    return platformError('youtube', 'accountTooMany', { seconds: PAUSE_SEC });
  if (text) return platformError('youtube', text);
  if (status === 401 || status >= 500 || !parsed.success) return null;
  // Its words may have links in them.
  return platformError('youtube', 'accountForbidden', { reason: shorten(message.replace(/<[^>]*>/g, '')) });
}
