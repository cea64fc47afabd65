/** Mails that are asked for, and their links and codes. */
import type pg from 'pg';
import { notices, type LinkKind } from '../mails.ts';
import { AuthError, badInput, invalidLink } from './authError.ts';
import { inTransaction, type AuthCall, type AuthContext, type AuthRoute } from './context.ts';
import {
  allowedRedirect,
  createFlow,
  endLinks,
  parseChallenge,
  sendLink,
  takeCode,
  takeLink,
  type UsedLink,
} from './links.ts';
import { openSession } from './sessions.ts';
import { findUserByEmail, findUserById, parseEmail, type UserRow } from './users.ts';

/** Answers the same, and at the same time, whether or not there is such an account: it is looked for afterwards. */
export const recover: AuthRoute = (context, call) => mailAfterwards(context, call, 'recovery');

export const resend: AuthRoute = (context, call) => {
  if (call.body.type !== 'signup') throw badInput('Resending is offered for the type signup');
  return mailAfterwards(context, call, 'signup');
};

async function mailAfterwards(
  context: AuthContext,
  { body, url, address }: AuthCall,
  kind: 'recovery' | 'signup',
): Promise<Response> {
  const email = parseEmail(body.email);
  const challenge = parseChallenge(body);
  const redirectTo = url.searchParams.get('redirect_to');
  await context.limit('mail', { address, account: email, purpose: kind });
  context.later(async () => {
    const user = await findUserByEmail(context.pool, email);
    if (!user || (kind === 'signup' && user.email_confirmed_at !== null)) return;
    await sendLink(context, context.pool, user, kind, { redirectTo, challenge });
    const column = kind === 'recovery' ? 'recovery_sent_at' : 'confirmation_sent_at';
    await context.pool.query(`update auth.users set ${column} = now() where id = $1`, [user.id]);
  });
  return Response.json({});
}

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
    const attempt = await context.limit('verify', { address });
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
    await attempt.succeed();
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
  const attempt = await context.limit('verify', { address, ...(email === null ? {} : { account: email }) });
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
  await attempt.succeed();
  return Response.json(answer);
};

/** Takes what a link proves: that its mailbox is the user's. It proves no other address, whatever he has asked for since. */
async function acceptLink(
  context: AuthContext,
  db: pg.PoolClient,
  { userId, kind, email }: UsedLink,
): Promise<UserRow> {
  const { rows } = await db.query<UserRow>('select * from auth.users where id = $1 for update', [userId]);
  const [user] = rows;
  if (!user) throw invalidLink();
  if (kind === 'email_change') await acceptAddress(context, db, user, email);
  else if (user.email?.toLowerCase() !== email) throw invalidLink();
  else
    await db.query(
      'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now() where id = $1',
      [userId],
    );
  return (await findUserById(db, userId)) ?? user;
}

async function acceptAddress(
  context: AuthContext,
  db: pg.PoolClient,
  user: UserRow,
  email: string,
): Promise<void> {
  if (user.email_change?.toLowerCase() !== email) throw invalidLink();
  // Somebody else has it by now.
  if (await findUserByEmail(db, email)) throw invalidLink();
  await db.query(
    `update auth.users set email = email_change, email_change = null, email_confirmed_at = now(), updated_at = now()
     where id = $1`,
    [user.id],
  );
  await endLinks(db, user.id);
  const previous = user.email ?? '';
  context.later(async () => {
    // The old one first: it is the one that may be somebody's who did not ask.
    for (const to of [previous, email]) {
      if (to !== '') await context.sendMail(notices.emailChanged(to, previous, email));
    }
  });
}
