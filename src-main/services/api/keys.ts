import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { API_SCOPES, type ApiScope, type KeyScope } from '../../../src-shared/api/index.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { ApiKeyView } from '../../../src-shared/contract/api.ts';
import { keepAside, readPrivateFile, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Clock, Log } from '../ports.ts';

/** More than anybody distinguishes. */
const MAX_KEYS = 100;
/** Calls within this time are one use: the file is not written for each. */
const USE_INTERVAL_MS = 60_000;
const DAY_MS = 86_400_000;
const VISIBLE_LENGTH = 4;

const entrySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Of 256 random bits: nothing slower is needed than SHA-256. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  ending: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  createdAtMs: z.number(),
  expiresAtMs: z.number().nullable(),
  lastUsedAtMs: z.number().nullable(),
  isRevoked: z.boolean(),
});
const fileSchema = z.object({ version: z.literal(1), keys: z.array(entrySchema).max(MAX_KEYS) });
type Entry = z.infer<typeof entrySchema>;

/** A key that may call now. */
export interface LiveKey {
  id: string;
  name: string;
  scopes: readonly KeyScope[];
  expiresAtMs: number | null;
  /** Of an organization: the account server counts its calls. */
  organization?: {
    /** Throws an `ApiError` where the month has no call left. */
    count(scope: KeyScope): Promise<void>;
    readCalls(): MonthCalls;
  };
}

/** Calls of a month that started work; `limit` null: unlimited. */
export interface MonthCalls {
  month: string;
  used: number;
  limit: number | null;
}

export type KeyCheck = LiveKey | 'unknown' | 'expired' | 'revoked';

export interface ApiKeys {
  list(): ApiKeyView[];
  /** The key itself is in this answer and nowhere else. */
  create(key: { name: string; scopes: readonly ApiScope[]; validDays: number | null }): string;
  /** It is in the list still, and opens nothing. */
  revoke(id: string): void;
  remove(id: string): void;
  check(key: string): KeyCheck;
}

/** Keys made on this computer, in a file that its user alone can read. */
export function createApiKeys(options: {
  path: string;
  clock: Clock;
  createId: () => string;
  log: Log;
}): ApiKeys {
  const { path, clock, createId, log } = options;
  let entries = read(path, log);

  function write(changed: Entry[]): void {
    try {
      writeFileDurably(path, `${JSON.stringify({ version: 1, keys: changed })}\n`, 0o600);
    } catch (error) {
      throw failWith('KEYS_UNWRITABLE', 'apiKeysUnwritable', { cause: error });
    }
    entries = changed;
  }

  function onUsed(entry: Entry): void {
    const nowMs = clock.nowMs();
    if (entry.lastUsedAtMs !== null && nowMs - entry.lastUsedAtMs < USE_INTERVAL_MS) return;
    entry.lastUsedAtMs = nowMs;
    try {
      write(entries);
    } catch (error) {
      log.error('the last use of a key could not be kept', error);
    }
  }

  return {
    list: () => entries.map((entry) => viewOf(entry, clock.nowMs())),
    create({ name, scopes, validDays }) {
      if (entries.length >= MAX_KEYS)
        throw failWith('BAD_OPTION', 'apiKeysFull', { values: { count: MAX_KEYS } });
      const key = `sdk_${randomBytes(32).toString('base64url')}`;
      const nowMs = clock.nowMs();
      const made: Entry = {
        id: createId(),
        name,
        hash: hashOf(key),
        ending: key.slice(-VISIBLE_LENGTH),
        scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
        createdAtMs: nowMs,
        expiresAtMs: validDays === null ? null : nowMs + validDays * DAY_MS,
        lastUsedAtMs: null,
        isRevoked: false,
      };
      write([...entries, made]);
      return key;
    },
    revoke(id) {
      write(entries.map((entry) => (entry.id === id ? { ...entry, isRevoked: true } : entry)));
    },
    remove(id) {
      write(entries.filter((entry) => entry.id !== id));
    },
    check(key) {
      const hash = hashOf(key);
      // Of random keys the time of a comparison of hashes says nothing.
      const entry = entries.find((other) => other.hash === hash);
      if (!entry) return 'unknown';
      const { status } = viewOf(entry, clock.nowMs());
      if (status !== 'active') return status;
      onUsed(entry);
      const { id, name, scopes, expiresAtMs } = entry;
      return { id, name, scopes, expiresAtMs };
    },
  };
}

function viewOf({ hash: _, isRevoked, ...entry }: Entry, nowMs: number): ApiKeyView {
  const isExpired = entry.expiresAtMs !== null && entry.expiresAtMs <= nowMs;
  return { ...entry, status: isRevoked ? 'revoked' : isExpired ? 'expired' : 'active' };
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

function read(path: string, log: Log): Entry[] {
  try {
    const text = readPrivateFile(path);
    return text === null ? [] : fileSchema.parse(JSON.parse(text)).keys;
  } catch (error) {
    const keptAs = keepAside(path);
    log.error('the keys of the API were damaged or not private: none opens anything', error, {
      path,
      keptAs,
    });
    return [];
  }
}
