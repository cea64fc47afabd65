/** Changes of one's own account. A new password or address asks for a proof that it is still its owner who is signed in. */
import { mails, notices } from '../mails.ts';
import { AuthError } from './authError.ts';
import { inTransaction, type AuthCall, type AuthContext, type AuthRoute } from './context.ts';
import { createLink, endLinks, parseChallenge, sendLink, takeCode } from './links.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { requireUser, type SignedIn } from './sessions.ts';
import {
  findUserByEmail,
  findUserById,
  parseEmail,
  parseMetadata,
  parsePassword,
  presentUser,
  type UserRow,
} from './users.ts';

/** How GoTrue says that a session began with a mail. */
const MAIL_METHODS = ['otp', 'recovery', 'magiclink', 'invite', 'signup'];
/** For so long the opened mail is the proof that a new password needs: who forgot it has no other. */
const FRESH_MS = 15 * 60_000;

/** Mails a code that proves as much as the password: it went to the account's own mailbox. */
export const reauthenticate: AuthRoute = async (context, { request, address }) => {
  const { user } = await requireUser(context, request);
  const account = user.email ?? '';
  await context.limit('mail', { address, account, purpose: 'reauthentication' });
  await sendLink(context, context.pool, user, 'reauthentication', { redirectTo: null, challenge: null });
  return Response.json({});
};

/**
 * Changes one's own password, address or metadata; a new password ends all other sessions. All of it is read and checked
 * before any of it is kept.
 */
export const updateUser: AuthRoute = async (context, call) => {
  const { body, request, url } = call;
  const signedIn = await requireUser(context, request);
  const { user, sessionId } = signedIn;
  const password = body.password === undefined ? null : parsePassword(body.password);
  const wanted = body.email === undefined ? null : parseEmail(body.email);
  const email = wanted === user.email ? null : wanted;
  const metadata = body.data === undefined ? null : mergedMetadata(user, body.data);
  const challenge = parseChallenge(body);
  if (password !== null || email !== null)
    await requireProof(context, call, signedIn, { isPasswordAlone: email === null });
  if (password !== null) await refuseSame(context, user, password);
  if (email !== null) await requireFree(context, call, user, email);
  const hash = password === null ? null : await hashPassword(password, context.config.passwordCost);
  const link = await inTransaction(context, async (db) => {
    if (hash !== null) {
      await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
        user.id,
        hash,
      ]);
      await db.query('delete from auth.sessions where user_id = $1 and id::text <> $2', [user.id, sessionId]);
      await endLinks(db, user.id);
    }
    if (metadata !== null)
      await db.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
        user.id,
        metadata,
      ]);
    if (email === null) return null;
    await db.query(
      'update auth.users set email_change = $2, email_change_sent_at = now(), updated_at = now() where id = $1',
      [user.id, email],
    );
    const redirectTo = url.searchParams.get('redirect_to');
    return createLink(context, db, user, 'email_change', { redirectTo, challenge, email });
  });
  if (link !== null && email !== null) {
    await context.sendMail(mails.email_change(email, link));
    if (user.email) await context.sendMail(notices.emailAsked(user.email, email));
  }
  if (hash !== null && user.email) await context.sendMail(notices.passwordChanged(user.email));
  return Response.json(presentUser((await findUserById(context.pool, user.id)) ?? user));
};

function mergedMetadata(user: UserRow, data: unknown): Record<string, unknown> {
  const merged = parseMetadata({ ...user.raw_user_meta_data, ...parseMetadata(data, 'data') }, 'data');
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/**
 * The current password, a code from `reauthenticate`, or, for a password alone, a mail that was opened just now. A session
 * that was left open, or whose token was stolen, is none.
 */
async function requireProof(
  context: AuthContext,
  { body, address }: AuthCall,
  { user, amr }: SignedIn,
  { isPasswordAlone }: { isPasswordAlone: boolean },
): Promise<void> {
  const account = user.email ?? '';
  if (typeof body.nonce === 'string' && body.nonce !== '') {
    const { nonce } = body;
    const attempt = await context.limit('verify', { address, account });
    const taken = await inTransaction(context, (db) => takeCode(db, account, nonce, ['reauthentication']));
    if (taken?.userId !== user.id)
      throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
    return attempt.succeed();
  }
  if (typeof body.current_password === 'string' && body.current_password !== '') {
    const attempt = await context.limit('signIn', { address, account });
    const { passwordCost } = context.config;
    if (!(await verifyPassword(body.current_password, user.encrypted_password, passwordCost)))
      throw new AuthError(400, 'current_password_invalid', 'The current password is not correct.');
    return attempt.succeed();
  }
  const isFresh = amr.some(
    ({ method, timestamp }) =>
      MAIL_METHODS.includes(method) && context.nowMs() - timestamp * 1000 <= FRESH_MS,
  );
  if (!isPasswordAlone || !isFresh)
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required: enter it to change your password or email address.',
    );
}

async function refuseSame(context: AuthContext, user: UserRow, password: string): Promise<void> {
  if (await verifyPassword(password, user.encrypted_password, context.config.passwordCost))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
}

async function requireFree(
  context: AuthContext,
  { address }: AuthCall,
  user: UserRow,
  email: string,
): Promise<void> {
  if (await findUserByEmail(context.pool, email))
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  await context.limit('mail', { address, account: user.email ?? '', purpose: 'email_change' });
}
