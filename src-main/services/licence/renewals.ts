import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Clock, Log } from '../ports.ts';
import type { ServerContact } from './contact.ts';
import type { LicenceStore } from './licenceStore.ts';
import type { LicenceStatus } from './status.ts';

/** How often the state is looked at, and the server asked where the last contact is long ago. */
const LOOK_INTERVAL_MS = 10 * 60_000;
const CONTACT_INTERVAL_MS = 6 * 3_600_000;

export interface RenewalsOptions {
  status: LicenceStatus;
  contact: ServerContact;
  clock: Clock;
  log: Log;
}

/** Renews the licence at the start, whatever the time, as a revocation arrives then; later where it is due. */
export class Renewals {
  readonly #options: RenewalsOptions;
  readonly #timer: NodeJS.Timeout;

  constructor(options: RenewalsOptions) {
    this.#options = options;
    const { status, log } = options;
    const run = (work: Promise<unknown>) =>
      void work.catch((error: unknown) => log.error('the licence could not be looked at', error));
    run(status.change((licence) => this.renew(licence)));
    this.#timer = setInterval(() => run(this.look()), LOOK_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Looks at the state and, where it is time, asks the server. */
  async look(): Promise<void> {
    await this.#options.status.change(async (licence) => {
      if (await this.#isDue(licence)) await this.renew(licence);
    });
  }

  /** A failure is reported by the status; the licence continues to hold offline. */
  async renew(licence: LicenceStore): Promise<void> {
    if (licence.record.token === null) return;
    await this.#options.contact
      .ask((server) => licence.renew(server))
      .catch((error: unknown) => {
        if (!(error instanceof RpcError)) throw error;
        this.#options.log.info('the licence was not renewed', { reason: error.message });
      });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #isDue(licence: LicenceStore): Promise<boolean> {
    if (licence.record.token === null) return false;
    const { kind } = await licence.judge();
    // What is not well may be healed by a contact at any moment.
    if (kind !== 'trial' && kind !== 'active') return true;
    const sinceContactMs = this.#options.clock.nowMs() - (licence.record.lastContactMs ?? 0);
    return Math.abs(sinceContactMs) >= CONTACT_INTERVAL_MS;
  }
}
