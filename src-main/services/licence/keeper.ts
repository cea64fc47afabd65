/** The licence of this device: one record, changed by one thing at a time, judged at every look. */
import type { LicenceState } from '../../../src-shared/contract/licence.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Clock, Log, SecretStore } from '../ports.ts';
import { isPinned, trustOf, type PinnedIssuer } from './issuers.ts';
import { deviceIdOf, openRecord, writeRecord, type LicenceRecord } from './record.ts';
import { refusalReason, type LicenceServer } from './server.ts';
import {
  checkLicence,
  readToken,
  rememberContact,
  rememberRefusal,
  rememberTime,
  type LicenceClaims,
  type LicenceRefusal,
  type LicenceVerdict,
} from './verify.ts';

/** What the server's refusal of a renewal says about the licence; another refusal says nothing. */
const REFUSALS: Readonly<Record<string, LicenceRefusal>> = {
  REVOKED: 'revoked',
  EXPIRED: 'ended',
  DEVICE_NOT_ACTIVE: 'deactivated',
  NOT_FOUND: 'unknownToServer',
  BAD_TOKEN: 'unknownToServer',
};
const NOT_TRUSTED = 'ISSUER_NOT_TRUSTED';
/** The time is written down no more often than this. */
const TIME_STEP_MS = 60_000;

export interface KeeperOptions {
  store: SecretStore;
  readMachineId: () => Promise<string>;
  createInstallId: () => string;
  /** Account servers that the build knows. */
  issuers: readonly PinnedIssuer[];
  clock: Clock;
  log: Log;
}

export interface LicenceKeeper {
  readonly deviceId: string;
  readonly record: LicenceRecord;
  /** The state at this moment; notes the time, so that a clock set back later is noticed. */
  judge(): Promise<LicenceState>;
  /** What the licence that was judged last lets one take record; undefined where its token does not say. */
  readonly grantedLimits: LicenceClaims['limits'];
  /** Takes the token that `ask` brings from this server; throws what `ask` throws. */
  activate(server: LicenceServer, ask: () => Promise<string>): Promise<void>;
  /** Takes a token that was brought by hand, checked by the keys that are known. */
  acceptFile(token: string, server: LicenceServer | null): Promise<void>;
  /** Asks for a newer token; a final no of the server is remembered and is no failure. */
  renew(server: LicenceServer): Promise<void>;
  release(server: LicenceServer): Promise<void>;
  chooseFreeTier(): Promise<void>;
}

export async function openLicenceKeeper(options: KeeperOptions): Promise<LicenceKeeper> {
  const { store, clock, log, issuers } = options;
  const opened = await openRecord(store, options.createInstallId, log);
  let { record, isDamaged } = opened;
  let grantedLimits: LicenceClaims['limits'];
  const deviceId = deviceIdOf(record.installId, await options.readMachineId());

  async function save(changed: LicenceRecord): Promise<void> {
    try {
      await writeRecord(store, changed);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new RpcError(
        'LICENCE_UNWRITABLE',
        `The licence could not be kept on this device: ${reason}. Free some space or check the folder's permissions, then try again.`,
        { retryable: true, cause },
      );
    }
    record = changed;
    isDamaged = false;
  }

  const check = (token: string | null, at: LicenceRecord) =>
    checkLicence({
      token,
      deviceId,
      nowMs: clock.nowMs(),
      memory: at.memory,
      trusted: trustOf(at.issuer, issuers),
    });

  /** Throws where the token is none of this issuer's for this device. */
  async function keep(token: string, issuer: NonNullable<LicenceRecord['issuer']>, isContact: boolean) {
    const claims = await readToken(token, trustOf(issuer, issuers));
    if (claims === 'issuer') throw noSuchPlan();
    if (typeof claims === 'string') throw unverifiable(claims);
    if (claims.dev !== deviceId)
      throw refuse('WRONG_DEVICE', 'This license file is for another device. Ask for one for this device.');
    const changed: LicenceRecord = {
      ...record,
      token,
      issuer,
      // Whoever loses it later is asked anew.
      hasChosenFreeTier: false,
      ...(isContact
        ? { memory: rememberContact(record.memory, claims), lastContactMs: clock.nowMs() }
        : await fileMemory(token, claims, issuer)),
    };
    await save(changed);
  }

  /** A file brings no time and no word of the server: it must stand by itself. */
  async function fileMemory(token: string, claims: LicenceClaims, issuer: LicenceRecord['issuer']) {
    const verdict = await check(token, { ...record, issuer });
    if (!['trial', 'active', 'grace'].includes(verdict.kind))
      throw refuse('NOT_VALID', 'This license file does not hold any more. Ask for a new one.');
    const { highestSequence } = rememberContact(record.memory, claims);
    return { memory: { ...record.memory, highestSequence } };
  }

  /** Nothing that a server says of its keys counts where the build knows them. */
  const keysOf = async (server: LicenceServer) =>
    isPinned(server.url, issuers) ? [] : server.readIssuerKeys();

  /** The server may have changed its key; one key of before must be among the new ones. */
  async function currentKeys(
    server: LicenceServer,
    issuer: NonNullable<LicenceRecord['issuer']>,
    token: string,
  ) {
    if ((await readToken(token, trustOf(issuer, issuers))) !== 'signature') return issuer.keys;
    const keys = await keysOf(server);
    if (!keys.some(({ x }) => issuer.keys.some((known) => known.x === x))) throw unverifiable('signature');
    return keys;
  }

  return {
    deviceId,
    get record() {
      return record;
    },

    get grantedLimits() {
      return grantedLimits;
    },
    async judge() {
      if (isDamaged) return { kind: 'damaged', reason: 'unreadable' };
      if (record.token === null) return { kind: 'none' };
      const verdict = await check(record.token, record);
      grantedLimits = 'claims' in verdict ? verdict.claims.limits : undefined;
      const nowMs = clock.nowMs();
      if (nowMs - record.memory.latestSeenMs >= TIME_STEP_MS)
        await save({ ...record, memory: rememberTime(record.memory, nowMs) });
      return toState(verdict);
    },

    async activate(server, ask) {
      // First, so that no device is counted whose token could not be checked.
      const keys = await keysOf(server);
      const token = await ask();
      try {
        await keep(token, { url: server.url, keys }, true);
      } catch (error) {
        // A device that may not use it is not counted for it.
        if (refusalReason(error) === NOT_TRUSTED)
          await server.release(token, deviceId).catch((failure: unknown) => {
            log.error('a device whose licence was refused is still counted by the server', failure, {
              server: server.url,
            });
          });
        throw error;
      }
    },

    async acceptFile(token, server) {
      const known = record.issuer;
      const isOurs = async (issuer: LicenceRecord['issuer']) =>
        typeof (await readToken(token, trustOf(issuer, issuers))) !== 'string';
      if (known && (await isOurs(known))) return keep(token, known, false);
      // Of a server that the build knows: nobody need be asked.
      const [first] = issuers;
      if (first && (await isOurs(null))) return keep(token, { url: first.url, keys: [] }, false);
      if (!server)
        throw refuse(
          'NO_ISSUER',
          'This file can be checked only after the first contact with the account server. Connect once, then try again.',
        );
      await keep(token, { url: server.url, keys: await keysOf(server) }, false);
    },

    async renew(server) {
      const { token, issuer } = record;
      // Another server knows nothing of this licence: what it says does not count.
      if (token === null || issuer === null || issuer.url !== server.url) return;
      try {
        const renewed = await server.askToken('refresh-license', { token, deviceId });
        await keep(renewed, { url: server.url, keys: await currentKeys(server, issuer, renewed) }, true);
      } catch (error) {
        const refusal = REFUSALS[refusalReason(error) ?? ''];
        const claims = await readToken(token, trustOf(issuer, issuers));
        if (refusal === undefined || typeof claims === 'string') throw error;
        log.info('the server refused to renew the licence', { refusal });
        const memory = rememberRefusal(record.memory, claims.sub, refusal);
        await save({ ...record, memory, lastContactMs: clock.nowMs() });
      }
    },

    async release(server) {
      const { token } = record;
      if (token !== null) await server.release(token, deviceId);
      await save({ ...record, token: null, hasChosenFreeTier: false, lastContactMs: clock.nowMs() });
    },

    async chooseFreeTier() {
      if (!record.hasChosenFreeTier) await save({ ...record, hasChosenFreeTier: true });
    },
  };
}

function toState(verdict: LicenceVerdict): LicenceState {
  switch (verdict.kind) {
    case 'trial':
      return {
        ...held(verdict.claims),
        kind: 'trial',
        daysLeft: verdict.daysLeft,
        endsAtMs: verdict.endsAtMs,
      };
    case 'active':
      return { ...held(verdict.claims), kind: 'active', renewBeforeMs: verdict.expiresAtMs };
    case 'grace':
      return { ...held(verdict.claims), kind: 'grace', daysLeft: verdict.daysLeft };
    case 'expired':
      return { ...held(verdict.claims), kind: 'expired', why: verdict.why };
    case 'invalid':
      return verdict.reason === 'missing' ? { kind: 'none' } : { kind: 'damaged', reason: verdict.reason };
    case 'revoked':
    case 'deactivated':
    case 'wrongDevice':
    case 'clockMovedBack':
      return verdict;
  }
}

const held = ({ sub, key, plan }: LicenceClaims) => ({ licenceId: sub, keyPrefix: key, plan });

const refuse = (reason: string, message: string) =>
  new RpcError('LICENCE_REFUSED', message, { details: { reason } });

const noSuchPlan = () =>
  refuse(
    NOT_TRUSTED,
    'This account server can start trials, but not paid plans: this version of SoundDesk does not know it. Use a license of the account server that your SoundDesk was made for.',
  );

const unverifiable = (reason: string) =>
  refuse(
    `UNVERIFIABLE_${reason.toUpperCase()}`,
    'This license could not be verified: it was changed, or it comes from another account server.',
  );
