/** What the first start gives to the user: a super admin's account and a trial licence key, reported once. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileDurably } from '../../src-node/files/index.ts';
import {
  createLicenceKey,
  LICENCE_PREFIX_LENGTH,
  LICENCE_TRIAL_DAYS,
} from '../../src-shared/domain/licence.ts';
import { seal } from '../functions/_shared/sealing.ts';
import { hashPassword } from './auth/passwords.ts';
import type { Connectable } from './cluster.ts';
import { sealingSecretOf } from './functions.ts';
import { withClient } from './migrate.ts';
import type { Secrets } from './secrets.ts';

const welcomeSchema = z.object({
  email: z.string(),
  password: z.string(),
  licenceKey: z.string(),
});
export type Welcome = z.infer<typeof welcomeSchema>;

const WELCOME_FILE = 'first-start.json';
/** Says that the welcome was reported. */
const REPORTED_FILE = 'first-start-told';

/** Account and licence of a first start, before they are in the database. */
export interface FirstAccount {
  password: string;
  hash: string;
}

/** Makes the password where none was reported yet, which takes a while; null else. */
export async function prepareFirstAccount(home: string): Promise<FirstAccount | null> {
  if (existsSync(join(home, REPORTED_FILE)) || existsSync(join(home, WELCOME_FILE))) return null;
  const password = randomBytes(15).toString('base64url');
  return { password, hash: await hashPassword(password) };
}

/** Makes the account. A start that was killed before it reported the password makes a new one. */
export async function makeFirstAccount(
  cluster: Connectable,
  secrets: Secrets,
  database: string,
  { home, email, account }: { home: string; email: string; account: FirstAccount },
): Promise<void> {
  await withClient(cluster.connection('supabase_auth_admin', secrets.authPassword, database), (client) =>
    client.query(
      `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data)
       values ($1, $2, $3, now(), '{"provider": "email", "providers": ["email"], "super_admin": true}')
       on conflict (lower(email)) do update set encrypted_password = excluded.encrypted_password,
         raw_app_meta_data = auth.users.raw_app_meta_data || '{"super_admin": true}'`,
      [randomUUID(), email, account.hash],
    ),
  );
  const licenceKey = createLicenceKey(randomBytes);
  const sealed = await seal(sealingSecretOf(secrets), licenceKey);
  await withClient(cluster.connection('postgres', secrets.postgresPassword, database), (client) =>
    client.query(
      `select public.create_license($1, private.license_hash($2), $3, $5, 'desktop', 'desktop', $4, null)`,
      [email, licenceKey, licenceKey.slice(0, LICENCE_PREFIX_LENGTH), LICENCE_TRIAL_DAYS, sealed],
    ),
  );
  const welcome: Welcome = { email, password: account.password, licenceKey };
  writeFileDurably(join(home, WELCOME_FILE), JSON.stringify(welcome), 0o600);
}

/** What is to be reported once; null where it was. */
export function readWelcome(home: string): Welcome | null {
  const path = join(home, WELCOME_FILE);
  if (!existsSync(path)) return null;
  return welcomeSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Call after the welcome was reported: the password is then nowhere on this machine. */
export function forgetWelcome(home: string): void {
  writeFileDurably(join(home, REPORTED_FILE), '');
  rmSync(join(home, WELCOME_FILE), { force: true });
}
