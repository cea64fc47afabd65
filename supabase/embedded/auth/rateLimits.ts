/** How often something may be tried in a window: by where a caller comes from, and by whose account it is about. */
import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { networkOf } from '../../../src-shared/domain/networkAddress.ts';
import { AuthError } from './authError.ts';

/** Whose tries are counted together. */
type RateScope =
  /** A line: an address of IPv4, a network of IPv6. */
  | 'address'
  /** An account, tried from one line. */
  | 'pair'
  /** An account, wherever it is tried from. Who comes from where it was signed in to before is not held up by it. */
  | 'account'
  /** All together; the same exception. */
  | 'everyone';

export interface RateRule {
  by: RateScope;
  limit: number;
  windowMs: number;
}

export type RateKind = 'signIn' | 'signUp' | 'refresh' | 'verify' | 'mail';
export type RateRules = Readonly<Record<RateKind, readonly RateRule[]>>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** All but sign-ups and mails count what was wrong alone. */
export const DEFAULT_RATES: RateRules = {
  signIn: [
    { by: 'pair', limit: 20, windowMs: 5 * MINUTE_MS },
    { by: 'pair', limit: 100, windowMs: DAY_MS },
    { by: 'address', limit: 60, windowMs: 5 * MINUTE_MS },
    { by: 'address', limit: 600, windowMs: DAY_MS },
    { by: 'account', limit: 100, windowMs: HOUR_MS },
    { by: 'everyone', limit: 1000, windowMs: 5 * MINUTE_MS },
  ],
  signUp: [
    { by: 'address', limit: 30, windowMs: 5 * MINUTE_MS },
    { by: 'everyone', limit: 300, windowMs: 5 * MINUTE_MS },
  ],
  refresh: [
    { by: 'address', limit: 150, windowMs: 5 * MINUTE_MS },
    { by: 'everyone', limit: 3000, windowMs: 5 * MINUTE_MS },
  ],
  verify: [
    { by: 'pair', limit: 15, windowMs: 5 * MINUTE_MS },
    { by: 'address', limit: 30, windowMs: 5 * MINUTE_MS },
    { by: 'account', limit: 100, windowMs: HOUR_MS },
    { by: 'everyone', limit: 1000, windowMs: 5 * MINUTE_MS },
  ],
  mail: [
    { by: 'pair', limit: 1, windowMs: MINUTE_MS },
    { by: 'pair', limit: 10, windowMs: HOUR_MS },
    { by: 'account', limit: 20, windowMs: HOUR_MS },
    { by: 'address', limit: 60, windowMs: HOUR_MS },
    { by: 'everyone', limit: 1000, windowMs: HOUR_MS },
  ],
};

export interface RateSubject {
  /** Network address of the caller. */
  address: string;
  /** Whose account it is about; without one, rules by account count nothing. */
  account?: string;
  /** What of the kind is counted for itself, e.g. which of the mails. */
  purpose?: string;
}

export interface Attempt {
  /** It was right: it counts no more. */
  succeed(): Promise<void>;
}

/** Counts one try; throws 429 where a rule is used up. */
export type RateLimiter = (kind: RateKind, subject: RateSubject) => Promise<Attempt>;

export interface RateLimiterOptions {
  rules: RateRules;
  db: Pick<pg.Pool, 'query'>;
  /** Keys the hashes: what is kept names nobody. */
  secret: string;
  nowMs: () => number;
}

/** A limiter that keeps its counts in the database (authSchema.sql). */
export function createRateLimiter({ rules, db, secret, nowMs }: RateLimiterOptions): RateLimiter {
  const hash = (text: string) => createHmac('sha256', secret).update(`attempts ${text}`).digest();
  return async (kind, subject) => {
    const network = networkOf(subject.address);
    const { account } = subject;
    const names: Record<RateScope, string | null> = {
      address: network,
      account: account ?? null,
      pair: account === undefined ? null : JSON.stringify([network, account]),
      everyone: '',
    };
    const counted = rules[kind].filter(({ by }) => names[by] !== null);
    const subjects = counted.map(({ by, windowMs }) =>
      hash(`${by} ${windowMs} ${subject.purpose ?? ''} ${names[by]}`),
    );
    const pair = names.pair === null ? null : hash(`known ${names.pair}`);
    const at = new Date(nowMs());
    const { rows } = await db.query<{ wait: number | null }>(
      'select auth.take_attempt($1, $2, $3, $4, $5, $6, $7) as wait',
      [
        kind,
        subjects,
        counted.map(({ limit }) => limit),
        counted.map(({ windowMs }) => windowMs),
        counted.map(({ by }) => by === 'account' || by === 'everyone'),
        pair,
        at,
      ],
    );
    const wait = rows[0]?.wait ?? null;
    if (wait !== null) throw tooMany(kind, wait);
    return {
      async succeed() {
        const known = kind === 'signIn' && pair !== null && account !== undefined;
        await db.query('select auth.return_attempt($1, $2, $3, $4, $5)', [
          kind,
          subjects,
          ...(known ? [hash(`account ${account}`), pair] : [null, null]),
          new Date(nowMs()),
        ]);
      },
    };
  };
}

function tooMany(kind: RateKind, waitSec: number): AuthError {
  return kind === 'mail'
    ? new AuthError(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${Math.ceil(waitSec)} seconds.`,
      )
    : new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
}
