import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { RpcError } from '../../src-shared/contract/errors.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { CONTEXT, issuerAt, startDevice, type Device, type DeviceOptions } from '../lib/licensee.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const DAY_MS = 86_400_000;
let backend: TestBackend;
let owner: Person;
let superAdmin: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'device-owner@example.org');
  superAdmin = await createSuperAdmin(backend);
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.offsetMs = 0;
  await backend.owner.query('delete from private.rate_limits');
});

const address = () => ({ url: backend.services.url, publicKey: inject('cluster').secrets.anonKey });
const NOBODY = { url: 'http://127.0.0.1:9', publicKey: 'nobody' };

function device(options: Partial<DeviceOptions> = {}): Device & { dir: string } {
  const dir = options.dir ?? temporaryDir();
  const issuers = [issuerAt(backend.services.url, inject('cluster').secrets)];
  const started = startDevice({ address: address(), issuers, ...options, dir });
  onTestFinished(() => started.close());
  return { ...started, dir };
}

async function createLicence(days = 30): Promise<{ id: string; key: string }> {
  const { data } = await superAdmin.client.functions.invoke<{
    data: { licenceId: string; licenceKey: string };
  }>('generate-license', {
    body: { userEmail: owner.email, platform: 'desktop', trialDays: days },
  });
  return { id: data?.data.licenceId ?? '', key: data?.data.licenceKey ?? '' };
}
const setStatus = (id: string, status: string) =>
  superAdmin.client.rpc('set_license_status', { license_id: id, new_status: status });

const activate = (of: Device, key: string) => of.call['licence.activateKey']({ key }, CONTEXT);
const refresh = (of: Device) => of.call['licence.refresh'](undefined, CONTEXT);

/** An active licence (not a trial) on a device of its own. */
async function activeDevice(options: Partial<DeviceOptions> = {}) {
  const licence = await createLicence();
  const machine = device(options);
  await activate(machine, licence.key);
  await setStatus(licence.id, 'active');
  await refresh(machine);
  return { licence, machine };
}
const recordPath = (dir: string) => join(dir, 'licence.secret.json');
const readRecord = (dir: string) =>
  JSON.parse(readFileSync(recordPath(dir), 'utf8')) as { token: string; issuer: { keys: object[] } };
function changeRecord(dir: string, change: (record: ReturnType<typeof readRecord>) => object): void {
  writeFileSync(recordPath(dir), JSON.stringify(change(readRecord(dir))), { mode: 0o600 });
}
async function reasonOf(work: unknown): Promise<unknown> {
  try {
    await work;
    return 'taken';
  } catch (error) {
    return error instanceof RpcError ? (error.details?.reason ?? error.code) : error;
  }
}
const attempt = (work: () => unknown): Promise<unknown> => reasonOf((async () => work())());

describe('a device', () => {
  it('has no licence at first, and one that holds offline after a key', async () => {
    const { key } = await createLicence(14);
    const machine = device();
    expect(await machine.state()).toEqual({ kind: 'none' });
    const status = await activate(machine, ` ${key.toLowerCase()} `);
    expect(status).toMatchObject({
      state: { kind: 'trial', daysLeft: 14, keyPrefix: key.slice(0, 8), plan: 'professional' },
      device: { name: 'Desk', keptIn: 'file' },
      contactProblem: null,
    });
    expect(machine.reported.at(-1)).toEqual(status);
    expect(statSync(recordPath(machine.dir)).mode & 0o777).toBe(0o600);
    const offline = device({ dir: machine.dir, address: NOBODY });
    expect((await offline.state()).kind).toBe('trial');
  });

  it('takes a key from a file, and a token that was made for it', async () => {
    const { key } = await createLicence();
    const machine = device();
    const take = (content: string) => machine.call['licence.activateFile']({ content }, CONTEXT);
    expect(await attempt(() => take('nothing in here'))).toBe('BAD_KEY');
    expect(await attempt(() => take(`${key}\nSD-AAAAA-BBBBB-CCCCC-DDDDD`))).toBe('BAD_KEY');
    expect((await take(`Your license:\n\n  ${key}\n`)).state.kind).toBe('trial');
    const { token } = readRecord(machine.dir);
    await machine.call['licence.deactivate'](undefined, CONTEXT);
    machine.server.address = NOBODY;
    expect((await take(`${token}\n`)).state.kind).toBe('trial');
    expect(await attempt(() => device().call['licence.activateFile']({ content: token }, CONTEXT))).toBe(
      'WRONG_DEVICE',
    );
  });

  it('says what is wrong with a key, and keeps what it had', async () => {
    const { machine } = await activeDevice();
    expect(await attempt(() => activate(machine, 'SD-1'))).toBe('BAD_KEY');
    expect(await attempt(() => activate(machine, 'SD-AAAAA-BBBBB-CCCCC-DDDDD'))).toBe('NOT_FOUND');
    expect((await machine.state()).kind).toBe('active');
  });

  it('starts the trial of an account, chooses a licence of it, and frees another device', async () => {
    const person = await createPerson(backend, 'own@example.org');
    const session = (await person.client.auth.getSession()).data.session;
    const accessToken = session?.access_token ?? '';
    const first = device({ machineId: 'first', name: 'First' });
    expect(await first.call['licence.startTrial']({ accessToken }, CONTEXT)).toMatchObject({
      state: { kind: 'trial', daysLeft: 14 },
      limits: { plan: 'professional', audioTracks: 4, videoSources: 2 },
    });
    const second = device({ machineId: 'second', name: 'Second' });
    const [own] = await second.call['licence.listOwn']({ accessToken }, CONTEXT);
    const choose = () =>
      second.call['licence.activateOwn']({ accessToken, licenceId: own?.id ?? '' }, CONTEXT);
    expect(await attempt(choose)).toBe('TOO_MANY_DEVICES');
    expect(own?.devices.map(({ name }) => name)).toEqual(['First']);
    const left = await second.call['licence.releaseDevice'](
      { accessToken, activationId: own?.devices[0]?.id ?? '' },
      CONTEXT,
    );
    expect(left[0]?.devices).toEqual([]);
    expect((await choose()).state.kind).toBe('trial');
    expect((await refresh(first)).state).toEqual({ kind: 'deactivated' });
  });

  it('gives its place back, and has none then', async () => {
    const { licence, machine } = await activeDevice();
    expect((await machine.call['licence.deactivate'](undefined, CONTEXT)).state).toEqual({ kind: 'none' });
    expect((await activate(device({ machineId: 'other' }), licence.key)).state.kind).toBe('active');
  });

  it('says where no server is, and continues with the Free tier', async () => {
    const machine = device({ address: null });
    expect(await attempt(() => activate(machine, 'SD-AAAAA-BBBBB-CCCCC-DDDDD'))).toBe('SERVER_UNREACHABLE');
    const chosen = await machine.call['licence.chooseFreeTier'](undefined, CONTEXT);
    expect(chosen.freeTier).toEqual({ isChosen: true, limitSec: 1800, usedSec: 0 });
    expect(chosen.limits).toEqual({ plan: 'free', audioTracks: 1, videoSources: 1 });
    // For who reads it on a screen: no commands.
    expect(chosen.contactProblem).toMatch(/not connected to an account server.*Free tier/);
    expect(chosen.contactProblem).not.toMatch(/sounddesk backend|SUPABASE/);
  });

  it('sends keys to nobody on an unencrypted way', async () => {
    const machine = device({ address: { url: 'http://192.0.2.1', publicKey: 'x' } });
    const send = async () => activate(machine, 'SD-AAAAA-BBBBB-CCCCC-DDDDD');
    await expect(send()).rejects.toThrow('not secure');
  });
});

describe('without contact', () => {
  it('is active for 14 days, in grace for 7, then over, and healed by a contact', async () => {
    const { machine } = await activeDevice();
    machine.server.address = NOBODY;
    const after = async (days: number) => {
      machine.clock.offsetMs = days * DAY_MS;
      await machine.look();
      return machine.state();
    };
    expect((await after(13)).kind).toBe('active');
    expect(await after(15)).toMatchObject({ kind: 'grace', daysLeft: 6 });
    expect(await after(22)).toMatchObject({ kind: 'expired', why: 'noContact' });
    machine.server.address = address();
    backend.clock.offsetMs = machine.clock.offsetMs;
    await machine.look();
    expect((await machine.state()).kind).toBe('active');
  });

  it('notices a clock that was set back, after a restart too; a contact with the right time heals it', async () => {
    const { machine } = await activeDevice();
    machine.server.address = NOBODY;
    machine.clock.offsetMs = 10 * DAY_MS;
    expect((await machine.state()).kind).toBe('active');
    machine.clock.offsetMs = 0;
    expect((await machine.state()).kind).toBe('clockMovedBack');
    const restarted = device({ dir: machine.dir, address: NOBODY });
    expect((await restarted.state()).kind).toBe('clockMovedBack');
    restarted.server.address = address();
    await restarted.look();
    expect((await restarted.state()).kind).toBe('active');
  });
});

describe('after a revocation', () => {
  it('the next contact ends it, and no token of before brings it back', async () => {
    const { licence, machine } = await activeDevice();
    const before = readRecord(machine.dir).token;
    await setStatus(licence.id, 'revoked');
    expect((await machine.state()).kind).toBe('active');
    expect((await refresh(machine)).state).toEqual({ kind: 'revoked' });
    changeRecord(machine.dir, (record) => ({ ...record, token: before }));
    const restarted = device({ dir: machine.dir, address: NOBODY });
    expect((await restarted.state()).kind).toBe('revoked');
    const take = () => restarted.call['licence.activateFile']({ content: before }, CONTEXT);
    expect(await attempt(take)).toBe('NOT_VALID');
    expect(await attempt(() => activate(device(), licence.key))).toBe('REVOKED');
  });

  it('is reported at the next start', async () => {
    const { licence, machine } = await activeDevice();
    await setStatus(licence.id, 'revoked');
    machine.close();
    const restarted = device({ dir: machine.dir });
    await expect.poll(() => restarted.reported.at(-1)?.state).toEqual({ kind: 'revoked' });
  });

  it('of which a licence was expired, it says so', async () => {
    const { licence, machine } = await activeDevice();
    await setStatus(licence.id, 'expired');
    expect((await refresh(machine)).state).toMatchObject({ kind: 'expired', why: 'ended' });
  });
});

describe('a kept licence that is not in order', () => {
  it('is of another device where the folder was copied', async () => {
    const { machine } = await activeDevice();
    const copy = temporaryDir();
    cpSync(machine.dir, copy, { recursive: true });
    const elsewhere = device({ dir: copy, machineId: 'machine-two' });
    expect((await elsewhere.state()).kind).toBe('wrongDevice');
    // The server does not renew it there either.
    await elsewhere.look();
    expect((await elsewhere.state()).kind).toBe('wrongDevice');
  });

  it('is refused where it was changed, unsigned, or signed by another key', async () => {
    const { machine } = await activeDevice();
    const { token } = readRecord(machine.dir);
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const later = encode({ ...claims, plan: 'enterprise', exp: Number(claims.exp) + 1e8 });
    const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey);
    for (const bad of [
      `${head}.${later}.${signature}`,
      `${encode({ alg: 'none', kid })}.${later}.`,
      `${encode({ alg: 'none', kid })}.${body}.${signature}`,
      foreign,
      'no token',
    ]) {
      changeRecord(machine.dir, (record) => ({ ...record, token: bad }));
      const restarted = device({ dir: machine.dir, address: NOBODY });
      expect(await restarted.state()).toEqual({ kind: 'damaged', reason: 'signature' });
      restarted.server.address = address();
      const take = () => restarted.call['licence.activateFile']({ content: bad }, CONTEXT);
      expect(await attempt(take)).toMatch(/^(UNVERIFIABLE_SIGNATURE|BAD_KEY)$/);
    }
  });

  it('is refused where an older token was put back', async () => {
    const { machine } = await activeDevice();
    const older = readRecord(machine.dir).token;
    await refresh(machine);
    changeRecord(machine.dir, (record) => ({ ...record, token: older }));
    const restarted = device({ dir: machine.dir, address: NOBODY });
    expect(await restarted.state()).toEqual({ kind: 'damaged', reason: 'replayed' });
  });

  it('is refused where the file cannot be read, and healed by a key', async () => {
    const { licence, machine } = await activeDevice();
    await machine.call['licence.deactivate'](undefined, CONTEXT);
    for (const content of ['', '{"version":1', 'null', '{}']) {
      writeFileSync(recordPath(machine.dir), content);
      const restarted = device({ dir: machine.dir });
      expect(await restarted.state()).toEqual({ kind: 'damaged', reason: 'unreadable' });
      expect((await activate(restarted, licence.key)).state.kind).toBe('active');
      await restarted.call['licence.deactivate'](undefined, CONTEXT);
    }
  });

  it('is not asked for at another account server', async () => {
    const { machine } = await activeDevice();
    machine.server.address = { ...address(), url: address().url.replace('127.0.0.1', 'localhost') };
    expect((await refresh(machine)).state.kind).toBe('active');
  });

  it('cannot be kept where nothing can be written, which is said', async () => {
    const { key } = await createLicence();
    const machine = device();
    rmSync(machine.dir, { recursive: true });
    expect(await attempt(() => activate(machine, key))).toBe('LICENCE_UNWRITABLE');
    mkdirSync(machine.dir);
    expect((await activate(machine, key)).state.kind).toBe('trial');
  });
});

describe('a server that the build does not know', () => {
  it('starts trials and sells nothing: a paid plan is refused, and the device is not counted', async () => {
    const licence = await createLicence();
    await setStatus(licence.id, 'active');
    const machine = device({ issuers: [] });
    expect(await reasonOf(activate(machine, licence.key))).toBe('ISSUER_NOT_TRUSTED');
    expect((await machine.state()).kind).toBe('none');
    const { rows } = await backend.owner.query(
      'select 1 from license_activations where license_id = $1 and deactivated_at is null',
      [licence.id],
    );
    expect(rows).toEqual([]);
    const trial = await createLicence();
    expect((await activate(device({ issuers: [] }), trial.key)).state.kind).toBe('trial');
  });

  it('makes no paid plan of a trial later, and takes none away', async () => {
    const licence = await createLicence();
    const machine = device({ issuers: [] });
    await activate(machine, licence.key);
    await setStatus(licence.id, 'active');
    expect(await reasonOf(refresh(machine))).toBe('ISSUER_NOT_TRUSTED');
    expect((await machine.state()).kind).toBe('trial');
  });

  it('is not the one that the build knows by saying its address: keys of the build count, not those beside the licence', async () => {
    const { machine } = await activeDevice();
    const [known] = [issuerAt(backend.services.url, inject('cluster').secrets)];
    const { publicKey } = await generateKeyPair('EdDSA', { extractable: true });
    const { x = '' } = await exportJWK(publicKey);
    const others = [
      { ...known, keys: [{ kty: 'OKP', crv: 'Ed25519', kid: known.keys[0]?.kid ?? '', x }] as const },
    ];
    machine.close();
    const swapped = device({
      dir: machine.dir,
      issuers: others.map(({ url, keys }) => ({ url, keys: [...keys] })),
      address: null,
    });
    expect(await swapped.state()).toMatchObject({ kind: 'damaged', reason: 'signature' });
  });
});
