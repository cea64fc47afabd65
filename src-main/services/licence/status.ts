import type { LicenceState, LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { FREE_TIER_MINUTES_A_DAY, type LicencePlatform } from '../../../src-shared/domain/licence.ts';
import { recordingLimitsOf, type RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import type { SecretStore } from '../ports.ts';
import type { ServerContact } from './contact.ts';
import type { LicenceStore } from './licenceStore.ts';

export interface StatusOptions {
  store: Pick<SecretStore, 'keptIn'>;
  deviceName: string;
  platform: LicencePlatform;
  /** Noise cancellation of today, in seconds. */
  readUsedSec: () => number;
  onChanged(status: LicenceStatusReport): void;
}

/** What is so of the licence: read, and sent to everybody where it has changed. */
export class LicenceStatus {
  readonly #options: StatusOptions;
  readonly #opening: Promise<LicenceStore>;
  readonly #contact: ServerContact;
  #lastReported = '';
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: StatusOptions, opening: Promise<LicenceStore>, contact: ServerContact) {
    this.#options = options;
    this.#opening = opening;
    this.#contact = contact;
  }

  async read(): Promise<LicenceStatusReport> {
    const options = this.#options;
    const licence = await this.#opening;
    const state = await licence.judge();
    return {
      state,
      device: {
        id: licence.deviceId,
        name: options.deviceName,
        platform: options.platform,
        keptIn: options.store.keptIn,
      },
      serverUrl: await this.#contact.readUrl(),
      lastContactMs: licence.record.lastContactMs,
      contactProblem: this.#contact.problem,
      freeTier: {
        isChosen: licence.record.hasChosenFreeTier,
        limitSec: FREE_TIER_MINUTES_A_DAY * 60,
        usedSec: options.readUsedSec(),
      },
      limits: limitsIn(state, licence),
    };
  }

  /** One change at a time; all subscribers get the licence that results. */
  change(act: (licence: LicenceStore) => Promise<void>): Promise<LicenceStatusReport> {
    const done = this.#queue.then(async () => {
      await act(await this.#opening);
      return await this.#notify();
    });
    // The caller gets the failure; the next change only waits for the end of this one.
    this.#queue = Promise.allSettled([done]);
    return done;
  }

  async announce(): Promise<void> {
    this.#options.onChanged(await this.read());
  }

  async #notify(): Promise<LicenceStatusReport> {
    const status = await this.read();
    const { freeTier, ...rest } = status;
    const reported = JSON.stringify([rest, freeTier.isChosen]);
    if (reported !== this.#lastReported) this.#options.onChanged(status);
    this.#lastReported = reported;
    return status;
  }
}

/** Before the Free tier is chosen a device without a licence shows how to get one, and nothing else. */
export function limitsIn(
  state: LicenceState,
  { record, grantedLimits }: LicenceStore,
): RecordingLimits | null {
  if (state.kind === 'notNeeded') return null;
  if (state.kind === 'trial' || state.kind === 'active' || state.kind === 'grace') {
    const known = recordingLimitsOf(state.plan);
    return known && { ...known, ...grantedLimits };
  }
  return state.kind !== 'none' || record.hasChosenFreeTier ? recordingLimitsOf('free') : null;
}
