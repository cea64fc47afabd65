/** The folder in which the database and PostgREST listen. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { prepareBinaries } from '../../supabase/embedded/binaries.ts';
import { startCluster } from '../../supabase/embedded/cluster.ts';
import { ensureDatabase } from '../../supabase/embedded/migrate.ts';
import { startRest } from '../../supabase/embedded/rest.ts';
import { prepareSocketDir, restSocketPath, socketDirOf } from '../../supabase/embedded/sockets.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sounddesk-sockets-'));
  // The database runs as another user where this is root.
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a path that is too long for a socket', () => {
  const longHome = () => join(folder, 'a-folder-with-a-long-name'.repeat(4), 'database');

  it('leads to a folder of its own elsewhere, where database and PostgREST start all the same', async () => {
    const user = findDatabaseUser();
    const { secrets, postgrest } = inject('cluster');
    const databaseHome = longHome();
    mkdirSync(dirname(databaseHome), { mode: 0o711 });
    const logFile = join(folder, 'log.txt');
    const cluster = await startCluster({
      binaries: prepareBinaries(user, backendPaths(folder, user).runtime),
      databaseHome,
      user,
      adminPassword: secrets.adminPassword,
      logFile,
      settings: { fsync: 'off' },
    });
    try {
      await ensureDatabase(cluster, secrets, 'sounddesk');
      const rest = await startRest({
        binary: postgrest,
        cluster,
        database: 'sounddesk',
        password: secrets.restPassword,
        jwtSecret: secrets.jwtSecret,
        configDir: databaseHome,
        user,
        logFile,
      });
      expect(Buffer.byteLength(rest.socketPath)).toBeLessThanOrEqual(107);
      expect(statSync(cluster.socketDir).mode & 0o777).toBe(0o700);
      await rest.stop();
    } finally {
      await cluster.stop();
      rmSync(cluster.socketDir, { recursive: true, force: true });
    }
  });

  it('is reported by bytes, not by characters', () => {
    const path = restSocketPath(join('/var', 'ü'.repeat(45)), 'sounddesk');
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(107);
  });
});

describe('the folder', () => {
  it('is closed to others, also where it was open', () => {
    const home = join(folder, 'database');
    const path = prepareSocketDir(home, findDatabaseUser());
    chmodSync(path, 0o777);
    expect(statSync(prepareSocketDir(home, findDatabaseUser())).mode & 0o777).toBe(0o700);
  });

  it('is refused where it is a link to another one', () => {
    const home = join(folder, 'database');
    mkdirSync(home);
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), socketDirOf(home));
    expect(() => prepareSocketDir(home, findDatabaseUser())).toThrow(/belongs to somebody else/);
  });

  it.runIf(process.getuid?.() === 0)('is refused where another user made it first', () => {
    const home = join(folder, 'database');
    mkdirSync(socketDirOf(home), { recursive: true });
    chownSync(socketDirOf(home), 12_345, 12_345);
    expect(() => prepareSocketDir(home, findDatabaseUser())).toThrow(/belongs to somebody else/);
  });
});
