import { randomBytes } from 'node:crypto';
import {
  type licenceContract,
  type LicenceStatusReport,
  LICENSED,
} from '../../../src-shared/contract/licence.ts';
import { findLicenceKey, parseLicenceKey, type LicencePlatform } from '../../../src-shared/domain/licence.ts';
import type { RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log, SecretStore } from '../ports.ts';
import { ServerContact, type FindBackend } from './contact.ts';
import { openLicenceStore } from './licenceStore.ts';
import { PINNED_ISSUERS, type PinnedIssuer } from './issuers.ts';
import { readMachineId } from './machineId.ts';
import { refuse } from './refusals.ts';
import { Renewals } from './renewals.ts';
import { LicenceStatus, limitsIn } from './status.ts';

const TOKEN_PATTERN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const KEY_FORM = 'A license key has the form SD-XXXXX-XXXXX-XXXXX-XXXXX.';

export interface LicenceServiceOptions {
  store: SecretStore;
  findBackend: FindBackend;
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
  /** Looks at the state and, where it is time, asks the server. On its own at start and every ten minutes. */
  look(): Promise<void>;
  /** Says what is so now, where something beside the licence has changed. */
  announce(): Promise<void>;
  close(): void;
}

/** The licence of this device, for the screen and for what it allows. */
export function createLicenceService(options: LicenceServiceOptions): LicenceService {
  const { clock, log } = options;
  const opening = openLicenceStore({
    store: options.store,
    readMachineId: options.readMachineId ?? readMachineId,
    createInstallId: () => randomBytes(16).toString('hex'),
    issuers: options.issuers ?? PINNED_ISSUERS,
    clock,
    log,
  });
  // Anyone who asks is notified; nobody may ask at all.
  opening.catch((error: unknown) => log.error('the licence could not be opened', error));
  const contact = new ServerContact(options.findBackend);
  const status = new LicenceStatus(options, opening, contact);
  const renewals = new Renewals({ status, contact, clock, log });
  return {
    handlers: createLicenceHandlers(options, status, contact, renewals),
    isLicensed: async () => LICENSED.includes((await (await opening).judge()).kind),
    async readLimits() {
      const licence = await opening;
      return limitsIn(await licence.judge(), licence);
    },
    look: () => renewals.look(),
    announce: () => status.announce(),
    close: () => renewals.close(),
  };
}

function createLicenceHandlers(
  { deviceName, platform }: Pick<LicenceServiceOptions, 'deviceName' | 'platform'>,
  status: LicenceStatus,
  contact: ServerContact,
  renewals: Renewals,
): Handlers<typeof licenceContract> {
  const activate = (name: string, input: object, accessToken?: string) =>
    status.change((licence) =>
      contact.ask((server) => {
        const { deviceId } = licence;
        const ask = () => server.askToken(name, { ...input, deviceId, deviceName, platform }, accessToken);
        return licence.activate(server, ask);
      }),
    );

  return {
    'licence.readStatus': () => status.read(),
    'licence.activateKey': ({ key }) => {
      const licenceKey = parseLicenceKey(key);
      if (licenceKey === null) throw refuse('BAD_KEY', KEY_FORM);
      return activate('activate-license', { licenceKey });
    },
    'licence.activateFile'({ content }) {
      const licenceKey = findLicenceKey(content);
      if (licenceKey !== null) return activate('activate-license', { licenceKey });
      const token = content.trim();
      if (!TOKEN_PATTERN.test(token))
        throw refuse('BAD_KEY', `This file holds no license key, or more than one. ${KEY_FORM}`);
      return status.change(async (licence) => licence.acceptFile(token, await contact.find()));
    },
    'licence.listOwn': ({ accessToken }) => contact.ask((server) => server.listOwn(accessToken)),
    'licence.activateOwn': ({ accessToken, licenceId }) =>
      activate('activate-own-license', { licenceId }, accessToken),
    'licence.startTrial': ({ accessToken }) => activate('start-trial', {}, accessToken),
    async 'licence.releaseDevice'({ accessToken, activationId }) {
      const licences = await contact.ask(async (server) => {
        await server.releaseActivation(accessToken, activationId);
        return server.listOwn(accessToken);
      });
      // It may have been this one.
      await status.change((licence) => renewals.renew(licence));
      return licences;
    },
    'licence.refresh': () => status.change((licence) => contact.ask((server) => licence.renew(server))),
    'licence.deactivate': () => status.change((licence) => contact.ask((server) => licence.release(server))),
    'licence.chooseFreeTier': () => status.change((licence) => licence.chooseFreeTier()),
  };
}
