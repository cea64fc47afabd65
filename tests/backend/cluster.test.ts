import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareBinaries } from '../../supabase/embedded/binaries.ts';
import { startCluster } from '../../supabase/embedded/cluster.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sounddesk-cluster-'));
  // The database runs as another user where this is root.
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a database whose password is another one', () => {
  it('says so, and is not left running', async () => {
    const user = findDatabaseUser();
    const databaseHome = join(folder, 'database');
    const start = (adminPassword: string) =>
      startCluster({
        binaries: prepareBinaries(user, backendPaths(folder, user).runtime),
        databaseHome,
        user,
        adminPassword,
        logFile: join(folder, 'log.txt'),
        settings: { fsync: 'off' },
      });
    await (await start('of this installation')).stop();
    await expect(start('of another one')).rejects.toMatchObject({ code: 'BACKEND_SECRETS' });
    expect(existsSync(join(databaseHome, 'data', 'postmaster.pid'))).toBe(false);
    await (await start('of this installation')).stop();
  });
});
