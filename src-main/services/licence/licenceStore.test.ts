import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createFileSecretStore } from './fileSecretStore.ts';
import { publicKeySchema } from './issuers.ts';
import { openLicenceStore } from './licenceStore.ts';
import { refusalReason, type LicenceServer } from './server.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const LICENCE = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d';

/** A device with no account server built in, and an account server that signs a paid plan with its own key. */
async function createRig(release: LicenceServer['release']) {
  const log = createRecordingLog();
  const licence = await openLicenceStore({
    store: createFileSecretStore(temporaryDir()),
    readMachineId: () => Promise.resolve('machine-one'),
    createInstallId: () => 'install-one-0123456789',
    issuers: [],
    clock: { nowMs: () => NOW_MS },
    log,
  });
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const key = publicKeySchema.parse({ ...(await exportJWK(publicKey)), kid: 'own' });
  const claims = {
    dev: licence.deviceId,
    plan: 'professional',
    status: 'active',
    seq: 1,
    trialEndsAtMs: null,
  };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: 'own' })
    .setIssuer('sounddesk')
    .setSubject(LICENCE)
    .setIssuedAt(NOW_MS / 1000)
    .setExpirationTime(NOW_MS / 1000 + 14 * 86_400)
    .sign(privateKey);
  const unused = () => Promise.reject(new Error('is not asked here'));
  const server: LicenceServer = {
    url: 'http://127.0.0.1:54321',
    askToken: unused,
    readIssuerKeys: () => Promise.resolve([key]),
    listOwn: unused,
    release,
    releaseActivation: unused,
  };
  const reason = await licence
    .activate(server, () => Promise.resolve(token))
    .then(
      () => null,
      (error: unknown) => refusalReason(error),
    );
  return { log, licence, reason };
}

describe('a paid plan of a server that the build does not know', () => {
  it('is refused, and the device is released at the server', async () => {
    const released: string[] = [];
    const { log, licence, reason } = await createRig((_, deviceId) => {
      released.push(deviceId);
      return Promise.resolve();
    });
    expect(reason).toBe('ISSUER_NOT_TRUSTED');
    expect(released).toEqual([licence.deviceId]);
    expect(log.entries).toEqual([]);
  });

  it('is refused for the same reason where the release fails, which is in the log', async () => {
    const { log, reason } = await createRig(() => Promise.reject(new Error('no network')));
    expect(reason).toBe('ISSUER_NOT_TRUSTED');
    expect(log.entries).toEqual([
      'a device whose licence was refused is still counted by the server: Error: no network',
    ]);
  });
});
