/** How often something may be done in a window, by a key such as an address or an account. */
import { AuthError } from './authError.ts';

export interface RateRule {
  limit: number;
  windowMs: number;
}

export interface RateRules {
  /** Passwords tried for one account. */
  signIn: RateRule;
  signUp: RateRule;
  refresh: RateRule;
  verify: RateRule;
  /** Mails to one account. */
  mail: RateRule;
}

const MINUTE_MS = 60_000;

export const DEFAULT_RATES: RateRules = {
  signIn: { limit: 30, windowMs: 5 * MINUTE_MS },
  signUp: { limit: 30, windowMs: 5 * MINUTE_MS },
  refresh: { limit: 150, windowMs: 5 * MINUTE_MS },
  verify: { limit: 30, windowMs: 5 * MINUTE_MS },
  mail: { limit: 1, windowMs: MINUTE_MS },
};

const MAX_KEYS = 10_000;

export type RateLimiter = (kind: keyof RateRules, key: string) => void;

/** A limiter that throws 429 where a rule is exceeded. Its memory is bounded: the oldest keys go first. */
export function createRateLimiter(rules: RateRules, nowMs: () => number): RateLimiter {
  const windows = new Map<string, { untilMs: number; count: number }>();
  return (kind, key) => {
    const rule = rules[kind];
    const name = `${kind} ${key}`;
    const known = windows.get(name);
    const now = nowMs();
    if (!known || known.untilMs <= now) {
      windows.delete(name);
      const oldest = windows.size >= MAX_KEYS ? windows.keys().next().value : undefined;
      if (oldest !== undefined) windows.delete(oldest);
      windows.set(name, { untilMs: now + rule.windowMs, count: 1 });
      return;
    }
    known.count += 1;
    if (known.count <= rule.limit) return;
    throw kind === 'mail'
      ? new AuthError(
          429,
          'over_email_send_rate_limit',
          `For security purposes, you can only request this after ${Math.ceil((known.untilMs - now) / 1000)} seconds.`,
        )
      : new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
  };
}
