import { hostname, userInfo } from 'node:os';
import type { LicencePlatform } from '../../src-shared/domain/licence.ts';
import { createKeysService } from '../../src-shared/handlers/keys.ts';
import { createAccountsService, NO_ACCOUNTS } from '../services/accounts/index.ts';
import { createGatewayFetch } from '../../src-node/gatewayFetch/index.ts';
import {
  createFileSecretStore,
  createFreeTier,
  createLicenceService,
  createPlanGuard,
  type FindBackend,
} from '../services/licence/index.ts';
import type { AccountsPlace, CoreHub, CorePorts } from './ports.ts';

/** Where people have their accounts; asked while the backend still starts, it is waited for. */
export interface FoundPlace {
  find(): Promise<AccountsPlace>;
  /** Whether the database of the accounts is in this data folder, as far as is known now. */
  hasDatabase: () => boolean;
}

export function findPlace(ports: CorePorts): FoundPlace {
  const place = Promise.resolve(ports.accounts ?? { kind: 'none' as const, reason: NO_ACCOUNTS });
  let hasDatabase = ports.accounts !== undefined;
  void place.then((found) => {
    if (found.kind === 'project') hasDatabase = found.isOnThisMachine;
  });
  return { find: () => place, hasDatabase: () => hasDatabase };
}

/** Accounts, the user's own keys, the licence of this device, and what its plan allows. */
export function openAccounts(
  ports: CorePorts,
  hub: CoreHub,
  parts: { place: FoundPlace; readUsedSec: () => number; stopLive: () => Promise<unknown> },
) {
  const { clock, log } = ports;
  const { place, readUsedSec } = parts;
  const openGateway = ports.openGateway ?? createGatewayFetch;
  const fetchOf = (found: Exclude<AccountsPlace, { kind: 'none' }>) =>
    'socketPath' in found ? openGateway(found.socketPath) : fetch;
  const store = ports.secretStore ?? createFileSecretStore(ports.dataDir);
  const keys = createKeysService({
    store,
    log: (message, error) => log.error(message, error),
    onChanged: (state) => hub.emit('keys.onChanged', state),
  });
  const findBackend: FindBackend = async () => {
    const found = await place.find();
    if (found.kind === 'none') return null;
    return { url: found.url, publicKey: found.anonKey, fetch: fetchOf(found) };
  };
  const licence = createLicenceService({
    store,
    findBackend,
    ...(ports.licenceIssuers ? { issuers: ports.licenceIssuers } : {}),
    deviceName: hostname().slice(0, 120),
    platform: licencePlatform(process.platform),
    readUsedSec,
    clock,
    log,
    onChanged: (status) => hub.emit('licence.onChanged', status),
  });
  const freeTier = createFreeTier({
    isLicensed: () => licence.isLicensed(),
    readUsedSec,
    stopLive: parts.stopLive,
    onUsedUp: () => void licence.announce(),
    log,
  });
  hub.subscribe('engine.onStateChanged', ({ live }) => freeTier.onLiveChanged(live !== null));
  const accounts = createAccountsService({
    async read() {
      const found = await place.find();
      if (found.kind === 'none') return { ...found, userName: readUserName() };
      const { kind, url, anonKey, isOnThisMachine } = found;
      return { kind, url, anonKey, isOnThisMachine };
    },
    async findGateway() {
      const found = await place.find();
      return 'socketPath' in found ? { url: found.url, fetch: fetchOf(found) } : null;
    },
  });
  return {
    keys,
    licence,
    findBackend,
    freeTier,
    secrets: store,
    plan: createPlanGuard(() => licence.readLimits()),
    handlers: { ...accounts.handlers, ...keys.handlers, ...licence.handlers },
    close() {
      freeTier.close();
      licence.close();
    },
  };
}

function licencePlatform(platform: NodeJS.Platform): LicencePlatform {
  if (platform === 'darwin') return 'mac';
  return platform === 'win32' ? 'windows' : 'linux';
}

/** The name that this user has on this machine. */
function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry in the user list, as containers have it: there is no name to be had.
    return 'local user';
  }
}
