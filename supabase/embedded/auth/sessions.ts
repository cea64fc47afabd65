/** Sessions: access tokens that PostgREST understands, refresh tokens that rotate. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type pg from 'pg';
import { AuthError } from './authError.ts';
import type { AuthContext } from './context.ts';
import { findUserById, presentUser, type UserRow } from './users.ts';

/** GoTrue's "refresh token reuse interval": a client that lost an answer may ask once more. */
const REUSE_INTERVAL_MS = 10_000;
/** Tokens that one family may have been ahead by within that interval. */
const MAX_CHAIN = 10;

export interface Claims {
  sub?: string;
  role: string;
  session_id?: string;
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Opens a session after a proof of identity named `method`, and answers as GoTrue does. */
export async function openSession(
  context: AuthContext,
  db: pg.PoolClient,
  user: UserRow,
  method: string,
  userAgent: string | null,
): Promise<Record<string, unknown>> {
  refuseBanned(context, user);
  const sessionId = randomUUID();
  const amr = [{ method, timestamp: Math.floor(context.nowMs() / 1000) }];
  const { rows } = await db.query<UserRow>(
    'update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1 returning *',
    [user.id],
  );
  await db.query('insert into auth.sessions (id, user_id, amr, user_agent) values ($1, $2, $3, $4)', [
    sessionId,
    user.id,
    JSON.stringify(amr),
    userAgent?.slice(0, 300) ?? null,
  ]);
  const refreshToken = randomBytes(32).toString('base64url');
  await insertRefreshToken(db, refreshToken, null, sessionId);
  return presentSession(context, rows[0] ?? user, sessionId, amr, refreshToken);
}

/**
 * Changes a refresh token for its successor. The token before the active one is answered with the
 * active one (its answer may have got lost); any older one ends the whole session.
 */
export async function refreshSession(
  context: AuthContext,
  db: pg.PoolClient,
  token: string,
): Promise<Record<string, unknown> | AuthError> {
  const found = await lockToken(db, token);
  if (!found)
    return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  const user = await findUserById(db, found.user_id);
  if (!user) return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: User Not Found');
  refuseBanned(context, user);
  const refreshToken = found.revoked_at
    ? await findSuccessor(context, db, token, found.revoked_at)
    : await rotate(context, db, token, found.session_id);
  if (refreshToken === null) {
    await db.query('delete from auth.sessions where id = $1', [found.session_id]);
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  await db.query('update auth.sessions set updated_at = now() where id = $1', [found.session_id]);
  return presentSession(context, user, found.session_id, found.amr, refreshToken);
}

interface TokenRow {
  session_id: string;
  user_id: string;
  amr: unknown;
  revoked_at: Date | null;
}

/** The session is locked, so that two refreshes of one token come one after the other. */
async function lockToken(db: pg.PoolClient, token: string): Promise<TokenRow | null> {
  await db.query(
    `select 1 from auth.sessions where id =
       (select session_id from auth.refresh_tokens where token_hash = $1) for update`,
    [sha256(token)],
  );
  const { rows } = await db.query<TokenRow>(
    `select t.session_id, s.user_id, s.amr, t.revoked_at
     from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token_hash = $1`,
    [sha256(token)],
  );
  return rows[0] ?? null;
}

async function rotate(
  context: AuthContext,
  db: pg.PoolClient,
  token: string,
  sessionId: string,
): Promise<string> {
  const successor = successorOf(context, token);
  await db.query('update auth.refresh_tokens set revoked_at = now() where token_hash = $1', [sha256(token)]);
  await insertRefreshToken(db, successor, sha256(token), sessionId);
  return successor;
}

/** The active token that came after a used one, where handing it out again is harmless. */
async function findSuccessor(
  context: AuthContext,
  db: pg.PoolClient,
  token: string,
  revokedAt: Date,
): Promise<string | null> {
  const isRecent = context.nowMs() - revokedAt.getTime() <= REUSE_INTERVAL_MS;
  let candidate = token;
  for (let step = 0; step < (isRecent ? MAX_CHAIN : 1); step += 1) {
    candidate = successorOf(context, candidate);
    const { rows } = await db.query<{ isActive: boolean }>(
      'select revoked_at is null as "isActive" from auth.refresh_tokens where token_hash = $1',
      [sha256(candidate)],
    );
    if (rows[0]?.isActive) return candidate;
  }
  return null;
}

/** Derived, so that the active token can be known again although only its hash is stored. */
function successorOf({ config }: AuthContext, token: string): string {
  return createHmac('sha256', config.refreshSecret).update(token).digest('base64url');
}

async function insertRefreshToken(
  db: pg.PoolClient,
  token: string,
  parentHash: Buffer | null,
  sessionId: string,
): Promise<void> {
  await db.query(
    'insert into auth.refresh_tokens (token_hash, parent_hash, session_id) values ($1, $2, $3)',
    [sha256(token), parentHash, sessionId],
  );
}

async function presentSession(
  context: AuthContext,
  user: UserRow,
  sessionId: string,
  amr: unknown,
  refreshToken: string,
): Promise<Record<string, unknown>> {
  const { config } = context;
  const nowSec = Math.floor(context.nowMs() / 1000);
  const expiresAt = nowSec + config.accessTokenSec;
  const claims = {
    email: user.email ?? '',
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: 'aal1',
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  };
  const accessToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`${config.publicUrl}/auth/v1`)
    .setSubject(user.id)
    .setAudience(user.aud)
    .setIssuedAt(nowSec)
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(config.jwtSecret));
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: config.accessTokenSec,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presentUser(user),
  };
}

/** The claims of the caller's bearer token. */
export async function readClaims(context: AuthContext, request: Request): Promise<Claims> {
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(context.config.jwtSecret), {
      algorithms: ['HS256'],
      currentDate: new Date(context.nowMs()),
    });
    if (typeof payload.role !== 'string') throw new Error('missing role claim');
    return payload as unknown as Claims;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
  }
}

export interface SignedIn {
  user: UserRow;
  sessionId: string;
  /** How the session began, and when. */
  amr: readonly { method: string; timestamp: number }[];
}

/** The signed-in user of a call, whose session must still be there. */
export async function requireUser(context: AuthContext, request: Request): Promise<SignedIn> {
  const { sub, session_id: sessionId } = await readClaims(context, request);
  if (!sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const user = await findUserById(context.pool, sub);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const { rows } = await context.pool.query<Pick<SignedIn, 'amr'>>(
    'select amr from auth.sessions where id::text = $1 and user_id = $2',
    [sessionId ?? '', user.id],
  );
  const [session] = rows;
  if (!session)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  refuseBanned(context, user);
  return { user, sessionId: sessionId ?? '', amr: session.amr };
}

function refuseBanned(context: AuthContext, user: UserRow): void {
  if (user.banned_until && user.banned_until.getTime() > context.nowMs())
    throw new AuthError(400, 'user_banned', 'User is banned');
}
