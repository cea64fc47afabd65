import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { SupabaseClient } from '@supabase/supabase-js';
import { LICENCE_KEY_PATTERN } from '../../src-shared/domain/licence.ts';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let owner: Person;
let stranger: Person;
let superAdmin: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'owner@example.org');
  stranger = await createPerson(backend, 'stranger@example.org');
  superAdmin = await createSuperAdmin(backend);
});
afterAll(() => backend.close());
// Every test asks from this machine: its limit is not what they are about.
beforeEach(() => backend.owner.query('delete from private.rate_limits'));

interface Answer {
  data?: { token: string; licenceKey: string; licenceId: string; licences: Licence[]; keys: object[] };
  error?: { code: string; message: string };
}
interface Licence {
  id: string;
  status: string;
  keyPrefix: string;
  trialEndsAt: string;
  devices: { id: string; name: string }[];
}

async function call(name: string, input: object, client?: SupabaseClient): Promise<Answer> {
  const { anonKey } = inject('cluster').secrets;
  const session = client ? (await client.auth.getSession()).data.session : null;
  const response = await fetch(`${backend.services.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${session?.access_token ?? anonKey}` },
    body: JSON.stringify(input),
  });
  return (await response.json()) as Answer;
}
const on = (deviceId: string) => ({ deviceId, deviceName: `Desk ${deviceId}`, platform: 'linux' });
const generate = (input: object = {}, by: SupabaseClient = superAdmin.client) =>
  call('generate-license', { userEmail: owner.email, platform: 'desktop', ...input }, by);
const mine = async (person: Person) => (await call('my-licenses', {}, person.client)).data?.licences ?? [];

describe('generating a licence', () => {
  it('gives a key for the account with this address, which activates', async () => {
    const { data } = await generate({ userEmail: ' OWNER@example.org ', trialDays: 30 });
    expect(data?.licenceKey).toMatch(LICENCE_KEY_PATTERN);
    const { rows } = await backend.owner.query(
      `select user_email, status, created_by, extract(day from trial_ends_at - created_at)::int as days,
         position($2 in row_to_json(l)::text) as "isKept" from license_keys l where id = $1`,
      [data?.licenceId, data?.licenceKey],
    );
    expect(rows).toEqual([
      { user_email: owner.email, status: 'trial', created_by: superAdmin.userId, days: 30, isKept: 0 },
    ]);
    const activated = await call('activate-license', {
      licenceKey: data?.licenceKey,
      ...on('generated-device-0001'),
    });
    expect(activated.data?.token).toBeDefined();
  });

  it('needs an address, and somebody who has it', async () => {
    expect((await generate({ userEmail: '  ' })).error?.message).toBe('User email is required');
    expect((await generate({ userEmail: 'nobody@example.org' })).error?.message).toBe(
      'User not found with this email address',
    );
  });

  it('takes the days, products and platforms of the list alone', async () => {
    for (const wrong of [{ trialDays: 3650 }, { productType: 'all' }, { platform: 'amiga' }])
      expect((await generate(wrong)).error?.code).toBe('BAD_INPUT');
  });

  it.each(['generate-license', 'reveal-license'])('%s is for super admins alone', async (name) => {
    const input = { userEmail: owner.email, licenceId: crypto.randomUUID() };
    expect((await call(name, input)).error?.code).toBe('SIGN_IN_REQUIRED');
    expect((await call(name, input, owner.client)).error?.code).toBe('SUPER_ADMIN_ONLY');
  });
});

describe('a key that was made', () => {
  it('can be revealed to a super admin, which is noted', async () => {
    const { data } = await generate();
    const revealed = await call('reveal-license', { licenceId: data?.licenceId }, superAdmin.client);
    expect(revealed.data?.licenceKey).toBe(data?.licenceKey);
    const { rows } = await backend.owner.query(
      `select actor_id from audit_log where action = 'reveal' and row_id = $1`,
      [data?.licenceId],
    );
    expect(rows).toEqual([{ actor_id: superAdmin.userId }]);
  });

  it('cannot be revealed where it was not sealed here', async () => {
    const { data } = await generate();
    await backend.owner.query(`update license_keys set key_sealed = 'v1.AAAA.AAAA' where id = $1`, [
      data?.licenceId,
    ]);
    const revealed = await call('reveal-license', { licenceId: data?.licenceId }, superAdmin.client);
    expect(revealed.error?.code).toBe('KEY_NOT_KEPT');
  });
});

describe('a super admin who is none any more', () => {
  it('can do nothing with the token of before', async () => {
    const email = 'former@example.org';
    const { data } = await backend.serviceClient().auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      app_metadata: { super_admin: true },
    });
    const client = backend.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const made = await generate({}, client);
    expect(made.data?.licenceKey).toMatch(LICENCE_KEY_PATTERN);
    await backend.serviceClient().auth.admin.updateUserById(data.user?.id ?? '', {
      app_metadata: { super_admin: false },
    });
    expect((await generate({}, client)).error?.code).toBe('SUPER_ADMIN_ONLY');
    expect((await call('reveal-license', { licenceId: made.data?.licenceId }, client)).error?.code).toBe(
      'SUPER_ADMIN_ONLY',
    );
    const revoked = await client.rpc('set_license_status', {
      license_id: made.data?.licenceId,
      new_status: 'revoked',
    });
    expect(revoked.error?.code).toBe('42501');
  });
});

describe("one's own licences", () => {
  it('are listed with their devices, and nobody else sees them', async () => {
    const { data } = await generate();
    await call('activate-license', { licenceKey: data?.licenceKey, ...on('listed-device-00001') });
    const found = (await mine(owner)).find(({ id }) => id === data?.licenceId);
    expect(found).toMatchObject({
      keyPrefix: data?.licenceKey.slice(0, 8),
      devices: [{ name: 'Desk listed-device-00001' }],
    });
    expect(JSON.stringify(found)).not.toContain(data?.licenceKey);
    expect(await mine(stranger)).toEqual([]);
    expect((await call('my-licenses', {})).error?.code).toBe('SIGN_IN_REQUIRED');
  });

  it('are activated without the key by their owner, and by nobody else', async () => {
    const { data } = await generate();
    const input = { licenceId: data?.licenceId, ...on('chosen-device-00001') };
    expect((await call('activate-own-license', input, stranger.client)).error?.code).toBe('NOT_FOUND');
    expect((await call('activate-own-license', input)).error?.code).toBe('SIGN_IN_REQUIRED');
    expect((await call('activate-own-license', input, owner.client)).data?.token).toBeDefined();
  });

  it('free a device by their owner, and by nobody else', async () => {
    const { data } = await generate();
    await call('activate-license', { licenceKey: data?.licenceKey, ...on('freed-device-000001') });
    const device = (await mine(owner)).find(({ id }) => id === data?.licenceId)?.devices[0];
    const free = (person: Person) =>
      person.client.rpc('deactivate_license_device', { activation: device?.id });
    expect((await free(stranger)).error?.code).toBe('42501');
    expect((await free(owner)).error).toBeNull();
    const input = { licenceKey: data?.licenceKey, ...on('second-device-00001') };
    expect((await call('activate-license', input)).data?.token).toBeDefined();
  });
});

describe('a search of the admin screen', () => {
  it('finds a licence by each form of what is known of it, and nothing by wildcards', async () => {
    const { data } = await generate();
    await call('activate-license', { licenceKey: data?.licenceKey, ...on('searched-device-0001') });
    const find = async (search: string) => {
      const found = await superAdmin.client.rpc('search_licenses', { search });
      return (found.data as { id: string }[]).some(({ id }) => id === data?.licenceId);
    };
    const key = data?.licenceKey ?? '';
    for (const known of [
      ...[key, key.toLowerCase(), key.slice(0, 8), key.slice(0, 13), key.slice(0, 5), key.slice(3, 7)],
      ...[
        'Owner@example.org',
        'owner@',
        '@example',
        'example.org',
        'own',
        'o',
        'wner',
        'Desk searched',
        'esk sea',
      ],
    ])
      expect([known, await find(known)]).toEqual([known, known !== 'esk sea']);
    for (const wild of ['%', '_', '%%%%', 'own_', '\\', "'; drop table license_keys; --"])
      expect([wild, await find(wild)]).toEqual([wild, false]);
  });
});

describe('the trial of an account', () => {
  it('is one, however often and at once it is started', async () => {
    const person = await createPerson(backend, 'trial@example.org');
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        call('start-trial', on(`trial-device-${String(index).padStart(4, '0')}`), person.client),
      ),
    );
    expect(tries.filter(({ data }) => data?.token)).toHaveLength(1);
    expect(tries.filter(({ error }) => error?.code === 'TOO_MANY_DEVICES')).toHaveLength(49);
    expect(await mine(person)).toHaveLength(1);
  });

  it('ends with the fourteen days of the account, whenever it is asked for', async () => {
    const person = await createPerson(backend, 'late@example.org');
    await asAuthOwner(`update auth.users set created_at = now() - interval '13 days' where id = $1`, person);
    expect((await call('start-trial', on('late-device-0000001'), person.client)).data?.token).toBeDefined();
    const [licence] = await mine(person);
    expect(Date.parse(licence?.trialEndsAt ?? '') - Date.now()).toBeLessThan(86_400_000 + 60_000);

    const over = await createPerson(backend, 'over@example.org');
    await asAuthOwner(`update auth.users set created_at = now() - interval '15 days' where id = $1`, over);
    expect((await call('start-trial', on('over-device-0000001'), over.client)).error?.code).toBe(
      'TRIAL_OVER',
    );
  });

  it('cannot be lengthened by the one who has it', async () => {
    const person = await createPerson(backend, 'longer@example.org');
    await call('start-trial', on('longer-device-00001'), person.client);
    const [licence] = await mine(person);
    const later = new Date(Date.now() + 365 * 86_400_000).toISOString();
    const changed = await person.client
      .from('license_keys')
      .update({ trial_ends_at: later, status: 'active', max_devices: 99 })
      .eq('id', licence?.id ?? '');
    expect(changed.error?.code).toBe('42501');
    for (const [name, input] of [
      ['set_license_status', { license_id: licence?.id, new_status: 'active' }],
      [
        'create_license',
        {
          owner_email: person.email,
          key_hash: '\\x00',
          key_prefix: 'SD-AAAAA',
          key_sealed: '',
          product_type: 'desktop',
          platform: 'desktop',
          trial_days: 999,
          creator: null,
        },
      ],
      [
        'start_trial_license',
        {
          account: person.userId,
          key_hash: '\\x00',
          key_prefix: 'SD-AAAAA',
          key_sealed: '',
          device: 'x',
          name: '',
          device_platform: 'linux',
        },
      ],
      [
        'activate_own_license',
        {
          account: person.userId,
          license_id: licence?.id,
          device: 'another-device-00001',
          name: '',
          device_platform: 'linux',
        },
      ],
      ['list_licenses_of', { account: owner.userId }],
    ] as const)
      expect((await person.client.rpc(name, input)).error?.code, name).toMatch(/42501|PGRST202/);
    expect(await mine(person)).toEqual([licence]);
  });

  it('is over for the lists and counters without anybody asking for it', async () => {
    const { data } = await generate();
    await backend.owner.query(
      `update license_keys set trial_ends_at = now() - interval '1 s' where id = $1`,
      [data?.licenceId],
    );
    expect((await mine(owner)).find(({ id }) => id === data?.licenceId)?.status).toBe('expired');
    expect((await superAdmin.client.rpc('license_counts')).error).toBeNull();
    const { rows } = await backend.owner.query('select status from license_keys where id = $1', [
      data?.licenceId,
    ]);
    expect(rows).toEqual([{ status: 'expired' }]);
  });
});

it('gives anybody the public keys of tokens, and nothing secret', async () => {
  const { data } = await call('license-issuer', {});
  expect(data?.keys).toEqual([inject('cluster').secrets.licencePublicJwk]);
  expect(JSON.stringify(data)).not.toContain('"d"');
});

/** The table of accounts belongs to the auth server's role. */
async function asAuthOwner(statement: string, person: Person): Promise<void> {
  const { connectable } = await import('../../supabase/embedded/cluster.ts');
  const { adminOf, withClient } = await import('../../supabase/embedded/migrate.ts');
  const { socketDir, secrets } = inject('cluster');
  const { rows } = await backend.owner.query<{ name: string }>('select current_database() as name');
  await withClient(adminOf(connectable(socketDir), secrets, rows[0]?.name ?? ''), (client) =>
    client.query(statement, [person.userId]),
  );
}
