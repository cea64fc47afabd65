import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkLicence } from '../../src-main/services/licence/index.ts';
import { publicKeySchema } from '../../src-main/services/licence/issuers.ts';
import { createLicenceKey } from '../../src-shared/domain/licence.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let owner: Person;
let superAdmin: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'licensee@example.org');
  superAdmin = await createSuperAdmin(backend);
});
afterAll(() => backend.close());

const DEVICE = 'device-0123456789abcdef';
const FRESH = { latestSeenMs: 0, highestSequence: {}, refused: {} };

async function makeLicence(maxDevices = 1) {
  const key = createLicenceKey(randomBytes);
  const { rows } = await backend.owner.query<{ id: string }>(
    `insert into license_keys (user_id, user_email, key_hash, key_prefix, platform, max_devices, trial_ends_at)
     values ($1, $2, $3, $4, 'desktop', $5, now() + interval '14 days') returning id`,
    [owner.userId, owner.email, createHash('sha256').update(key).digest(), key.slice(0, 8), maxDevices],
  );
  // Every test asks from this machine: its limit is not what they are about.
  await backend.owner.query('delete from private.rate_limits');
  return { key, id: rows[0]?.id ?? '' };
}

async function call(name: string, input: object) {
  const response = await fetch(`${backend.services.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: inject('cluster').secrets.anonKey },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as { data?: { token: string }; error?: { code: string } };
  return { status: response.status, token: body.data?.token ?? '', code: body.error?.code };
}
const activate = (licenceKey: string, deviceId = DEVICE) =>
  call('activate-license', { licenceKey, deviceId, deviceName: 'Desk', platform: 'linux' });

const stateOf = (token: string, nowMs = Date.now()) =>
  checkLicence({
    token,
    deviceId: DEVICE,
    nowMs,
    memory: FRESH,
    trusted: { pinned: [publicKeySchema.parse(inject('cluster').secrets.licencePublicJwk)], own: [] },
  });

describe('activating a licence', () => {
  it('gives a token that holds offline, for this device', async () => {
    const { key } = await makeLicence();
    const { status, token } = await activate(` ${key.toLowerCase()} `);
    expect(status).toBe(200);
    expect(await stateOf(token)).toMatchObject({ kind: 'trial', daysLeft: 14 });
  });

  it('says what the plan allows: by the server, signed, of the licence’s own plan', async () => {
    const { key, id } = await makeLicence();
    const limitsOf = (token: string) =>
      (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>)
        .limits;
    const { token } = await activate(key);
    expect(limitsOf(token)).toEqual({
      audioTracks: 4,
      videoSources: 2,
      broadcasting: true,
      voiceAi: true,
      apiAccess: false,
    });
    await backend.owner.query(`update license_keys set plan_id = 'essential' where id = $1`, [id]);
    const next = await call('refresh-license', { token, deviceId: DEVICE });
    expect(limitsOf(next.token)).toEqual({
      audioTracks: 1,
      videoSources: 1,
      broadcasting: false,
      voiceAi: false,
      apiAccess: false,
    });
  });

  it('counts devices once each, and frees them', async () => {
    const { key } = await makeLicence();
    const { token } = await activate(key);
    expect((await activate(key)).status).toBe(200);
    expect(await activate(key, 'another-device-0123')).toMatchObject({
      status: 409,
      code: 'TOO_MANY_DEVICES',
    });
    expect((await call('release-license', { token, deviceId: DEVICE })).status).toBe(200);
    expect((await activate(key, 'another-device-0123')).status).toBe(200);
    expect((await call('refresh-license', { token, deviceId: DEVICE })).code).toBe('DEVICE_NOT_ACTIVE');
  });

  it('allows no more devices than the licence has, also by fifty requests at once', async () => {
    const { key } = await makeLicence(3);
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        activate(key, `racing-device-${String(index).padStart(4, '0')}`),
      ),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(tries.filter(({ code }) => code === 'TOO_MANY_DEVICES')).toHaveLength(47);
  });

  it('refuses what is no key, and an unknown one', async () => {
    await makeLicence();
    expect((await activate('SD-ABC')).code).toBe('BAD_KEY');
    expect((await activate(createLicenceKey(randomBytes))).code).toBe('NOT_FOUND');
  });

  it('can be tried so often only', async () => {
    await makeLicence();
    const codes = new Set<string | undefined>();
    for (let attempt = 0; attempt < 61; attempt += 1)
      codes.add((await activate(createLicenceKey(randomBytes))).code);
    expect([...codes]).toEqual(['NOT_FOUND', 'TOO_MANY_REQUESTS']);
  });
});

describe('a licence that is contacted again', () => {
  it('gets newer tokens, until it is revoked for good', async () => {
    const { key, id } = await makeLicence();
    const { token } = await activate(key);
    const next = await call('refresh-license', { token, deviceId: DEVICE });
    expect(await stateOf(next.token)).toMatchObject({ claims: { seq: 2 } });
    const set = (new_status: string) =>
      superAdmin.client.rpc('set_license_status', { license_id: id, new_status });
    expect((await set('active')).error).toBeNull();
    expect((await set('revoked')).error).toBeNull();
    expect((await set('active')).error?.message).toContain('cannot be made active');
    expect((await call('refresh-license', { token, deviceId: DEVICE })).code).toBe('REVOKED');
    expect((await activate(key)).code).toBe('REVOKED');
  });

  it('refuses a token of another device or of nobody', async () => {
    const { key } = await makeLicence();
    const { token } = await activate(key);
    expect((await call('refresh-license', { token, deviceId: 'another-device-0123' })).code).toBe(
      'BAD_TOKEN',
    );
    expect((await call('refresh-license', { token: `${token}x`, deviceId: DEVICE })).code).toBe('BAD_TOKEN');
  });

  it('ends with its trial', async () => {
    const { key, id } = await makeLicence();
    await backend.owner.query(
      `update license_keys set trial_ends_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    expect((await activate(key)).code).toBe('EXPIRED');
  });
});

describe('the screen of licences', () => {
  it("is a super admin's: counts, search and pages", async () => {
    const { key } = await makeLicence();
    const found = await superAdmin.client.rpc('search_licenses', { search: key });
    expect(found.data).toHaveLength(1);
    const byMail = await superAdmin.client.rpc('search_licenses', { search: 'LICENSEE@', page_size: 2 });
    expect(byMail.data).toHaveLength(2);
    const counts = await superAdmin.client.rpc('license_counts');
    const { rows } = await backend.owner.query(
      'select status, count(*)::int as total from license_keys group by 1 order by 1',
    );
    expect((counts.data as { total: number }[]).filter(({ total }) => total > 0)).toEqual(rows);
    expect((await owner.client.rpc('search_licenses', {})).error?.code).toBe('42501');
  });
});
