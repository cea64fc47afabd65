import { z } from 'zod';
import type { EndedSession } from '../../../src-shared/domain/endedSessions.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { within } from '../../lib/within.ts';
import { backendFailure, createClientThunk, requireSupabase, type Supabase } from '../../platform/index.ts';
import { selectSession, type SessionRoot } from '../auth/index.ts';
import { selectSettings, selectSettingsStatus, type SettingsRoot } from '../workspace/index.ts';

type Root = SessionRoot & SettingsRoot;

const STORAGE_KEY = 'sounddesk.analyticsAccount';
const ROWS_AT_ONCE = 200;
const ANSWER_LIMIT_MS = 10_000;
/** More sessions than an account takes in a day (`private.cap_usage_sessions`). */
const DAY_FULL_CODE = 'PT429';

/** Up to where the figures are in whose account. What was done before it was allowed stays here. */
const uploadedSchema = z.object({ userId: z.uuid(), uploadedMs: z.number() });
type Uploaded = z.infer<typeof uploadedSchema>;

/** What of the figures is in the account of the signed-in user; null where that is not allowed or nobody is. */
export type AccountFigures = { kind: 'kept'; count: number } | { kind: 'waiting' | 'full' } | null;

/**
 * Brings what has ended into the account, where that is allowed. The journal itself is what waits: where the server is
 * away the same is sent the next time, and each session is there once, by an id that is made of it.
 */
export const uploadFigures = createClientThunk<AccountFigures, void, Root>(
  'analytics/upload',
  async (_, { client, backend, getState }) => {
    const userId = allowedFor(getState());
    if (userId === null) {
      if (isForbidden(getState())) localStorage.removeItem(STORAGE_KEY);
      return null;
    }
    const since = readUploaded(userId) ?? writeUploaded({ userId, uploadedMs: Date.now() });
    const ended = unwrap(await client.call('journal.readEnded', { sinceMs: since.uploadedMs }));
    const supabase = requireSupabase(backend);
    try {
      for (let from = 0; from < ended.length; from += ROWS_AT_ONCE) {
        const part = ended.slice(from, from + ROWS_AT_ONCE);
        await insertOnce(supabase, userId, part);
        const uploadedMs = part.at(-1)?.endedAtMs ?? since.uploadedMs;
        writeUploaded({ userId, uploadedMs });
      }
      return { kind: 'kept', count: await countKept(supabase) };
    } catch (error) {
      if (error instanceof NotReached) return { kind: 'waiting' };
      if (error instanceof DayFull) return { kind: 'full' };
      throw error;
    }
  },
  'inPlace',
);

function allowedFor(root: Root): string | null {
  const session = selectSession(root);
  const isAllowed = selectSettingsStatus(root) === 'ready' && selectSettings(root).shareAnalytics;
  return isAllowed && session.status === 'ready' && session.data.kind === 'signedIn'
    ? session.data.userId
    : null;
}

/** Settings that are not read yet say nothing. */
const isForbidden = (root: Root) =>
  selectSettingsStatus(root) === 'ready' && !selectSettings(root).shareAnalytics;

class NotReached extends Error {}
/** An account takes no more of them today. */
class DayFull extends Error {}

async function insertOnce(supabase: Supabase, userId: string, ended: readonly EndedSession[]): Promise<void> {
  const rows = await Promise.all(
    ended.map(async ({ kind, startedAtMs, endedAtMs, figures }) => ({
      id: await idOf(userId, kind, kind === 'recording' ? endedAtMs : startedAtMs),
      kind,
      started_at: new Date(startedAtMs).toISOString(),
      ended_at: new Date(endedAtMs).toISOString(),
      figures,
    })),
  );
  const { error } = await answerOf(
    supabase.from('usage_sessions').upsert(rows, { onConflict: 'id', ignoreDuplicates: true }),
  );
  if (error) throw backendFailure(error);
}

async function countKept(supabase: Supabase): Promise<number> {
  const { count, error } = await answerOf(
    supabase.from('usage_sessions').select('id', { count: 'exact', head: true }),
  );
  if (error) throw backendFailure(error);
  return count ?? 0;
}

/** A server that does not answer, or not as itself, is one to come back to; so is one that has had enough of today's. */
async function answerOf<T extends { status: number; error: { code?: string } | null }>(
  query: PromiseLike<T>,
): Promise<T> {
  const asked = await within(Promise.resolve(query), ANSWER_LIMIT_MS);
  if (asked.isLate || asked.value.status === 0 || asked.value.status >= 500) throw new NotReached();
  if (asked.value.error?.code === DAY_FULL_CODE) throw new DayFull();
  return asked.value;
}

/** The same session has the same id, no matter who sends it and however often. */
async function idOf(userId: string, kind: string, atMs: number): Promise<string> {
  const bytes = new TextEncoder().encode(`${userId} ${kind} ${Math.round(atMs)}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 16);
  // Version 8 of RFC 9562: made by a rule of one's own.
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** null where somebody else was here in between: what was done meanwhile may be his. */
function readUploaded(userId: string): Uploaded | null {
  try {
    const uploaded = uploadedSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? ''));
    return uploaded.userId === userId ? uploaded : null;
  } catch {
    // Nothing was kept, or nothing that can be read: it begins now.
    return null;
  }
}

function writeUploaded(uploaded: Uploaded): Uploaded {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(uploaded));
  return uploaded;
}
