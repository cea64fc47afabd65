import { randomBytes } from 'node:crypto';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type {
  licenceContract,
  LicenceState,
  LicenceStatusReport,
} from '../../../src-shared/contract/licence.ts';
import {
  findLicenceKey,
  FREE_TIER_MINUTES_A_DAY,
  parseLicenceKey,
  type LicencePlatform,
} from '../../../src-shared/domain/licence.ts';
import { recordingLimitsOf, type RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { BackendAddress, Clock, Log, SecretStore } from '../ports.ts';
import { openLicenceKeeper, type LicenceKeeper } from './keeper.ts';
import { PINNED_ISSUERS, type PinnedIssuer } from './issuers.ts';
import { readMachineId } from './machineId.ts';
import { createLicenceServer, unreachable, type LicenceServer } from './server.ts';

/** How often the state is looked at, and the server asked where the last contact is long ago. */
const LOOK_INTERVAL_MS = 10 * 60_000;
const CONTACT_INTERVAL_MS = 6 * 3_600_000;
const LICENSED: readonly LicenceState['kind'][] = ['notNeeded', 'trial', 'active', 'grace'];
const TOKEN_PATTERN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const KEY_FORM = 'A license key has the form SD-XXXXX-XXXXX-XXXXX-XXXXX.';

export interface LicenceServiceOptions {
  store: SecretStore;
  /** The account server of now; null where there is none. */
  findBackend: () => BackendAddress | null | Promise<BackendAddress | null>;
  /** Account servers whose keys are part of the program; without it those of the build. */
  issuers?: readonly PinnedIssuer[];
  deviceName: string;
  platform: LicencePlatform;
  readMachineId?: () => Promise<string>;
  /** Noise cancellation of today, in seconds. */
  readUsedSec: () => number;
  clock: Clock;
  log: Log;
  onChanged(status: LicenceStatusReport): void;
}

export interface LicenceService {
  handlers: Handlers<typeof licenceContract>;
  /** Whether more than the Free tier may be used now. */
  isLicensed(): Promise<boolean>;
  /** What one take may hold now; null where nothing limits it. */
  readLimits(): Promise<RecordingLimits | null>;
  /** Looks at the state and, where it is time, asks the server. By itself at start and every ten minutes. */
  look(): Promise<void>;
  /** Tells what is so now, where something beside the licence has changed. */
  announce(): Promise<void>;
  close(): void;
}

/** The licence of this device, for the screen and for what it allows. */
export function createLicenceService(options: LicenceServiceOptions): LicenceService {
  const { clock, log } = options;
  const opening = openLicenceKeeper({
    store: options.store,
    readMachineId: options.readMachineId ?? readMachineId,
    createInstallId: () => randomBytes(16).toString('hex'),
    issuers: options.issuers ?? PINNED_ISSUERS,
    clock,
    log,
  });
  // Whoever asks is told; nobody may ask at all.
  opening.catch((error: unknown) => log.error('the licence could not be opened', error));
  let contactProblem: string | null = null;
  let lastTold = '';
  let queue: Promise<unknown> = Promise.resolve();

  async function findServer(): Promise<LicenceServer> {
    const address = await options.findBackend();
    if (!address) throw unreachable(null);
    return createLicenceServer(address);
  }

  async function report(keeper: LicenceKeeper): Promise<LicenceStatusReport> {
    const state = await keeper.judge();
    const address = await options.findBackend();
    return {
      state,
      device: {
        id: keeper.deviceId,
        name: options.deviceName,
        platform: options.platform,
        keptIn: options.store.keptIn,
      },
      serverUrl: address?.url ?? null,
      lastContactMs: keeper.record.lastContactMs,
      contactProblem,
      freeTier: {
        isChosen: keeper.record.hasChosenFreeTier,
        limitSec: FREE_TIER_MINUTES_A_DAY * 60,
        usedSec: options.readUsedSec(),
      },
      limits: limitsIn(state, keeper),
    };
  }

  /** One change after the other; everybody is told of what it made of the licence. */
  function change(act: (keeper: LicenceKeeper) => Promise<void>): Promise<LicenceStatusReport> {
    const done = queue.then(async () => {
      const keeper = await opening;
      await act(keeper);
      return await tell(keeper);
    });
    // The caller is told of a failure; the next change only waits for its end.
    queue = Promise.allSettled([done]);
    return done;
  }

  async function tell(keeper: LicenceKeeper): Promise<LicenceStatusReport> {
    const status = await report(keeper);
    const { freeTier: _, ...rest } = status;
    const told = JSON.stringify([rest, status.freeTier.isChosen]);
    if (told !== lastTold) options.onChanged(status);
    lastTold = told;
    return status;
  }

  /** A contact whose failure is part of the status, for who looks later. */
  async function withServer<T>(act: (server: LicenceServer) => Promise<T>): Promise<T> {
    try {
      const result = await act(await findServer());
      contactProblem = null;
      return result;
    } catch (error) {
      if (error instanceof RpcError && error.code === 'SERVER_UNREACHABLE') contactProblem = error.message;
      else contactProblem = null;
      throw error;
    }
  }

  const device = (keeper: LicenceKeeper) => ({
    deviceId: keeper.deviceId,
    deviceName: options.deviceName,
    platform: options.platform,
  });

  const activate = (name: string, input: object, accessToken?: string) =>
    change((keeper) =>
      withServer((server) =>
        keeper.activate(server, () => server.askToken(name, { ...input, ...device(keeper) }, accessToken)),
      ),
    );

  async function look(): Promise<void> {
    await change(async (keeper) => {
      const { token, lastContactMs } = keeper.record;
      if (token === null) return;
      const { kind } = await keeper.judge();
      const sinceContactMs = Math.abs(clock.nowMs() - (lastContactMs ?? 0));
      // What is not well may be healed by a contact at any moment.
      const isDue = kind === 'trial' || kind === 'active' ? sinceContactMs >= CONTACT_INTERVAL_MS : true;
      if (!isDue) return;
      await withServer((server) => keeper.renew(server)).catch((error: unknown) => {
        if (!(error instanceof RpcError)) throw error;
        // Told by the status; the licence goes on to hold offline.
        log.info('the licence was not renewed', { reason: error.message });
      });
    });
  }

  let isFirstLook = true;
  const lookBySelf = () => {
    const work = isFirstLook ? change((keeper) => renewQuietly(keeper)) : look();
    isFirstLook = false;
    work.catch((error: unknown) => log.error('the licence could not be looked at', error));
  };
  /** At a start the server is asked in any case: the moment at which a revocation arrives. */
  async function renewQuietly(keeper: LicenceKeeper): Promise<void> {
    if (keeper.record.token === null) return;
    await withServer((server) => keeper.renew(server)).catch((error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
      log.info('the licence was not renewed', { reason: error.message });
    });
  }
  lookBySelf();
  const timer = setInterval(lookBySelf, LOOK_INTERVAL_MS);
  timer.unref();

  return {
    handlers: {
      'licence.readStatus': async () => report(await opening),
      'licence.activateKey': ({ key }) => {
        const licenceKey = parseLicenceKey(key);
        if (licenceKey === null) throw badKey(KEY_FORM);
        return activate('activate-license', { licenceKey });
      },
      'licence.activateFile'({ content }) {
        const licenceKey = findLicenceKey(content);
        if (licenceKey !== null) return activate('activate-license', { licenceKey });
        const token = content.trim();
        if (!TOKEN_PATTERN.test(token))
          throw badKey(`This file holds no license key, or more than one. ${KEY_FORM}`);
        return change(async (keeper) => {
          const address = await options.findBackend();
          await keeper.acceptFile(token, address && createLicenceServer(address));
        });
      },
      'licence.listOwn': ({ accessToken }) => withServer((server) => server.listOwn(accessToken)),
      'licence.activateOwn': ({ accessToken, licenceId }) =>
        activate('activate-own-license', { licenceId }, accessToken),
      'licence.startTrial': ({ accessToken }) => activate('start-trial', {}, accessToken),
      async 'licence.releaseDevice'({ accessToken, activationId }) {
        const licences = await withServer(async (server) => {
          await server.releaseActivation(accessToken, activationId);
          return server.listOwn(accessToken);
        });
        // It may have been this one.
        await change(renewQuietly);
        return licences;
      },
      'licence.refresh': () => change((keeper) => withServer((server) => keeper.renew(server))),
      'licence.deactivate': () => change((keeper) => withServer((server) => keeper.release(server))),
      'licence.chooseFreeTier': () => change((keeper) => keeper.chooseFreeTier()),
    },
    isLicensed: async () => LICENSED.includes((await (await opening).judge()).kind),
    async readLimits() {
      const keeper = await opening;
      return limitsIn(await keeper.judge(), keeper);
    },
    look,
    async announce() {
      const status = await report(await opening);
      options.onChanged(status);
    },
    close: () => clearInterval(timer),
  };
}

/** Before the Free tier is chosen a device without a licence shows how to get one, and nothing else. */
function limitsIn(state: LicenceState, { record, grantedLimits }: LicenceKeeper): RecordingLimits | null {
  if (state.kind === 'notNeeded') return null;
  if (state.kind === 'trial' || state.kind === 'active' || state.kind === 'grace') {
    const known = recordingLimitsOf(state.plan);
    return known && { ...known, ...grantedLimits };
  }
  return state.kind !== 'none' || record.hasChosenFreeTier ? recordingLimitsOf('free') : null;
}

const badKey = (message: string) =>
  new RpcError('LICENCE_REFUSED', message, { details: { reason: 'BAD_KEY' } });
