import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { PinnedIssuer } from '../../src-main/services/licence/index.ts';
import { deviceIdOf } from '../../src-main/services/licence/record.ts';
import { readMachineId } from '../../src-main/services/licence/machineId.ts';

const DAY_SEC = 86_400;
const ISSUER_URL = 'https://issuer.test.invalid';

const made = await generateKeyPair('EdDSA', { extractable: true });
const key = { ...(await exportJWK(made.publicKey)), kty: 'OKP', crv: 'Ed25519', kid: 'test' } as const;

/** What a host believes whose data folder was given a licence: of keys that only this process has. */
export const TEST_ISSUERS: readonly PinnedIssuer[] = [
  { url: ISSUER_URL, keys: [key as PinnedIssuer['keys'][number]] },
];

/**
 * Gives the host of this data folder a licence, by default without limits, so that it opens its workspace at once. The token is
 * checked as any other; a host believes it that is started with `licenceIssuers: TEST_ISSUERS`.
 */
export async function licenseDataDir(dataDir: string, plan = 'enterprise'): Promise<void> {
  await writeRecord(dataDir, { plan, status: 'active', trialEndsAtMs: null }, ISSUER_URL);
}

/** Gives the host of this data folder a trial, which a host of a process of its own believes as well. */
export async function giveTrial(dataDir: string, plan = 'professional'): Promise<void> {
  const trialEndsAtMs = Date.now() + 14 * DAY_SEC * 1000;
  await writeRecord(dataDir, { plan, status: 'trial', trialEndsAtMs }, 'http://127.0.0.1:9');
}

async function writeRecord(dataDir: string, claims: object, url: string): Promise<void> {
  const installId = randomBytes(16).toString('hex');
  const nowSec = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({
    dev: deviceIdOf(installId, await readMachineId()),
    key: 'SD-TESTS',
    seq: 1,
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'test' })
    .setIssuer('sounddesk')
    .setSubject(randomUUID())
    .setIssuedAt(nowSec)
    .setExpirationTime(nowSec + 14 * DAY_SEC)
    .sign(made.privateKey);
  const record = {
    version: 1,
    installId,
    token,
    memory: { latestSeenMs: 0, highestSequence: {}, refused: {} },
    issuer: { url, keys: [key] },
    lastContactMs: null,
    hasChosenFreeTier: false,
  };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'licence.secret.json'), JSON.stringify(record), { mode: 0o600 });
}
