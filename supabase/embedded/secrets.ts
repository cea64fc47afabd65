/** The random secrets of this installation, made once and kept for this user's eyes alone. */
import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { z } from 'zod';
import { writeFileDurably } from '../../src-node/files/index.ts';
import { BackendError } from './errors.ts';

const secretsSchema = z.object({
  version: z.literal(1),
  /** Passwords of the database's login roles. */
  adminPassword: z.string().min(32),
  postgresPassword: z.string().min(32),
  authPassword: z.string().min(32),
  restPassword: z.string().min(32),
  /** HS256 secret of access tokens, shared with PostgREST. */
  jwtSecret: z.string().min(32),
  /** Public key of the web client, as a hosted project's "anon key". */
  anonKey: z.string(),
  serviceKey: z.string(),
  /** Derives the successor of a refresh token from the token, so that only hashes are stored. */
  refreshSecret: z.string().min(32),
  /** Opens the outbox page. */
  outboxToken: z.string().min(32),
  /** Salt of the hashes of addresses that rate limits keep. */
  addressSalt: z.string().min(32),
  /** Ed25519 keys (JWK) that sign licence tokens. */
  licencePrivateJwk: z.record(z.string(), z.unknown()),
  licencePublicJwk: z.record(z.string(), z.unknown()),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** Keys do not end: as on a hosted project, a new secret ends them. */
const KEY_YEARS = 10;

/** Reads the secrets in `home`, or makes them where there are none. */
export async function loadSecrets(home: string): Promise<Secrets> {
  const path = join(home, 'secrets.json');
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined) {
    const secrets = await createSecrets();
    writeFileDurably(path, JSON.stringify(secrets), 0o600);
    return secrets;
  }
  const isOpen =
    process.platform !== 'win32' && ((file.mode & 0o077) !== 0 || file.uid !== process.getuid?.());
  if (!file.isFile() || isOpen) {
    throw new BackendError(
      'BACKEND_SECRETS',
      `${path} can be read by others. If nobody else used it, run "chmod 600 ${path}"; else "sounddesk backend reset" makes a new backend.`,
    );
  }
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new BackendError(
      'BACKEND_SECRETS',
      `${path} is damaged. Restore it from a backup ("sounddesk backend restore"), or run "sounddesk backend reset".`,
      error,
    );
  }
}

/** New random secrets. */
export async function createSecrets(): Promise<Secrets> {
  const random = () => randomBytes(32).toString('base64url');
  const jwtSecret = random();
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const kid = randomBytes(8).toString('hex');
  return {
    version: 1,
    adminPassword: random(),
    postgresPassword: random(),
    authPassword: random(),
    restPassword: random(),
    jwtSecret,
    anonKey: await signKey('anon', jwtSecret),
    serviceKey: await signKey('service_role', jwtSecret),
    refreshSecret: random(),
    outboxToken: random(),
    addressSalt: random(),
    licencePrivateJwk: { ...(await exportJWK(privateKey)), kid, alg: 'EdDSA' },
    licencePublicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' },
  };
}

function signKey(role: string, jwtSecret: string): Promise<string> {
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('sounddesk')
    .setIssuedAt()
    .setExpirationTime(`${KEY_YEARS} years`)
    .sign(new TextEncoder().encode(jwtSecret));
}
