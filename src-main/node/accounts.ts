/** Where the host's people have their accounts: a hosted project, or the backend of this machine. */
import type { AccountsPlace } from '../core/index.ts';
import { readHostedProject, startOwnBackend } from '../services/accounts/index.ts';
import { findDiskTrouble } from '../services/dataDisk/index.ts';
import type { Log } from '../services/ports.ts';
import { createAttachedLauncher } from './backendLauncher.ts';

export interface RunningAccounts {
  place: AccountsPlace;
  close(): Promise<void>;
}

export interface AccountsOptions {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  log: Log;
  backendArguments?: readonly string[] | undefined;
}

/**
 * Finds the accounts; starts the backend of this machine where none runs and the settings name no
 * hosted project. Where it cannot run, the reason is answered and the app works without.
 * Throws `AccountSettingsError` where the settings are wrong.
 */
export async function startAccounts({
  dataDir,
  env,
  log,
  backendArguments,
}: AccountsOptions): Promise<RunningAccounts> {
  const hosted = readHostedProject(env);
  if (hosted) return { place: hosted, close: async () => undefined };
  // A database without room does not start, and may not stop well.
  const trouble = findDiskTrouble(dataDir);
  if (!trouble) return startOwnBackend(createAttachedLauncher(dataDir, backendArguments), log);
  const reason = `${trouble.code === 'DISK_FULL' ? 'the disk of its data is full' : trouble.message}. Make room, then start SoundDesk again.`;
  log.info('there are no accounts', { message: reason });
  return { place: { kind: 'none', reason }, close: async () => undefined };
}
