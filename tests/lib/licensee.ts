import { createFileSecretStore, createLicenceService } from '../../src-main/services/licence/index.ts';
import type { LicenceState, LicenceStatusReport } from '../../src-shared/contract/licence.ts';
import type { PinnedIssuer } from '../../src-main/services/licence/index.ts';
import type { BackendAddress } from '../../src-main/services/ports.ts';
import type { Secrets } from '../../supabase/embedded/secrets.ts';
import { createRecordingLog } from './recordingLog.ts';

type Address = Omit<BackendAddress, 'fetch'>;

/** A device with its licence service, on a real account server. */
export interface Device {
  /** Moves this device's clock. */
  clock: { offsetMs: number };
  server: { address: Address | null };
  log: ReturnType<typeof createRecordingLog>;
  reported: LicenceStatusReport[];
  call: ReturnType<typeof createLicenceService>['handlers'];
  state(): Promise<LicenceState>;
  look(): Promise<void>;
  close(): void;
}

export interface DeviceOptions {
  dir: string;
  address: Address | null;
  machineId?: string;
  name?: string;
  usedSec?: () => number;
  clock?: { offsetMs: number };
  /** Account servers that its build knows; none without it. */
  issuers?: readonly PinnedIssuer[];
}

/** An account server as a build knows it. */
export function issuerAt(url: string, { licencePrivateJwk }: Secrets): PinnedIssuer {
  const { kid, x } = licencePrivateJwk;
  return { url, keys: [{ kty: 'OKP', crv: 'Ed25519', kid: String(kid), x: String(x) }] };
}

/** Starts the service of a device whose data folder is `dir`, as a host would. */
export function startDevice(options: DeviceOptions): Device {
  const clock = options.clock ?? { offsetMs: 0 };
  const server = { address: options.address };
  const log = createRecordingLog();
  const reported: LicenceStatusReport[] = [];
  const service = createLicenceService({
    store: createFileSecretStore(options.dir),
    findBackend: () => server.address && { ...server.address, fetch },
    issuers: options.issuers ?? [],
    deviceName: options.name ?? 'Desk',
    platform: 'linux',
    readMachineId: () => Promise.resolve(options.machineId ?? 'machine-one'),
    readUsedSec: options.usedSec ?? (() => 0),
    clock: { nowMs: () => Date.now() + clock.offsetMs },
    log,
    onChanged: (status) => reported.push(status),
  });
  const context = { signal: new AbortController().signal };
  return {
    clock,
    server,
    log,
    reported,
    call: service.handlers,
    state: async () => (await service.handlers['licence.readStatus'](undefined, context)).state,
    look: () => service.look(),
    close: () => service.close(),
  };
}

/** For handlers that take no notice of it. */
export const CONTEXT = { signal: new AbortController().signal };
