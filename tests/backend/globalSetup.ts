/** One PostgreSQL for all files of this suite; each file gets a database of its own from a template. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareBinaries } from '../../supabase/embedded/binaries.ts';
import { startCluster } from '../../supabase/embedded/cluster.ts';
import { ensureDatabase, migrate } from '../../supabase/embedded/migrate.ts';
import { createSecrets, type Secrets } from '../../supabase/embedded/secrets.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';

export const TEMPLATE = 'sounddesk_template';

export interface ClusterFacts {
  socketDir: string;
  postgrest: string;
  configDir: string;
  secrets: Secrets;
}

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: ClusterFacts;
  }
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'sounddesk-backend-'));
  // The database runs as another user where this is root.
  chmodSync(folder, 0o711);
  const user = findDatabaseUser();
  const binaries = prepareBinaries(user, backendPaths(folder, user).runtime);
  const secrets = await createSecrets();
  const databaseHome = join(folder, 'database');
  const cluster = await startCluster({
    binaries,
    databaseHome,
    user,
    adminPassword: secrets.adminPassword,
    logFile: join(folder, 'postgres.log'),
    // Nothing here outlives the run; kills are tested with the real settings.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' },
  });
  await ensureDatabase(cluster, secrets, TEMPLATE);
  await migrate(cluster, secrets, TEMPLATE);
  project.provide('cluster', {
    socketDir: cluster.socketDir,
    postgrest: binaries.postgrest,
    configDir: databaseHome,
    secrets,
  });
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
