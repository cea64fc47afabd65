import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Log } from '../../services/ports.ts';
import {
  createFileSecretStore,
  createPlanGuard,
  readDeviceLimits,
  type PlanGuard,
} from '../../services/licence/index.ts';
import { findDataDir, findDesktopDataDir } from '../dataDir.ts';

const IN_KEYCHAIN =
  'The license of the desktop app is in the system’s keychain, which the command line cannot read: run "npx sounddesk" once, sign in, and enter the license there as well.';

/** Holds a command to the plan of this device, as its screens are. */
export function createCommandPlan(log: Log): PlanGuard {
  const store = createFileSecretStore(findDataDir());
  const plan = createPlanGuard(() => readDeviceLimits({ store, clock: { nowMs: Date.now }, log }));
  return {
    assertMayClean: (engines) => explained(plan.assertMayClean(engines)),
    defaultEngine: () => plan.defaultEngine(),
    assertMayRecord: (setUp) => explained(plan.assertMayRecord(setUp)),
    assertMayAdd: (kind, tracks) => explained(plan.assertMayAdd(kind, tracks)),
  };
}

/** Where the desktop app has a license that only its keychain opens, a refusal says so. */
async function explained(checked: Promise<void>): Promise<void> {
  try {
    await checked;
  } catch (error) {
    const isInKeychain = existsSync(join(findDesktopDataDir(), 'licence.secret.enc'));
    if (!(error instanceof RpcError) || error.code !== 'PLAN_LIMIT' || !isInKeychain) throw error;
    throw new RpcError(error.code, `${error.message} ${IN_KEYCHAIN}`, { cause: error });
  }
}
