/** Every page of a database that stands still, looked at; one from before there were checksums gets them first. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareBinaries } from './binaries.ts';
import { findDamagedPages, readControl, type DamagedPage } from './checksums.ts';
import { adoptChecksums } from './cluster.ts';
import { forgetDamage } from '../../src-node/databaseDamage/index.ts';
import { BackendError } from './errors.ts';
import { findDatabaseUser, prepareBackendHome } from './systemUser.ts';

export interface CheckedPages {
  /** Whether the cluster had no checksums before. */
  wereSwitchedOn: boolean;
  damaged: DamagedPage[];
}

/** The backend must be stopped: the caller holds its lock. What was remembered of damage is forgotten where there is none. */
export async function checkPages(dataDir: string): Promise<CheckedPages> {
  const { home, databaseHome, runtime } = prepareBackendHome(dataDir);
  const data = join(databaseHome, 'data');
  if (!existsSync(join(data, 'PG_VERSION')))
    throw new BackendError('BACKEND_DATABASE', 'There is no backend here yet: nothing to check.');
  const before = readControl(data);
  if (!before.isCleanlyStopped)
    throw new BackendError(
      'BACKEND_DATABASE',
      'The database was not stopped cleanly. Run "sounddesk backend start" and try again.',
    );
  const user = findDatabaseUser();
  await adoptChecksums({ databaseHome, user, binaries: prepareBinaries(user, runtime) });
  const damaged = await findDamagedPages(data);
  if (damaged.length === 0) forgetDamage(home);
  return { wereSwitchedOn: !before.hasChecksums, damaged };
}
