/** Sign-up, sign-in, refresh, sign-out, and who one is. */
import { AuthError, badInput, invalidCredentials } from './authError.ts';
import { inTransaction, type AuthCall, type AuthContext, type AuthRoute } from './context.ts';
import { parseChallenge, sendLink, takeFlow, type Challenge } from './links.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { openSession, refreshSession, requireUser } from './sessions.ts';
import {
  findUserByEmail,
  findUserById,
  insertUser,
  parseEmail,
  parseMetadata,
  parsePassword,
  presentUser,
  replaceUnused,
  type UserRow,
} from './users.ts';

export const signUp: AuthRoute = async (context, call) => {
  const { body, request, address } = call;
  const email = parseEmail(body.email);
  const password = parsePassword(body.password);
  const userMetadata = parseMetadata(body.data, 'data');
  const challenge = parseChallenge(body);
  await context.limit('signUp', { address });
  const { isConfirmationRequired, passwordCost } = context.config;
  const passwordHash = await hashPassword(password, passwordCost);
  const account = { email, passwordHash, userMetadata };
  if (isConfirmationRequired) {
    await context.limit('mail', { address, account: email, purpose: 'signup' });
    return signUpToConfirm(context, call, account, challenge);
  }
  return Response.json(
    await inTransaction(context, async (db) => {
      const user = await insertUser(db, { ...account, isConfirmed: true });
      if (!user) throw new AuthError(422, 'user_already_exists', 'User already registered');
      return openSession(context, db, user, 'password', request.headers.get('user-agent'));
    }),
  );
};

/** Has the link mailed that the account waits for. Where the address has one that is in use, nothing is changed and the answer is the same. */
async function signUpToConfirm(
  context: AuthContext,
  { url }: AuthCall,
  account: { email: string; passwordHash: string; userMetadata: Record<string, unknown> },
  challenge: Challenge | null,
): Promise<Response> {
  const user = await insertUser(context.pool, { ...account, isConfirmed: false });
  const created = user ?? (await findUserByEmail(context.pool, account.email));
  if (!created) throw new AuthError(422, 'user_already_exists', 'User already registered');
  if (created.email_confirmed_at === null) {
    const redirectTo = url.searchParams.get('redirect_to');
    context.later(async () => {
      // Nobody has used it yet: what counts is what the last one chose who asked, not what a stranger did before.
      if (!user) await replaceUnused(context.pool, created.id, account);
      await sendLink(context, context.pool, created, 'signup', { redirectTo, challenge });
      await context.pool.query('update auth.users set confirmation_sent_at = now() where id = $1', [
        created.id,
      ]);
    });
  }
  return Response.json(presentUnconfirmed(created, account.userMetadata, user !== null));
}

/** Where confirmation is on, an address with an account gets an answer of the same shape. */
function presentUnconfirmed(user: UserRow, userMetadata: Record<string, unknown>, isNew: boolean) {
  const now = new Date();
  if (isNew) return presentUser({ ...user, confirmation_sent_at: now });
  return {
    ...presentUser({ ...user, raw_user_meta_data: userMetadata, created_at: now, updated_at: now }),
    id: crypto.randomUUID(),
    app_metadata: { provider: 'email', providers: ['email'] },
    identities: [],
    email_confirmed_at: undefined,
    confirmed_at: undefined,
    last_sign_in_at: undefined,
    confirmation_sent_at: now,
  };
}

export const token: AuthRoute = (context, call) => {
  switch (call.url.searchParams.get('grant_type') ?? '') {
    case 'password':
      return grantPassword(context, call);
    case 'refresh_token':
      return grantRefresh(context, call);
    case 'pkce':
      return grantCode(context, call);
    default:
      throw new AuthError(400, 'validation_failed', 'unsupported_grant_type');
  }
};

const grantPassword: AuthRoute = async (context, { body, request, address }) => {
  if (typeof body.password !== 'string' || typeof body.email !== 'string') throw invalidCredentials();
  const email = body.email.trim().toLowerCase();
  const attempt = await context.limit('signIn', { address, account: email });
  const user = await findUserByEmail(context.pool, email);
  const isRight = await verifyPassword(
    body.password,
    user?.encrypted_password ?? null,
    context.config.passwordCost,
  );
  if (!user || !isRight) throw invalidCredentials();
  if (user.email_confirmed_at === null)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  const session = await inTransaction(context, (db) =>
    openSession(context, db, user, 'password', request.headers.get('user-agent')),
  );
  await attempt.succeed();
  return Response.json(session);
};

const grantRefresh: AuthRoute = async (context, { body, address }) => {
  if (typeof body.refresh_token !== 'string' || body.refresh_token === '')
    throw badInput('refresh_token required');
  const attempt = await context.limit('refresh', { address });
  const refreshToken = body.refresh_token;
  // A refusal is returned and not thrown: it ends the session, and that must be kept.
  const answer = await inTransaction(context, (db) => refreshSession(context, db, refreshToken));
  if (answer instanceof AuthError) throw answer;
  await attempt.succeed();
  return Response.json(answer);
};

const grantCode: AuthRoute = async (context, { body, request, address }) => {
  const { auth_code: code, code_verifier: verifier } = body;
  if (typeof code !== 'string' || typeof verifier !== 'string' || !code || !verifier)
    throw badInput('invalid request: both auth code and code verifier should be non-empty');
  const attempt = await context.limit('verify', { address });
  const flow = await takeFlow(context.pool, code, verifier);
  if (flow === 'unknown')
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (flow === 'mismatch')
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  const user = await findUserById(context.pool, flow.userId);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  const session = await inTransaction(context, (db) =>
    openSession(context, db, user, flow.method, request.headers.get('user-agent')),
  );
  await attempt.succeed();
  return Response.json(session);
};

export const logout: AuthRoute = async (context, { request, url }) => {
  const { user, sessionId } = await requireUser(context, request);
  const scope = url.searchParams.get('scope') ?? 'global';
  const condition = { global: '$2 = $2', local: 'id::text = $2', others: 'id::text <> $2' }[scope];
  if (!condition) throw badInput(`Unsupported logout scope "${scope}"`);
  await context.pool.query(`delete from auth.sessions where user_id = $1 and ${condition}`, [
    user.id,
    sessionId,
  ]);
  return new Response(null, { status: 204 });
};

export const getUser: AuthRoute = async (context, { request }) =>
  Response.json(presentUser((await requireUser(context, request)).user));
