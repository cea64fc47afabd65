import type { Log } from '../../services/ports.ts';
import {
  createFileSecretStore,
  createPlanGuard,
  readDeviceLimits,
  type PlanGuard,
} from '../../services/licence/index.ts';
import { findDataDir } from '../dataDir.ts';

/** Holds a command to the plan of this device, as its screens are. */
export function createCommandPlan(log: Log): PlanGuard {
  const store = createFileSecretStore(findDataDir());
  return createPlanGuard(() => readDeviceLimits({ store, clock: { nowMs: Date.now }, log }));
}
