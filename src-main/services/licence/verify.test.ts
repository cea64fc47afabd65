import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkLicence, rememberContact, rememberTime, type LicenceMemory } from './index.ts';
import { publicKeySchema, trustOf, type PublicKey } from './issuers.ts';

const DAY_MS = 86_400_000;
const ISSUED_MS = Date.UTC(2026, 0, 1);
const LICENCE = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d';
const DEVICE = 'device-0123456789abcdef';
const FRESH: LicenceMemory = { latestSeenMs: 0, highestSequence: {}, refused: {} };

type Pair = { key: CryptoKey; jwk: PublicKey };
let ours: Pair;
let older: Pair;
let foreign: Pair;

async function createKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  return { key: privateKey, jwk: publicKeySchema.parse({ ...(await exportJWK(publicKey)), kid }) };
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
  checkLicence({ token, deviceId, nowMs, memory, trusted: { pinned: [ours.jwk, older.jwk], own: [] } });

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

  it('of a trial has the days left, and ends with the trial without grace', async () => {
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

describe('a token that somebody made', () => {
  const PINNED = 'https://accounts.example';
  const MINE = 'http://127.0.0.1:47810';
  const inTheBuild = () => [{ url: PINNED, keys: [{ ...ours.jwk, kid: 'new' }] }];
  /** As the licence file says: which server, with which keys. */
  const checkFile = (token: string, url: string, keys: PublicKey[], nowMs = ISSUED_MS + DAY_MS) =>
    checkLicence({
      token,
      nowMs,
      deviceId: DEVICE,
      memory: FRESH,
      trusted: trustOf({ url, keys }, inTheBuild()),
    });
  const trial = (changes: object = {}) =>
    sign(foreign, { status: 'trial', trialEndsAtMs: ISSUED_MS + 14 * DAY_MS, ...changes });

  it('with keys of his own beside it is no paid plan, whatever address the file names', async () => {
    const forged = await sign(foreign, { plan: 'enterprise' });
    for (const url of [MINE, 'https://elsewhere.example'])
      expect(await checkFile(forged, url, [foreign.jwk])).toEqual({ kind: 'invalid', reason: 'issuer' });
    // The address of a server that the build knows, with other keys: those of the build count.
    for (const url of [PINNED, `${PINNED}/`, 'HTTPS://ACCOUNTS.example:443'])
      expect(await checkFile(forged, url, [foreign.jwk])).toEqual({ kind: 'invalid', reason: 'signature' });
    expect((await checkFile(await sign(), MINE, [foreign.jwk])).kind).toBe('active');
  });

  it('is a trial at most: of the trial’s plan and limits, and no longer than a trial may be', async () => {
    const good = await checkFile(await trial({ limits: { audioTracks: null, videoSources: null } }), MINE, [
      foreign.jwk,
    ]);
    expect(good).toMatchObject({ kind: 'trial', claims: { plan: 'professional' } });
    expect('claims' in good && good.claims.limits).toBeUndefined();
    for (const changes of [
      { plan: 'enterprise' },
      { plan: 'of a later version' },
      { trialEndsAtMs: null },
      { trialEndsAtMs: ISSUED_MS + 91 * DAY_MS },
      { status: 'active' },
    ])
      expect(await checkFile(await trial(changes), MINE, [foreign.jwk])).toEqual({
        kind: 'invalid',
        reason: 'issuer',
      });
  });

  it('holds no longer than 14 days and 7 of grace, also of our own key', async () => {
    const until = (days: number, from = ISSUED_MS) =>
      new SignJWT({ dev: DEVICE, plan: 'enterprise', status: 'active', seq: 3, trialEndsAtMs: null })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'new' })
        .setIssuer('sounddesk')
        .setSubject(LICENCE)
        .setIssuedAt(from / 1000)
        .setExpirationTime(from / 1000 + days * 86_400)
        .sign(ours.key);
    const at = ISSUED_MS + DAY_MS;
    expect((await check(await until(14), at)).kind).toBe('active');
    for (const days of [14.001, 365, 50 * 365, 0, -1])
      expect(await check(await until(days), at)).toEqual({ kind: 'invalid', reason: 'form' });
    // Made in the future: not before then, and a clock set forward is remembered.
    expect((await check(await until(14, at + DAY_MS), at)).kind).toBe('clockMovedBack');
  });

  it('for somebody else, or with a header that says how to check it', async () => {
    const withHeader = (header: object, claims: object = {}) =>
      new SignJWT({
        dev: DEVICE,
        plan: 'enterprise',
        status: 'active',
        seq: 3,
        trialEndsAtMs: null,
        ...claims,
      })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'new', ...header })
        .setIssuer('sounddesk')
        .setSubject(LICENCE)
        .setIssuedAt(ISSUED_MS / 1000)
        .setExpirationTime((ISSUED_MS + 14 * DAY_MS) / 1000)
        .sign(ours.key);
    expect((await check(await withHeader({}, { aud: 'sounddesk-device' }))).kind).toBe('active');
    for (const aud of ['another', ['sounddesk-device', 'another'], ''])
      expect(await check(await withHeader({}, { aud }))).toEqual({ kind: 'invalid', reason: 'form' });
    for (const header of [
      { jwk: foreign.jwk },
      { jku: 'https://elsewhere.example/keys' },
      { x5u: 'https://elsewhere.example/cert' },
      { kid: undefined },
      { kid: 'unknown' },
    ])
      expect(await check(await withHeader(header))).toEqual({ kind: 'invalid', reason: 'signature' });
  });

  it('of any size', async () => {
    expect(await check(await sign(ours, { key: 'x'.repeat(5000) }))).toEqual({
      kind: 'invalid',
      reason: 'form',
    });
    expect(await check('x'.repeat(50_000_000))).toEqual({ kind: 'invalid', reason: 'form' });
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
