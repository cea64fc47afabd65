/** What every route of the auth server has at hand. */
import type pg from 'pg';
import type { Mail } from '../outbox.ts';
import type { PasswordCost } from './passwords.ts';
import type { RateLimiter } from './rateLimits.ts';

export interface AuthConfig {
  jwtSecret: string;
  refreshSecret: string;
  /** Address of the gateway: links in mails and the issuer of tokens. */
  publicUrl: string;
  /** Where a link leads that names no place of its own. */
  siteUrl: string;
  /** Whether a new account must confirm its address before it can sign in. */
  isConfirmationRequired: boolean;
  accessTokenSec: number;
  passwordCost: PasswordCost;
}

export interface AuthContext {
  config: AuthConfig;
  pool: pg.Pool;
  limit: RateLimiter;
  sendMail(mail: Mail): Promise<void>;
  /** Does something when the caller has been answered, so that the answer's time reveals nothing of it. */
  later(work: () => Promise<void>): void;
  nowMs(): number;
}

export interface AuthCall {
  request: Request;
  url: URL;
  /** The parsed body, an empty object where there is none. */
  body: Readonly<Record<string, unknown>>;
  /** Part of the path after the route's own, e.g. a user's id. */
  rest: string;
  /** Network address of the caller. */
  address: string;
}

export type AuthRoute = (context: AuthContext, call: AuthCall) => Promise<Response>;

/** Runs in a transaction that ends with the function. */
export async function inTransaction<T>(
  { pool }: AuthContext,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await run(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A lost connection rolls back on its own; its error is the one to report.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
