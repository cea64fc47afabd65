import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { writeFileDurably } from '../services/files/index.ts';

const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token of this installation: the same over restarts, so that a kept address goes on to
 * work. A file that others could read or write, a link, or other content gets a new token.
 */
export function loadToken(path: string): { token: string; wasReplaced: boolean } {
  const kept = readSafeToken(path);
  if (kept !== null) return { token: kept, wasReplaced: false };
  const wasReplaced = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  rmSync(path, { force: true });
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  try {
    writeFileDurably(path, token, 0o600);
  } catch (error) {
    // It is good for this run: a full disk must not keep its user from making room.
    if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return { token, wasReplaced };
}

function readSafeToken(path: string): string | null {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) return null;
  if (process.platform !== 'win32' && ((file.mode & 0o077) !== 0 || file.uid !== process.getuid?.()))
    return null;
  const token = readFileSync(path, 'utf8');
  return TOKEN_PATTERN.test(token) ? token : null;
}

/** A check whose duration tells nothing about the token. */
export function createTokenCheck(token: string): (given: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return (given) => given !== undefined && timingSafeEqual(digest(given), expected);
}
