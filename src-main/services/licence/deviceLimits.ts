import { randomBytes } from 'node:crypto';
import { recordingLimitsOf, type RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import type { Clock, Log, SecretStore } from '../ports.ts';
import { PINNED_ISSUERS } from './issuers.ts';
import { openLicenceStore } from './licenceStore.ts';
import { readMachineId } from './machineId.ts';
import { limitsIn } from './status.ts';

/**
 * What the plan of this device allows, for a program without screens: nothing is written, since a host may run beside it, and a
 * device without a licence has the Free tier, chosen or not.
 */
export async function readDeviceLimits(options: {
  store: SecretStore;
  clock: Clock;
  log: Log;
}): Promise<RecordingLimits | null> {
  const licence = await openLicenceStore({
    ...options,
    store: { ...options.store, write: () => Promise.resolve(), remove: () => Promise.resolve() },
    readMachineId,
    createInstallId: () => randomBytes(16).toString('hex'),
    issuers: PINNED_ISSUERS,
  });
  const state = await licence.judge();
  return state.kind === 'none' ? recordingLimitsOf('free') : limitsIn(state, licence);
}
