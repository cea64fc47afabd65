/**
 * Where the database and PostgREST listen: sockets in a folder that is closed to everybody else, never a port. A port of
 * this machine can be reached by each of its users, and by each page that a browser here has open.
 */
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackendError } from './errors.ts';
import type { SystemUser } from './systemUser.ts';

/** `sun_path` holds 108 bytes on Linux (unix(7)), the last of them 0. */
const MAX_PATH_BYTES = 107;
/** The longest name of a socket in the folder. */
const MAX_NAME_BYTES = 40;
/** Names the database's socket: ".s.PGSQL.5432". No port is opened. */
export const DATABASE_SOCKET_NUMBER = 5432;

/** The folder of a database's sockets: in its home, or elsewhere where that path is too long for a socket. */
export function socketDirOf(databaseHome: string): string {
  const near = join(databaseHome, 'sockets');
  if (Buffer.byteLength(near) + 1 + MAX_NAME_BYTES <= MAX_PATH_BYTES) return near;
  const name = createHash('sha256').update(databaseHome).digest('hex').slice(0, 16);
  // Root's own runtime folder lets nobody else pass, and the database runs as somebody else there.
  const own = process.getuid?.() === 0 ? undefined : process.env.XDG_RUNTIME_DIR;
  return join(own || tmpdir(), `sounddesk-${name}`);
}

/** Makes the folder; throws where somebody else has one of its name. */
export function prepareSocketDir(databaseHome: string, user: SystemUser | null): string {
  const path = socketDirOf(databaseHome);
  const made = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined;
  if (made && user) chownSync(path, user.uid, user.gid);
  const found = lstatSync(path);
  const owner = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || (owner !== undefined && found.uid !== owner))
    throw new BackendError(
      'BACKEND_DATABASE',
      `${path} belongs to somebody else. Remove it, or set XDG_RUNTIME_DIR to a folder of your own, and start again.`,
    );
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700);
  return path;
}

/** Of the gateway of a backend's home: for programs of the user who runs it, and of nobody else. */
export function gatewaySocketPath(home: string): string {
  return join(socketDirOf(home), 'gateway.sock');
}

/** The same, in a folder that is there. */
export function prepareGatewaySocket(home: string): string {
  prepareSocketDir(home, null);
  return gatewaySocketPath(home);
}

/** Of a database's PostgREST. */
export function restSocketPath(databaseHome: string, database: string): string {
  return join(socketDirOf(databaseHome), `rest-${database}.sock`);
}
