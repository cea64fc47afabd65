/** Which tokens are taken: those of a known issuer, for this device. */
import type { Clock } from '../ports.ts';
import { isPinned, trustOf, type PinnedIssuer } from './issuers.ts';
import type { KeptRecord, LicenceRecord } from './record.ts';
import { noSuchPlan, refuse, unverifiable } from './refusals.ts';
import type { LicenceServer } from './server.ts';
import {
  checkLicence,
  readToken,
  rememberContact,
  type LicenceClaims,
  type LicenceVerdict,
} from './verify.ts';

type Issuer = NonNullable<LicenceRecord['issuer']>;

export interface TokensOptions {
  kept: KeptRecord;
  deviceId: string;
  /** Account servers that the build knows. */
  issuers: readonly PinnedIssuer[];
  clock: Clock;
}

export class Tokens {
  readonly #options: TokensOptions;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** What the token that is kept is worth at this moment. */
  judge(record: LicenceRecord): Promise<LicenceVerdict> {
    const { deviceId, issuers, clock } = this.#options;
    return checkLicence({
      token: record.token,
      deviceId,
      nowMs: clock.nowMs(),
      memory: record.memory,
      trusted: trustOf(record.issuer, issuers),
    });
  }

  /** What the token says, or what is wrong with it, by the keys of this issuer. */
  read(token: string, issuer: Issuer | null) {
    return readToken(token, trustOf(issuer, this.#options.issuers));
  }

  /** Takes what the server itself gave. Throws where it is none of this issuer's for this device. */
  async keepOfServer(token: string, issuer: Issuer): Promise<void> {
    const { kept, clock } = this.#options;
    const claims = await this.#requireOwn(token, issuer);
    await this.#keep(token, issuer, {
      memory: rememberContact(kept.current.memory, claims),
      lastContactMs: clock.nowMs(),
    });
  }

  /** Takes what a file brought. It brings no time and no word of the server: it must hold as it is. */
  async keepOfFile(token: string, issuer: Issuer): Promise<void> {
    const { kept } = this.#options;
    const claims = await this.#requireOwn(token, issuer);
    const verdict = await this.judge({ ...kept.current, token, issuer });
    if (!['trial', 'active', 'grace'].includes(verdict.kind))
      throw refuse('NOT_VALID', 'This license file is no longer valid. Ask for a new one.');
    const { memory } = kept.current;
    const { highestSequence } = rememberContact(memory, claims);
    await this.#keep(token, issuer, { memory: { ...memory, highestSequence } });
  }

  /** Nothing that a server says of its keys counts where the build knows them. */
  async keysOf(server: LicenceServer): Promise<Issuer['keys']> {
    return isPinned(server.url, this.#options.issuers) ? [] : await server.readIssuerKeys();
  }

  /** The server may have changed its key; one key of before must be among the new ones. */
  async currentKeys(server: LicenceServer, issuer: Issuer, token: string): Promise<Issuer['keys']> {
    if ((await this.read(token, issuer)) !== 'signature') return issuer.keys;
    const keys = await this.keysOf(server);
    if (!keys.some(({ x }) => issuer.keys.some((known) => known.x === x))) throw unverifiable('signature');
    return keys;
  }

  async #requireOwn(token: string, issuer: Issuer): Promise<LicenceClaims> {
    const claims = await this.read(token, issuer);
    if (claims === 'issuer') throw noSuchPlan();
    if (typeof claims === 'string') throw unverifiable(claims);
    if (claims.dev === this.#options.deviceId) return claims;
    throw refuse('WRONG_DEVICE', 'This license file is for another device. Ask for one for this device.');
  }

  /** Anyone who loses the licence later is asked for the Free tier again. */
  async #keep(token: string, issuer: Issuer, learned: Partial<LicenceRecord>): Promise<void> {
    const { kept } = this.#options;
    await kept.save({ ...kept.current, token, issuer, hasChosenFreeTier: false, ...learned });
  }
}
