/** The licence of this device: one record, changed by one thing at a time, judged at every look. */
import type { LicenceState } from '../../../src-shared/contract/licence.ts';
import type { Clock, Log, SecretStore } from '../ports.ts';
import type { PinnedIssuer } from './issuers.ts';
import { deviceIdOf, openRecord, type KeptRecord, type LicenceRecord } from './record.ts';
import { NOT_TRUSTED, refuse } from './refusals.ts';
import { refusalReason, type LicenceServer } from './server.ts';
import { toState } from './state.ts';
import { Tokens } from './tokens.ts';
import { rememberRefusal, rememberTime, type LicenceClaims, type LicenceRefusal } from './verify.ts';

/** What the server's refusal of a renewal says about the licence; another refusal says nothing. */
const REFUSALS: Readonly<Record<string, LicenceRefusal>> = {
  REVOKED: 'revoked',
  EXPIRED: 'ended',
  DEVICE_NOT_ACTIVE: 'deactivated',
  NOT_FOUND: 'unknownToServer',
  BAD_TOKEN: 'unknownToServer',
};
/** The time is written down no more often than this. */
const TIME_STEP_MS = 60_000;

export interface LicenceStoreOptions {
  store: SecretStore;
  readMachineId: () => Promise<string>;
  createInstallId: () => string;
  /** Account servers that the build knows. */
  issuers: readonly PinnedIssuer[];
  clock: Clock;
  log: Log;
}

export async function openLicenceStore(options: LicenceStoreOptions): Promise<LicenceStore> {
  const kept = await openRecord(options.store, options.createInstallId, options.log);
  const deviceId = deviceIdOf(kept.current.installId, await options.readMachineId());
  return new LicenceStore(kept, deviceId, options);
}

export class LicenceStore {
  readonly deviceId: string;
  readonly #kept: KeptRecord;
  readonly #options: LicenceStoreOptions;
  readonly #tokens: Tokens;
  #grantedLimits: LicenceClaims['limits'];

  constructor(kept: KeptRecord, deviceId: string, options: LicenceStoreOptions) {
    this.deviceId = deviceId;
    this.#kept = kept;
    this.#options = options;
    this.#tokens = new Tokens({ kept, deviceId, issuers: options.issuers, clock: options.clock });
  }

  get record(): LicenceRecord {
    return this.#kept.current;
  }

  /** What the licence that was judged last lets one take record; undefined where its token does not say. */
  get grantedLimits(): LicenceClaims['limits'] {
    return this.#grantedLimits;
  }

  /** The state at this moment; notes the time, so that a clock set back later is noticed. */
  async judge(): Promise<LicenceState> {
    if (this.#kept.isDamaged) return { kind: 'damaged', reason: 'unreadable' };
    const { record } = this;
    if (record.token === null) return { kind: 'none' };
    const verdict = await this.#tokens.judge(record);
    this.#grantedLimits = 'claims' in verdict ? verdict.claims.limits : undefined;
    const nowMs = this.#options.clock.nowMs();
    if (nowMs - this.record.memory.latestSeenMs >= TIME_STEP_MS)
      await this.#change({ memory: rememberTime(this.record.memory, nowMs) });
    return toState(verdict);
  }

  /** Takes the token that `ask` brings from this server; throws what `ask` throws. */
  async activate(server: LicenceServer, ask: () => Promise<string>): Promise<void> {
    // First, so that no device is counted whose token could not be checked.
    const keys = await this.#tokens.keysOf(server);
    const token = await ask();
    try {
      await this.#tokens.keepOfServer(token, { url: server.url, keys });
    } catch (error) {
      // A device that may not use it is not counted for it.
      if (refusalReason(error) === NOT_TRUSTED) await this.#releaseRefused(server, token);
      throw error;
    }
  }

  /** Takes a token that was brought by hand, checked by the keys that are known. */
  async acceptFile(token: string, server: LicenceServer | null): Promise<void> {
    const tokens = this.#tokens;
    const isBy = async (issuer: LicenceRecord['issuer']) =>
      typeof (await tokens.read(token, issuer)) !== 'string';
    const known = this.record.issuer;
    if (known && (await isBy(known))) return tokens.keepOfFile(token, known);
    // Of a server that the build knows: nobody need be asked.
    const [first] = this.#options.issuers;
    if (first && (await isBy(null))) return tokens.keepOfFile(token, { url: first.url, keys: [] });
    if (!server)
      throw refuse(
        'NO_ISSUER',
        'This file can be checked only after the first contact with the account server. Connect once, then try again.',
      );
    await tokens.keepOfFile(token, { url: server.url, keys: await tokens.keysOf(server) });
  }

  /** Asks for a newer token; a final no of the server is remembered and is no failure. */
  async renew(server: LicenceServer): Promise<void> {
    const { token, issuer } = this.record;
    // Another server knows nothing of this licence: what it says does not count.
    if (token === null || issuer === null || issuer.url !== server.url) return;
    try {
      const renewed = await server.askToken('refresh-license', { token, deviceId: this.deviceId });
      const keys = await this.#tokens.currentKeys(server, issuer, renewed);
      await this.#tokens.keepOfServer(renewed, { url: server.url, keys });
    } catch (error) {
      const refusal = REFUSALS[refusalReason(error) ?? ''];
      const claims = await this.#tokens.read(token, issuer);
      if (refusal === undefined || typeof claims === 'string') throw error;
      this.#options.log.info('the server refused to renew the licence', { refusal });
      const memory = rememberRefusal(this.record.memory, claims.sub, refusal);
      await this.#change({ memory, lastContactMs: this.#options.clock.nowMs() });
    }
  }

  async release(server: LicenceServer): Promise<void> {
    const { token } = this.record;
    if (token !== null) await server.release(token, this.deviceId);
    const lastContactMs = this.#options.clock.nowMs();
    await this.#change({ token: null, hasChosenFreeTier: false, lastContactMs });
  }

  async chooseFreeTier(): Promise<void> {
    if (!this.record.hasChosenFreeTier) await this.#change({ hasChosenFreeTier: true });
  }

  async #change(changes: Partial<LicenceRecord>): Promise<void> {
    await this.#kept.save({ ...this.record, ...changes });
  }

  async #releaseRefused(server: LicenceServer, token: string): Promise<void> {
    await server.release(token, this.deviceId).catch((failure: unknown) => {
      this.#options.log.error('a device whose licence was refused is still counted by the server', failure, {
        server: server.url,
      });
    });
  }
}
