/** Links and codes in mails: made, sent, used once. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type pg from 'pg';
import { linkForOpener } from '../../../src-shared/domain/mailLinks.ts';
import { mails, type CodeKind } from '../mails.ts';
import { badInput, invalidLink } from './authError.ts';
import type { AuthContext } from './context.ts';
import { sha256 } from './sessions.ts';
import type { UserRow } from './users.ts';

const LINK_LIFE_SEC = 3600;
/** Wrong six-digit codes before a code is void. */
const MAX_FAILURES = 5;
const FLOW_LIFE_SEC = 300;

export interface Challenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** The PKCE challenge of a request, null for the implicit flow. */
export function parseChallenge(body: Readonly<Record<string, unknown>>): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: method } = body;
  if (challenge === undefined || challenge === null || challenge === '') return null;
  const name = typeof method === 'string' ? method.toLowerCase() : '';
  if (typeof challenge !== 'string' || !/^[\w.~-]{43,128}$/.test(challenge))
    throw badInput('code challenge has to be between 43 and 128 characters');
  if (name !== 's256' && name !== 'plain') throw badInput('code challenge method must be s256 or plain');
  return { challenge, method: name };
}

export interface Link {
  tokenHash: string;
  code: string;
  url: string;
}

/** Makes a link for a user, bound to the address that it is sent to; an earlier one of the same kind is void. */
export async function createLink(
  context: AuthContext,
  db: Pick<pg.Pool, 'query'>,
  user: UserRow,
  kind: CodeKind,
  options: { redirectTo: string | null; challenge: Challenge | null; email?: string },
): Promise<Link> {
  const tokenHash = `${options.challenge ? 'pkce_' : ''}${randomBytes(32).toString('hex')}`;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const email = options.email ?? user.email ?? '';
  await db.query(
    `insert into auth.one_time_tokens
       (user_id, kind, token_hash, code_hash, code_challenge, code_challenge_method, email)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, kind) do update set token_hash = excluded.token_hash, code_hash = excluded.code_hash,
       code_challenge = excluded.code_challenge, code_challenge_method = excluded.code_challenge_method,
       email = excluded.email, failures = 0, created_at = now()`,
    [
      user.id,
      kind,
      sha256(tokenHash),
      codeHash(email, code),
      options.challenge?.challenge ?? null,
      options.challenge?.method ?? null,
      email.toLowerCase(),
    ],
  );
  const redirectTo = allowedRedirect(context, options.redirectTo);
  const url =
    linkForOpener(redirectTo, tokenHash, kind) ?? linkToVerify(context, tokenHash, kind, redirectTo);
  return { tokenHash, code, url };
}

function linkToVerify({ config }: AuthContext, token: string, type: string, redirectTo: string): string {
  const url = new URL(`${config.publicUrl}/auth/v1/verify`);
  url.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString();
  return url.href;
}

/** Makes a link and mails it. */
export async function sendLink(
  context: AuthContext,
  db: Pick<pg.Pool, 'query'>,
  user: UserRow,
  kind: CodeKind,
  options: { redirectTo: string | null; challenge: Challenge | null; email?: string },
): Promise<void> {
  const link = await createLink(context, db, user, kind, options);
  await context.sendMail(mails[kind](options.email ?? user.email ?? '', link));
}

interface TokenRow {
  user_id: string;
  kind: CodeKind;
  email: string | null;
  code_challenge: string | null;
  code_challenge_method: string | null;
  isExpired: boolean;
}

export interface UsedLink {
  userId: string;
  kind: CodeKind;
  /** The address that it was sent to. */
  email: string;
  challenge: Challenge | null;
}

/** Takes a link by its hash; throws where it was used, replaced or is too old. */
export async function takeLink(
  db: Pick<pg.Pool, 'query'>,
  tokenHash: string,
  kinds: readonly CodeKind[],
): Promise<UsedLink> {
  const { rows } = await db.query<TokenRow>(
    `delete from auth.one_time_tokens where token_hash = $1 and kind = any($2)
     returning *, created_at < now() - make_interval(secs => $3) as "isExpired"`,
    [sha256(tokenHash), kinds, LINK_LIFE_SEC],
  );
  return accept(rows[0]);
}

/** Takes a six-digit code; null where it is wrong, which is counted. */
export async function takeCode(
  db: Pick<pg.Pool, 'query'>,
  email: string,
  code: string,
  kinds: readonly CodeKind[],
): Promise<UsedLink | null> {
  const { rows } = await db.query<TokenRow>(
    `delete from auth.one_time_tokens where code_hash = $1 and kind = any($2) and failures < $4 and email = $5
     returning *, created_at < now() - make_interval(secs => $3) as "isExpired"`,
    [codeHash(email, code), kinds, LINK_LIFE_SEC, MAX_FAILURES, email.toLowerCase()],
  );
  if (rows[0]) return accept(rows[0]);
  // Whether there was one to count at is reported by no answer, and hardly by its time.
  await db.query(`select set_config('synchronous_commit', 'off', true)`);
  await db.query(
    'update auth.one_time_tokens set failures = failures + 1 where email = $1 and kind = any($2)',
    [email.toLowerCase(), kinds],
  );
  return null;
}

function accept(row: TokenRow | undefined): UsedLink {
  if (!row || row.isExpired || row.email === null) throw invalidLink();
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    userId: row.user_id,
    kind: row.kind,
    email: row.email,
    challenge: challenge && method ? { challenge, method: method === 's256' ? 's256' : 'plain' } : null,
  };
}

function codeHash(email: string, code: string): Buffer {
  return sha256(`${email.toLowerCase()}\n${code}`);
}

/** A code that the client changes for a session with its verifier. */
export async function createFlow(
  db: Pick<pg.Pool, 'query'>,
  userId: string,
  { challenge, method }: Challenge,
  kind: string,
): Promise<string> {
  const code = randomBytes(32).toString('hex');
  await db.query(
    `insert into auth.flow_state (code_hash, user_id, code_challenge, code_challenge_method, method)
     values ($1, $2, $3, $4, $5)`,
    [sha256(code), userId, challenge, method, kind],
  );
  return code;
}

/** Takes a PKCE code; null where there is none, it is too old, or the verifier does not fit. */
export async function takeFlow(
  db: Pick<pg.Pool, 'query'>,
  code: string,
  verifier: string,
): Promise<{ userId: string; method: string } | 'unknown' | 'mismatch'> {
  const { rows } = await db.query<{
    user_id: string;
    code_challenge: string;
    code_challenge_method: string;
    method: string;
  }>(
    `delete from auth.flow_state where code_hash = $1
     returning *, created_at < now() - make_interval(secs => ${FLOW_LIFE_SEC}) as "isExpired"`,
    [sha256(code)],
  );
  const [flow] = rows;
  if (!flow || (flow as unknown as { isExpired: boolean }).isExpired) return 'unknown';
  const found =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier;
  return found === flow.code_challenge ? { userId: flow.user_id, method: flow.method } : 'mismatch';
}

/** Where a link may lead: this machine, the app's own scheme, or the configured site. */
export function allowedRedirect({ config }: AuthContext, wanted: string | null): string {
  if (!wanted || !URL.canParse(wanted)) return config.siteUrl;
  const { protocol, hostname, origin } = new URL(wanted);
  const isLocal = protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost');
  const isAllowed = isLocal || protocol === 'sounddesk:' || origin === new URL(config.siteUrl).origin;
  return isAllowed ? wanted : config.siteUrl;
}

/** Ends every link, code and unfinished sign-in of a user: they prove an address or a password that counts no more. */
export async function endLinks(db: Pick<pg.Pool, 'query'>, userId: string): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
  await db.query('delete from auth.flow_state where user_id = $1', [userId]);
}
