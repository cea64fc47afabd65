/** Passwords at rest: scrypt (RFC 7914) with a salt each, by Node's own OpenSSL. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

export interface PasswordCost {
  /** Base-2 logarithm of scrypt's N. */
  logN: number;
  r: number;
  p: number;
}

/** OWASP's recommendation with 32 MB a hash (Password Storage Cheat Sheet: N=2^15, r=8, p=3). */
export const DEFAULT_COST: PasswordCost = { logN: 15, r: 8, p: 3 };

const HASH_BYTES = 32;
const SALT_BYTES = 16;

export async function hashPassword(password: string, cost: PasswordCost = DEFAULT_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, cost);
  const { logN, r, p } = cost;
  return ['', 'scrypt', `ln=${logN},r=${r},p=${p}`, salt.toString('base64'), hash.toString('base64')].join(
    '$',
  );
}

/** Whether a password fits; takes as long where there is no hash, so that the time reveals nothing. */
export async function verifyPassword(
  password: string,
  stored: string | null,
  cost: PasswordCost = DEFAULT_COST,
): Promise<boolean> {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? '');
  if (!match) {
    await derive(password, Buffer.alloc(SALT_BYTES), cost);
    return false;
  }
  const [logN, r, p] = match.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(match[5] ?? '', 'base64');
  const found = await derive(password, Buffer.from(match[4] ?? '', 'base64'), { logN, r, p });
  return expected.length === found.length && timingSafeEqual(expected, found);
}

function derive(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
