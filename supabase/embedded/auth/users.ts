/** Rows of auth.users, and how clients see them. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { AuthError, badInput } from './authError.ts';

export interface UserRow {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  is_anonymous: boolean;
  banned_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A user as GoTrue shows it. */
export function presentUser(user: UserRow): Record<string, unknown> {
  const shown: Record<string, unknown> = {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: [presentIdentity(user)],
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
  const dates = {
    email_confirmed_at: user.email_confirmed_at,
    confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    email_change_sent_at: user.email_change_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    banned_until: user.banned_until,
  };
  for (const [name, date] of Object.entries(dates)) if (date) shown[name] = date;
  if (user.email_change) shown.new_email = user.email_change;
  return shown;
}

function presentIdentity(user: UserRow): Record<string, unknown> {
  const isVerified = user.email_confirmed_at !== null;
  return {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    identity_data: { email: user.email, email_verified: isVerified, phone_verified: false, sub: user.id },
    provider: 'email',
    last_sign_in_at: user.last_sign_in_at,
    created_at: user.created_at,
    updated_at: user.updated_at,
    email: user.email,
  };
}

type Queryable = Pick<pg.Pool, 'query'>;

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>('select * from auth.users where lower(email) = lower($1)', [
    email,
  ]);
  return rows[0] ?? null;
}

export async function findUserById(db: Queryable, id: string): Promise<UserRow | null> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) return null;
  const { rows } = await db.query<UserRow>('select * from auth.users where id = $1', [id]);
  return rows[0] ?? null;
}

export interface NewUser {
  email: string;
  passwordHash: string | null;
  isConfirmed: boolean;
  userMetadata: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
}

/** Adds a user; null where the address has an account already. */
export async function insertUser(db: Queryable, user: NewUser): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, raw_app_meta_data)
     values ($1, $2, $3, case when $4 then now() end, $5, $6)
     on conflict (lower(email)) do nothing returning *`,
    [
      randomUUID(),
      user.email,
      user.passwordHash,
      user.isConfirmed,
      user.userMetadata,
      { provider: 'email', providers: ['email'], ...user.appMetadata },
    ],
  );
  return rows[0] ?? null;
}

/** Gives an account that nobody has confirmed, used or been invited to what its last sign-up chose. */
export async function replaceUnused(
  db: Queryable,
  userId: string,
  { passwordHash, userMetadata }: Pick<NewUser, 'passwordHash' | 'userMetadata'>,
): Promise<void> {
  await db.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = now()
     where id = $1 and email_confirmed_at is null and last_sign_in_at is null and invited_at is null`,
    [userId, passwordHash, userMetadata],
  );
}

const MIN_PASSWORD = 6;
/** Hosted projects hash with bcrypt, which reads no more. */
const MAX_PASSWORD_BYTES = 72;
const MAX_METADATA_BYTES = 16_384;
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/;

export function parseEmail(value: unknown): string {
  const email = typeof value === 'string' ? value.trim() : '';
  if (email === '') throw badInput('An email address is required');
  if (email.length > 254 || !EMAIL.test(email))
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  return email.toLowerCase();
}

export function parsePassword(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw badInput('Signup requires a valid password');
  if (value.length < MIN_PASSWORD) {
    throw new AuthError(422, 'weak_password', `Password should be at least ${MIN_PASSWORD} characters.`, {
      weak_password: { reasons: ['length'] },
    });
  }
  if (Buffer.byteLength(value) > MAX_PASSWORD_BYTES)
    throw badInput(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  return value;
}

export function parseMetadata(value: unknown, name: string): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw badInput(`${name} must be an object`);
  const text = JSON.stringify(value);
  // PostgreSQL's jsonb cannot hold it.
  if (text.includes('\\u0000')) throw badInput(`${name} must not contain null characters`);
  if (Buffer.byteLength(text) > MAX_METADATA_BYTES) throw badInput(`${name} is too large`);
  return value as Record<string, unknown>;
}
