/** Sign-up, sign-in, refresh, sign-out, recovery, links, and one's own account. */
import { AuthError, badInput, invalidCredentials, invalidLink } from './authError.ts';
import { inTransaction, type AuthCall, type AuthContext, type AuthRoute } from './context.ts';
import {
  allowedRedirect,
  createFlow,
  parseChallenge,
  sendLink,
  takeCode,
  takeFlow,
  takeLink,
  type UsedLink,
} from './links.ts';
import type { LinkKind } from '../mails.ts';
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
  type UserRow,
} from './users.ts';

export const signUp: AuthRoute = async (context, { body, request, url, address }) => {
  const email = parseEmail(body.email);
  const password = parsePassword(body.password);
  const userMetadata = parseMetadata(body.data, 'data');
  const challenge = parseChallenge(body);
  context.limit('signUp', address);
  const { isConfirmationRequired, passwordCost } = context.config;
  const passwordHash = await hashPassword(password, passwordCost);
  const answer = await inTransaction(context, async (db) => {
    const user = await insertUser(db, {
      email,
      passwordHash,
      isConfirmed: !isConfirmationRequired,
      userMetadata,
    });
    if (user && !isConfirmationRequired)
      return openSession(context, db, user, 'password', request.headers.get('user-agent'));
    if (!isConfirmationRequired) throw new AuthError(422, 'user_already_exists', 'User already registered');
    return { created: user ?? (await findUserByEmail(db, email)), isNew: user !== null };
  });
  if (!('created' in answer)) return Response.json(answer);
  const { created, isNew } = answer as { created: UserRow | null; isNew: boolean };
  if (!created) throw new AuthError(422, 'user_already_exists', 'User already registered');
  if (isNew || created.email_confirmed_at === null) {
    context.limit('mail', `signup ${email}`);
    await sendLink(context, context.pool, created, 'signup', {
      redirectTo: url.searchParams.get('redirect_to'),
      challenge,
    });
    await context.pool.query('update auth.users set confirmation_sent_at = now() where id = $1', [
      created.id,
    ]);
  }
  return Response.json(presentUnconfirmed(created, userMetadata, isNew));
};

/** Where confirmation is on, an address with an account gets an answer of the same shape. */
function presentUnconfirmed(user: UserRow, userMetadata: Record<string, unknown>, isNew: boolean) {
  if (isNew) return presentUser(user);
  const now = new Date();
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
  context.limit('signIn', `${address} ${email}`);
  const user = await findUserByEmail(context.pool, email);
  const isRight = await verifyPassword(
    body.password,
    user?.encrypted_password ?? null,
    context.config.passwordCost,
  );
  if (!user || !isRight) throw invalidCredentials();
  if (user.email_confirmed_at === null)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  return Response.json(
    await inTransaction(context, (db) =>
      openSession(context, db, user, 'password', request.headers.get('user-agent')),
    ),
  );
};

const grantRefresh: AuthRoute = async (context, { body, address }) => {
  if (typeof body.refresh_token !== 'string' || body.refresh_token === '')
    throw badInput('refresh_token required');
  context.limit('refresh', address);
  const refreshToken = body.refresh_token;
  // A refusal is returned and not thrown: it ends the session, and that must be kept.
  const answer = await inTransaction(context, (db) => refreshSession(context, db, refreshToken));
  if (answer instanceof AuthError) throw answer;
  return Response.json(answer);
};

const grantCode: AuthRoute = async (context, { body, request, address }) => {
  const { auth_code: code, code_verifier: verifier } = body;
  if (typeof code !== 'string' || typeof verifier !== 'string' || !code || !verifier)
    throw badInput('invalid request: both auth code and code verifier should be non-empty');
  context.limit('verify', address);
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
  return Response.json(
    await inTransaction(context, (db) =>
      openSession(context, db, user, flow.method, request.headers.get('user-agent')),
    ),
  );
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

/** Answers the same whether or not there is such an account. */
export const recover: AuthRoute = async (context, { body, url }) => {
  const email = parseEmail(body.email);
  const challenge = parseChallenge(body);
  context.limit('mail', `recovery ${email}`);
  const user = await findUserByEmail(context.pool, email);
  if (user) {
    await sendLink(context, context.pool, user, 'recovery', {
      redirectTo: url.searchParams.get('redirect_to'),
      challenge,
    });
    await context.pool.query('update auth.users set recovery_sent_at = now() where id = $1', [user.id]);
  }
  return Response.json({});
};

export const resend: AuthRoute = async (context, { body, url }) => {
  const email = parseEmail(body.email);
  if (body.type !== 'signup') throw badInput('Resending is offered for the type signup');
  context.limit('mail', `signup ${email}`);
  const user = await findUserByEmail(context.pool, email);
  if (user && user.email_confirmed_at === null) {
    await sendLink(context, context.pool, user, 'signup', {
      redirectTo: url.searchParams.get('redirect_to'),
      challenge: parseChallenge(body),
    });
  }
  return Response.json({});
};

/** Kinds of links that a "type" stands for. */
const KINDS: Readonly<Record<string, readonly LinkKind[]>> = {
  signup: ['signup'],
  recovery: ['recovery'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  email_change: ['email_change'],
  email: ['signup', 'magiclink'],
};

/** A link opened in a browser: leads to the app with a session, a code, or the reason why not. */
export const verifyLink: AuthRoute = async (context, { url, request, address }) => {
  const redirectTo = allowedRedirect(context, url.searchParams.get('redirect_to'));
  try {
    context.limit('verify', address);
    const kinds = KINDS[url.searchParams.get('type') ?? ''];
    if (!kinds) throw badInput('Verify requires a verification type');
    const answer = await inTransaction(context, async (db) => {
      const link = await takeLink(db, url.searchParams.get('token') ?? '', kinds);
      const user = await acceptLink(context, db, link);
      if (link.challenge) return { code: await createFlow(db, user.id, link.challenge, link.kind) };
      return {
        ...(await openSession(context, db, user, 'otp', request.headers.get('user-agent'))),
        type: link.kind,
      };
    });
    return redirect(redirectTo, answer);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return redirect(redirectTo, {
      error: 'access_denied',
      error_code: error.errorCode,
      error_description: error.message,
    });
  }
};

function redirect(to: string, values: Record<string, unknown>): Response {
  const target = new URL(to);
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'number') fields.set(name, String(value));
  }
  if ('code' in values) for (const [name, value] of fields) target.searchParams.set(name, value);
  else target.hash = fields.toString();
  return new Response(null, { status: 303, headers: { location: target.href } });
}

/** A code typed in, or a link's hash sent by the app. */
export const verifyCode: AuthRoute = async (context, { body, request, address }) => {
  const kinds = KINDS[typeof body.type === 'string' ? body.type : ''];
  if (!kinds) throw badInput('Verify requires a verification type');
  const email = body.token_hash === undefined ? parseEmail(body.email) : null;
  context.limit('verify', `${address} ${email ?? ''}`);
  const answer = await inTransaction(context, async (db) => {
    const link =
      email === null
        ? await takeLink(db, String(body.token_hash), kinds)
        : await takeCode(db, email, typeof body.token === 'string' ? body.token : '', kinds);
    // A wrong code is returned and not thrown, so that it stays counted.
    if (!link) return null;
    const user = await acceptLink(context, db, link);
    return openSession(context, db, user, 'otp', request.headers.get('user-agent'));
  });
  if (!answer) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
  return Response.json(answer);
};

async function acceptLink(
  _context: AuthContext,
  db: Parameters<typeof findUserById>[0],
  { userId, kind }: UsedLink,
): Promise<UserRow> {
  if (kind === 'email_change') {
    await db.query(
      `update auth.users set email = email_change, email_change = null, email_confirmed_at = now(), updated_at = now()
       where id = $1 and email_change is not null
       and not exists (select 1 from auth.users o where lower(o.email) = lower(auth.users.email_change))`,
      [userId],
    );
  } else {
    await db.query(
      'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now() where id = $1',
      [userId],
    );
  }
  const user = await findUserById(db, userId);
  if (!user) throw invalidLink();
  return user;
}

export const getUser: AuthRoute = async (context, { request }) =>
  Response.json(presentUser((await requireUser(context, request)).user));

/** Changes one's own password, address or metadata; a new password ends all other sessions. */
export const updateUser: AuthRoute = async (context, call) => {
  const { user, sessionId } = await requireUser(context, call.request);
  const { body } = call;
  if (body.password !== undefined) await changePassword(context, user, sessionId, body.password);
  if (body.data !== undefined) {
    const changes = parseMetadata(body.data, 'data');
    const merged = parseMetadata({ ...user.raw_user_meta_data, ...changes }, 'data');
    for (const [name, value] of Object.entries(merged)) if (value === null) delete merged[name];
    await context.pool.query(
      'update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1',
      [user.id, merged],
    );
  }
  if (body.email !== undefined) await changeEmail(context, user, call);
  return Response.json(presentUser((await findUserById(context.pool, user.id)) ?? user));
};

async function changePassword(context: AuthContext, user: UserRow, sessionId: string, value: unknown) {
  const password = parsePassword(value);
  const { passwordCost } = context.config;
  if (await verifyPassword(password, user.encrypted_password, passwordCost)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  const hash = await hashPassword(password, passwordCost);
  await inTransaction(context, async (db) => {
    await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
      user.id,
      hash,
    ]);
    await db.query('delete from auth.sessions where user_id = $1 and id::text <> $2', [user.id, sessionId]);
  });
}

async function changeEmail(context: AuthContext, user: UserRow, { body, url }: AuthCall) {
  const email = parseEmail(body.email);
  if (email === user.email) return;
  if (await findUserByEmail(context.pool, email)) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  context.limit('mail', `email_change ${user.id}`);
  await context.pool.query(
    'update auth.users set email_change = $2, email_change_sent_at = now(), updated_at = now() where id = $1',
    [user.id, email],
  );
  await sendLink(context, context.pool, user, 'email_change', {
    redirectTo: url.searchParams.get('redirect_to'),
    challenge: parseChallenge(body),
    email,
  });
}
