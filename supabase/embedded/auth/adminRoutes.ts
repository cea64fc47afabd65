/** What a server with the service key may do to accounts. */
import { AuthError, badInput } from './authError.ts';
import { inTransaction, type AuthContext, type AuthRoute } from './context.ts';
import { createLink, endLinks, sendLink } from './links.ts';
import type { LinkKind } from '../mails.ts';
import { hashPassword } from './passwords.ts';
import { readClaims } from './sessions.ts';
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

const MAX_PAGE = 1000;
const HOUR_MS = 3_600_000;

async function requireService(context: AuthContext, request: Request): Promise<void> {
  const { role } = await readClaims(context, request);
  if (role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed');
}

/** Wraps a route so that the service key alone reaches it. */
function forService(route: AuthRoute): AuthRoute {
  return async (context, call) => {
    await requireService(context, call.request);
    return route(context, call);
  };
}

export const listUsers = forService(async ({ pool }, { url }) => {
  const page = pageNumber(url.searchParams.get('page'), 1, 1_000_000);
  const perPage = pageNumber(url.searchParams.get('per_page'), 50, MAX_PAGE);
  const { rows } = await pool.query<UserRow>(
    'select * from auth.users order by created_at desc, id desc limit $1 offset $2',
    [perPage, (page - 1) * perPage],
  );
  const { rows: counts } = await pool.query<{ total: string }>('select count(*) as total from auth.users');
  const total = Number(counts[0]?.total ?? 0);
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) => `<${url.pathname}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')];
  return Response.json(
    { users: rows.map(presentUser), aud: 'authenticated' },
    { headers: { 'x-total-count': String(total), link: links.join(', ') } },
  );
});

function pageNumber(text: string | null, fallback: number, most: number): number {
  if (text === null || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) throw badInput('Bad Pagination Parameters');
  return value;
}

export const createUser = forService(async (context, { body }) => {
  const email = parseEmail(body.email);
  const passwordHash =
    body.password === undefined
      ? null
      : await hashPassword(parsePassword(body.password), context.config.passwordCost);
  const user = await insertUser(context.pool, {
    email,
    passwordHash,
    isConfirmed: body.email_confirm === true,
    userMetadata: parseMetadata(body.user_metadata, 'user_metadata'),
    appMetadata: parseMetadata(body.app_metadata, 'app_metadata'),
  });
  if (!user) throw emailExists();
  return Response.json(presentUser(user));
});

export const getUserById = forService(async (context, { rest }) =>
  Response.json(presentUser(await requireUserById(context, rest))),
);

export const updateUserById = forService(async (context, { rest, body }) => {
  const user = await requireUserById(context, rest);
  const merged = (old: Record<string, unknown>, value: unknown, name: string) => ({
    ...old,
    ...parseMetadata(value, name),
  });
  const email = body.email === undefined ? user.email : parseEmail(body.email);
  if (email && email !== user.email && (await findUserByEmail(context.pool, email))) throw emailExists();
  const passwordHash =
    body.password === undefined
      ? user.encrypted_password
      : await hashPassword(parsePassword(body.password), context.config.passwordCost);
  const updated = await inTransaction(context, async (db) => {
    const { rows } = await db.query<UserRow>(
      `update auth.users set email = $2, encrypted_password = $3, raw_user_meta_data = $4, raw_app_meta_data = $5,
         banned_until = $6, email_confirmed_at = case when $7 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
         updated_at = now() where id = $1 returning *`,
      [
        user.id,
        email,
        passwordHash,
        merged(user.raw_user_meta_data, body.user_metadata, 'user_metadata'),
        merged(user.raw_app_meta_data, body.app_metadata, 'app_metadata'),
        bannedUntil(user, body.ban_duration, context.nowMs()),
        body.email_confirm === true,
      ],
    );
    // Anyone who knew the old password is out.
    if (body.password !== undefined)
      await db.query('delete from auth.sessions where user_id = $1', [user.id]);
    if (body.password !== undefined || email !== user.email) await endLinks(db, user.id);
    return rows[0] ?? user;
  });
  return Response.json(presentUser(updated));
});

/** A duration as Go writes it in hours, minutes and seconds ("24h", "1h30m"), or "none". */
function bannedUntil(user: UserRow, duration: unknown, nowMs: number): Date | null {
  if (duration === undefined) return user.banned_until;
  if (duration === 'none') return null;
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(typeof duration === 'string' ? duration : '');
  if (!match || duration === '') throw badInput('invalid format for ban duration');
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  return new Date(nowMs + hours * HOUR_MS + minutes * 60_000 + seconds * 1000);
}

export const deleteUserById = forService(async (context, { rest }) => {
  const user = await requireUserById(context, rest);
  await context.pool.query('delete from auth.users where id = $1', [user.id]);
  return Response.json({});
});

export const generateLink = forService(async (context, { body, url }) => {
  const email = parseEmail(body.email);
  const type = typeof body.type === 'string' ? body.type : '';
  if (!['signup', 'recovery', 'magiclink', 'invite'].includes(type)) throw badInput('Unsupported link type');
  const kind = type as LinkKind;
  let user = await findUserByEmail(context.pool, email);
  if (!user && (kind === 'signup' || kind === 'invite')) {
    user = await insertUser(context.pool, {
      email,
      passwordHash:
        kind === 'signup'
          ? await hashPassword(parsePassword(body.password), context.config.passwordCost)
          : null,
      isConfirmed: false,
      userMetadata: parseMetadata(body.data, 'data'),
    });
  }
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  const redirectTo =
    typeof body.redirect_to === 'string' ? body.redirect_to : url.searchParams.get('redirect_to');
  const link = await createLink(context, context.pool, user, kind, { redirectTo, challenge: null });
  return Response.json({
    ...presentUser(user),
    action_link: link.url,
    email_otp: link.code,
    hashed_token: link.tokenHash,
    verification_type: kind,
    redirect_to: new URL(link.url).searchParams.get('redirect_to'),
  });
});

export const invite = forService(async (context, { body, url }) => {
  const email = parseEmail(body.email);
  const user = await insertUser(context.pool, {
    email,
    passwordHash: null,
    isConfirmed: false,
    userMetadata: parseMetadata(body.data, 'data'),
  });
  if (!user) throw emailExists();
  await context.pool.query('update auth.users set invited_at = now() where id = $1', [user.id]);
  await sendLink(context, context.pool, user, 'invite', {
    redirectTo: url.searchParams.get('redirect_to'),
    challenge: null,
  });
  return Response.json(presentUser({ ...user, invited_at: new Date(context.nowMs()) }));
});

async function requireUserById({ pool }: AuthContext, id: string): Promise<UserRow> {
  const user = await findUserById(pool, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
