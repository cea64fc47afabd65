import { z } from 'zod';
import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import { askPlatform, shorten, type PlatformAnswer, type PlatformRequest } from '../askPlatform.ts';
import type { Access } from '../driver.ts';
import { platformError } from '../platformErrors.ts';

const DEFAULT_PAUSE_SEC = 30;
const MOST_PAUSE_SEC = 300;

const refusalSchema = z.object({ message: z.string() });

interface HelixCall<S extends z.ZodType> {
  access: Access;
  query?: Record<string, string>;
  method?: PlatformRequest<S>['method'];
  json?: unknown;
  schema: S;
  signal?: AbortSignal;
}

export type Helix = ReturnType<typeof createHelix>;

/** Twitch's API: its addresses, headers and refusals. */
export function createHelix(base: string, nowMs: () => number) {
  return async <S extends z.ZodType>(path: string, call: HelixCall<S>): Promise<z.output<S>> => {
    const { access, query = {}, method = 'GET', json, schema, signal } = call;
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return await askPlatform({
      platform: 'twitch',
      url,
      method,
      json,
      schema,
      signal,
      headers: { authorization: `Bearer ${access.accessToken}`, 'client-id': access.clientId },
      explain: (answer) => explain(answer, nowMs()),
    });
  };
}

/** A list under `data`, as every answer of Helix is one. */
export const listOf = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item) });

function explain({ status, headers, body }: PlatformAnswer, nowMs: number): RpcError | null {
  if (status === 429) {
    const resetSec = Number(headers.get('ratelimit-reset')) - nowMs / 1000;
    const seconds = resetSec > 0 ? Math.min(MOST_PAUSE_SEC, Math.ceil(resetSec)) : DEFAULT_PAUSE_SEC;
    return platformError('twitch', 'accountTooMany', { seconds });
  }
  const parsed = refusalSchema.safeParse(body);
  if (status === 401 || status >= 500 || !parsed.success) return null;
  return platformError('twitch', 'accountForbidden', { reason: shorten(parsed.data.message) });
}
