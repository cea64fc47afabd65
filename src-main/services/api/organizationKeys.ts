import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { KeyScope } from '../../../src-shared/api/index.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { apiKeyAnswerSchema, type ApiKeyAnswer } from '../../../src-shared/domain/apiKeys.ts';
import { postToBackend, type FindBackend } from '../licence/index.ts';
import type { Clock, Log } from '../ports.ts';
import type { LiveKey } from './keys.ts';
import { createRateLimit } from './limits.ts';
import { ApiError } from './reply.ts';

/** So long the account server is not asked again: a revoked key is refused within this time. */
const FRESH_MS = 30_000;
/** So long its last answer counts where it cannot be reached. */
const MEMORY_MS = 5 * 60_000;
/** Who did not answer is not asked again at once. */
const PAUSE_MS = 5000;
const MAX_REMEMBERED = 1000;
/** Calls of one key that were made without the account server, and are reported to it later. */
const MAX_OWED = 100;
/** A program that guesses keys does not reach the account server with them. */
const UNKNOWN_KEYS = { burst: 20, perSecond: 1 };

/** What is known of a key, or why it opens nothing. */
type Verdict = ApiKeyAnswer | ApiError;
interface Remembered {
  verdict: Verdict;
  atMs: number;
  /** Calls that the account server has not counted yet, by their scope. */
  owed: KeyScope[];
}

export interface OrganizationKeys {
  /** Whose key this is. Throws an `ApiError` where it opens nothing, or nobody knows. */
  check(key: string): Promise<LiveKey>;
}

export interface OrganizationKeysOptions {
  findBackend: FindBackend;
  clock: Clock;
  log: Log;
}

/** Keys of an organization: known to the account server, and here for a while. They are never written down. */
export function createOrganizationKeys(options: OrganizationKeysOptions): OrganizationKeys {
  const { clock } = options;
  const memory = createMemory(options);
  const unknown = createRateLimit(() => clock.nowMs(), UNKNOWN_KEYS);
  const ageOf = ({ atMs }: Remembered) => clock.nowMs() - atMs;

  async function find(key: string): Promise<Remembered> {
    const known = memory.recall(key);
    if (known && ageOf(known) < FRESH_MS) return known;
    const isUsable = known !== undefined && ageOf(known) < MEMORY_MS;
    if (isUsable && memory.isServerSilent()) return known;
    const waitSec = known || memory.isAsking(key) ? null : unknown.take('');
    if (waitSec !== null) throw tooManyUnknown(waitSec);
    try {
      return memory.remember(key, await memory.askOnce(key));
    } catch (error) {
      if (isUsable) return known;
      throw unreachable(error);
    }
  }

  async function count(key: string, scope: KeyScope): Promise<void> {
    const known = memory.recall(key);
    try {
      const verdict = await memory.ask(key, scope);
      const isOfMonth = verdict instanceof ApiError && verdict.code === 'TOO_MANY_REQUESTS';
      if (!isOfMonth) memory.remember(key, verdict);
      if (verdict instanceof ApiError) throw verdict;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const isUnlimited =
        known && !(known.verdict instanceof ApiError) && known.verdict.callsPerMonth === null;
      if (!isUnlimited || ageOf(known) >= MEMORY_MS || known.owed.length >= MAX_OWED) throw uncounted(error);
      known.owed.push(scope);
    }
  }

  return {
    async check(key) {
      const { verdict, owed } = await find(key);
      if (verdict instanceof ApiError) throw verdict;
      const { keyId: id, name, scopes, expiresAtMs, callsThisMonth, callsPerMonth: limit } = verdict;
      if (expiresAtMs !== null && expiresAtMs <= clock.nowMs())
        throw new ApiError('UNAUTHENTICATED', 'This key has expired. Ask an admin of your organization.');
      const month = new Date(clock.nowMs()).toISOString().slice(0, 7);
      const organization = {
        count: (scope: KeyScope) => count(key, scope),
        readCalls: () => ({ month, used: callsThisMonth + owed.length, limit }),
      };
      return { id, name, scopes, expiresAtMs, organization };
    },
  };
}

/** Asks the account server, and remembers what it said. */
function createMemory({ findBackend, clock, log }: OrganizationKeysOptions) {
  const memory = new Map<string, Remembered>();
  const asking = new Map<string, Promise<Verdict>>();
  let silentSinceMs = -Infinity;

  async function ask(key: string, scope: KeyScope | null): Promise<Verdict> {
    try {
      const verdict = await askBackend(findBackend, key, scope);
      silentSinceMs = -Infinity;
      return verdict;
    } catch (error) {
      silentSinceMs = clock.nowMs();
      log.info('a key of an organization could not be checked', { reason: String(error) });
      throw error;
    }
  }

  async function payOwed(key: string, { owed, verdict }: Remembered): Promise<void> {
    if (verdict instanceof ApiError) owed.length = 0;
    for (let scope = owed.shift(); scope !== undefined; scope = owed.shift()) {
      try {
        await ask(key, scope);
      } catch {
        return void owed.unshift(scope);
      }
    }
  }

  return {
    ask,
    recall: (key: string) => memory.get(hashOf(key)),
    isAsking: (key: string) => asking.has(key),
    isServerSilent: () => clock.nowMs() - silentSinceMs < PAUSE_MS,
    /** One question for all calls that wait for the same answer. */
    askOnce(key: string): Promise<Verdict> {
      const running = asking.get(key);
      if (running) return running;
      const asked = ask(key, null).finally(() => asking.delete(key));
      asking.set(key, asked);
      return asked;
    },
    remember(key: string, verdict: Verdict): Remembered {
      const hash = hashOf(key);
      const remembered = { verdict, atMs: clock.nowMs(), owed: memory.get(hash)?.owed ?? [] };
      memory.delete(hash);
      memory.set(hash, remembered);
      if (memory.size > MAX_REMEMBERED) memory.delete(memory.keys().next().value ?? '');
      void payOwed(key, remembered);
      return remembered;
    },
  };
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

const answerSchema = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: apiKeyAnswerSchema }),
  z.object({
    success: z.literal(false),
    error: z.object({
      code: z.enum(['BAD_KEY', 'PLAN_LIMIT', 'BAD_SCOPE', 'CALL_LIMIT']),
      message: z.string(),
    }),
  }),
]);
const CODES = {
  BAD_KEY: 'UNAUTHENTICATED',
  PLAN_LIMIT: 'PLAN_LIMIT',
  BAD_SCOPE: 'SCOPE_MISSING',
  CALL_LIMIT: 'TOO_MANY_REQUESTS',
} as const;

/** Throws where the account server does not answer as it should: nothing is known then. */
async function askBackend(
  findBackend: FindBackend,
  apiKey: string,
  scope: KeyScope | null,
): Promise<Verdict> {
  const address = await findBackend();
  if (!address)
    return new ApiError(
      'UNAUTHENTICATED',
      'This SoundDesk has no account server, which knows keys of organizations. Use a key of this computer.',
    );
  const response = await postToBackend(address, '/functions/v1/use-api-key', { apiKey, scope });
  const answer = answerSchema.parse(await response.json());
  return answer.success ? answer.data : new ApiError(CODES[answer.error.code], answer.error.message);
}

function unreachable(cause: unknown): ApiError {
  const reason =
    cause instanceof RpcError ? cause.message : 'The account server did not answer as it should.';
  return new ApiError(
    'SERVER_UNREACHABLE',
    `${reason} Until then this computer cannot check keys of an organization that were not used in the last five minutes. A key of this computer works without a network.`,
  );
}

const uncounted = (cause: unknown): ApiError => {
  const { message } = unreachable(cause);
  return new ApiError('SERVER_UNREACHABLE', `This call could not be counted. ${message}`);
};

const tooManyUnknown = (waitSec: number): ApiError =>
  new ApiError('TOO_MANY_REQUESTS', 'Too many keys were tried that nobody knows. Wait a moment.', {
    'retry-after': String(waitSec),
  });
