import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { deviceIdOf } from '../../src-main/services/licence/record.ts';
import { readMachineId } from '../../src-main/services/licence/machineId.ts';

const DAY_SEC = 86_400;

/**
 * Gives the host of this data folder a licence, by default without limits, so that it opens its workspace at once. The token is
 * checked as any other: it is of an issuer of the test's own, with keys of its own, for this device.
 */
export async function licenseDataDir(dataDir: string, plan = 'enterprise'): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const key = { ...(await exportJWK(publicKey)), kid: 'test' };
  const installId = randomBytes(16).toString('hex');
  const nowSec = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({
    dev: deviceIdOf(installId, await readMachineId()),
    key: 'SD-TESTS',
    plan,
    status: 'active',
    seq: 1,
    trialEndsAtMs: null,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'test' })
    .setIssuer('sounddesk')
    .setSubject(randomUUID())
    .setIssuedAt(nowSec)
    .setExpirationTime(nowSec + 14 * DAY_SEC)
    .sign(privateKey);
  const record = {
    version: 1,
    installId,
    token,
    memory: { latestSeenMs: 0, highestSequence: {}, refused: {} },
    issuer: { url: 'https://issuer.test.invalid', keys: [key] },
    lastContactMs: null,
    hasChosenFreeTier: false,
  };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'licence.secret.json'), JSON.stringify(record), { mode: 0o600 });
}
