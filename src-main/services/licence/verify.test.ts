import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkLicence, rememberContact, rememberTime, type LicenceMemory } from './index.ts';

const DAY_MS = 86_400_000;
const ISSUED_MS = Date.UTC(2026, 0, 1);
const LICENCE = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d';
const DEVICE = 'device-0123456789abcdef';
const FRESH: LicenceMemory = { latestSeenMs: 0, highestSequence: {}, refused: {} };

let ours: { key: CryptoKey; jwk: JWK };
let older: { key: CryptoKey; jwk: JWK };
let foreign: { key: CryptoKey; jwk: JWK };

async function createKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  return { key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid } };
}
beforeAll(async () => {
  [ours, older, foreign] = await Promise.all([createKey('new'), createKey('old'), createKey('new')]);
});

function sign(by = ours, changes: Record<string, unknown> = {}, kid = by.jwk.kid ?? '') {
  const claims = {
    dev: DEVICE,
    plan: 'professional',
    status: 'active',
    seq: 3,
    trialEndsAtMs: null,
    ...changes,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setIssuer('sounddesk')
    .setSubject(LICENCE)
    .setIssuedAt(ISSUED_MS / 1000)
    .setExpirationTime((ISSUED_MS + 14 * DAY_MS) / 1000)
    .sign(by.key);
}

const check = (token: string | null, nowMs = ISSUED_MS + DAY_MS, memory = FRESH, deviceId = DEVICE) =>
  checkLicence({ token, deviceId, nowMs, memory, publicKeys: [ours.jwk, older.jwk] });

describe('a good token', () => {
  it('is active for 14 days, in grace for 7, and then expired', async () => {
    const token = await sign();
    const kindAt = async (days: number) => (await check(token, ISSUED_MS + days * DAY_MS)).kind;
    expect(await kindAt(0)).toBe('active');
    expect(await kindAt(13.99)).toBe('active');
    expect(await check(token, ISSUED_MS + 14 * DAY_MS)).toMatchObject({ kind: 'grace', daysLeft: 7 });
    expect(await kindAt(20.99)).toBe('grace');
    expect(await kindAt(21)).toBe('expired');
  });

  it('of a trial tells the days left, and ends with the trial without grace', async () => {
    const token = await sign(ours, { status: 'trial', trialEndsAtMs: ISSUED_MS + 7 * DAY_MS });
    expect(await check(token, ISSUED_MS + 5.5 * DAY_MS)).toMatchObject({ kind: 'trial', daysLeft: 2 });
    expect(await check(token, ISSUED_MS + 7 * DAY_MS)).toMatchObject({ kind: 'expired' });
  });

  it('of the key before is accepted', async () => {
    expect((await check(await sign(older))).kind).toBe('active');
  });
});

describe('a token that is refused', () => {
  it('was tampered with', async () => {
    const [head, body = '', signature] = (await sign()).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...claims, plan: 'enterprise' })).toString('base64url');
    expect(await check([head, changed, signature].join('.'))).toEqual({
      kind: 'invalid',
      reason: 'signature',
    });
  });

  it('is unsigned, or signed by a shared secret that is the public key', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = (await sign()).split('.')[1] ?? '';
    expect((await check(`${encode({ alg: 'none', kid: 'new' })}.${body}.`)).kind).toBe('invalid');
    const confused = await new SignJWT({ dev: DEVICE, seq: 9 })
      .setProtectedHeader({ alg: 'HS256', kid: 'new' })
      .sign(Buffer.from(ours.jwk.x ?? '', 'base64url'));
    expect((await check(confused)).kind).toBe('invalid');
  });

  it("is of another key, also under our key's name", async () => {
    expect((await check(await sign(foreign))).kind).toBe('invalid');
    expect((await check(await sign(foreign, {}, 'unknown'))).kind).toBe('invalid');
  });

  it('is of another device', async () => {
    expect((await check(await sign(), ISSUED_MS, FRESH, 'device-of-somebody-else')).kind).toBe('wrongDevice');
  });

  it('is older than one that was accepted, or of a revoked licence', async () => {
    const replayed = { ...FRESH, highestSequence: { [LICENCE]: 4 } };
    expect(await check(await sign(), ISSUED_MS, replayed)).toEqual({ kind: 'invalid', reason: 'replayed' });
    expect((await check(await sign(), ISSUED_MS, { ...FRESH, refused: { [LICENCE]: 'revoked' } })).kind).toBe(
      'revoked',
    );
  });

  it('is missing, or lacks what it must say', async () => {
    expect(await check(null)).toEqual({ kind: 'invalid', reason: 'missing' });
    expect(await check(await sign(ours, { dev: 7 }))).toEqual({ kind: 'invalid', reason: 'form' });
  });
});

describe('the clock', () => {
  it('may stand five minutes back, not more, and any contact heals it', async () => {
    const token = await sign();
    const memory = rememberTime(FRESH, ISSUED_MS + 10 * DAY_MS);
    expect((await check(token, ISSUED_MS + 10 * DAY_MS - 299_000, memory)).kind).toBe('active');
    const back = await check(token, ISSUED_MS + 10 * DAY_MS - 301_000, memory);
    expect(back).toEqual({ kind: 'clockMovedBack', latestSeenMs: ISSUED_MS + 10 * DAY_MS });
    const state = await check(token);
    if (state.kind !== 'active') throw new Error(state.kind);
    expect((await check(token, ISSUED_MS + DAY_MS, rememberContact(memory, state.claims))).kind).toBe(
      'active',
    );
  });

  it('set back before the token was made is noticed without any memory', async () => {
    expect((await check(await sign(), ISSUED_MS - DAY_MS)).kind).toBe('clockMovedBack');
  });

  it('set forward and back again does not lengthen anything', async () => {
    const ahead = rememberTime(FRESH, ISSUED_MS + 30 * DAY_MS);
    expect((await check(await sign(), ISSUED_MS + DAY_MS, ahead)).kind).toBe('clockMovedBack');
  });
});
