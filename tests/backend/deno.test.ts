/** Each function answers the same under Deno, as a hosted project runs it, and in the gateway of this machine. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createFunctions, sealingSecretOf } from '../../supabase/embedded/functions.ts';
import { createLicenceKey } from '../../src-shared/domain/licence.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { DENO_FLAGS, findDeno, startDenoFunction, type DenoFunction } from '../lib/deno.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';
import { observeProgram, stopProgram } from '../lib/programs.ts';

const deno = findDeno();
const folders = readdirSync('supabase/functions', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map((entry) => entry.name)
  .sort();

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'deno@example.org');
});
afterAll(() => backend.close());

const running = new Map<string, Promise<DenoFunction>>();
afterAll(async () => {
  // One that never started was reported by the test that asked for it.
  const started = await Promise.allSettled(running.values());
  await Promise.all(
    started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [stopProgram(outcome.value.child)] : [])),
  );
});

function underDeno(name: string): Promise<DenoFunction> {
  const { secrets } = inject('cluster');
  const started =
    running.get(name) ??
    startDenoFunction(deno ?? '', name, {
      SUPABASE_URL: backend.services.url,
      SUPABASE_SERVICE_ROLE_KEY: secrets.serviceKey,
      LICENCE_PRIVATE_JWK: JSON.stringify(secrets.licencePrivateJwk),
      LICENCE_SEALING_SECRET: sealingSecretOf(secrets),
      ADDRESS_SALT: secrets.addressSalt,
    });
  running.set(name, started);
  return started;
}

interface Answer {
  status: number;
  type: string | null;
  origin: string | null;
  body: unknown;
}

async function ask(host: 'deno' | 'gateway', name: string, init: RequestInit): Promise<Answer> {
  const base = host === 'deno' ? (await underDeno(name)).url : `${backend.services.url}/functions/v1/${name}`;
  const response = await fetch(base, {
    ...init,
    headers: { apikey: inject('cluster').secrets.anonKey, 'x-forwarded-for': '127.0.0.1', ...init.headers },
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    origin: response.headers.get('access-control-allow-origin'),
    body: await response.json(),
  };
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

it('has a folder for each function of the gateway, and no other', () => {
  const { secrets } = inject('cluster');
  expect(folders).toEqual(
    Object.keys(
      createFunctions({
        url: 'http://127.0.0.1:1',
        fetch,
        secrets,
        nowMs: Date.now,
        sendMail: async () => undefined,
        siteUrl: 'http://127.0.0.1:1',
      }),
    ).sort(),
  );
});

it('is set up for a hosted project, each function', () => {
  const settings = readFileSync('supabase/config.toml', 'utf8');
  const named = [...settings.matchAll(/^\[functions\.(.+)\]$/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(folders);
});

describe.skipIf(!deno)('under Deno', () => {
  it('passes the type check', async () => {
    const entries = folders.map((name) => `supabase/functions/${name}/index.ts`);
    const { code, stderr } = await observeProgram(deno ?? '', ['check', ...DENO_FLAGS, ...entries], {
      env: { NO_COLOR: '1' },
    });
    expect(stderr.replaceAll(/^Check .*\n/gm, '')).toBe('');
    expect(code).toBe(0);
  });

  it.each(folders)('%s refuses what is not a request as the gateway does', async (name) => {
    const requests: RequestInit[] = [
      { method: 'GET' },
      post(''),
      post('{"licenceKey":'),
      post({}),
      post([]),
      post({ licenceKey: 'x'.repeat(500), deviceId: 7, email: '"><script>', id: "' or 1=1 --" }),
    ];
    for (const request of requests) {
      const [here, there] = [await ask('gateway', name, request), await ask('deno', name, request)];
      expect(there).toEqual(here);
      if (name !== 'license-issuer') expect(here.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('names a secret that is missing', async () => {
    const { code, stderr } = await observeProgram(
      deno ?? '',
      [
        'run',
        ...DENO_FLAGS,
        '--allow-env',
        '--allow-net=127.0.0.1',
        'supabase/functions/activate-license/index.ts',
      ],
      { env: { SUPABASE_URL: 'http://127.0.0.1:1', NO_COLOR: '1' } },
    );
    expect(code).not.toBe(0);
    expect(stderr).toContain('SUPABASE_SERVICE_ROLE_KEY is not set');
  });

  it('activates, renews and releases a licence as the gateway does', async () => {
    const stories = await Promise.all([licenceStory('gateway'), licenceStory('deno')]);
    expect(stories[1]).toEqual(stories[0]);
    expect(stories[0].map(({ status }) => status)).toEqual([200, 200, 409, 200, 403]);
  });
});

/** The answers of a licence's life; what differs from one licence to the next is left out. */
async function licenceStory(host: 'deno' | 'gateway') {
  const licenceKey = createLicenceKey(randomBytes);
  await backend.owner.query(
    `insert into license_keys (user_id, user_email, key_hash, key_prefix, platform, max_devices, trial_ends_at)
     values ($1, $2, $3, $4, 'desktop', 1, now() + interval '14 days')`,
    [owner.userId, owner.email, createHash('sha256').update(licenceKey).digest(), licenceKey.slice(0, 8)],
  );
  const device = { deviceId: 'device-under-deno-01', platform: 'linux' };
  const steps: Answer[] = [];
  let token = '';
  const step = async (name: string, input: object) => {
    const answer = await ask(host, name, post(input));
    const { data } = answer.body as { data?: { token?: string } };
    if (data?.token) {
      token = data.token;
      const {
        sub: _licence,
        key: _key,
        iat: _issued,
        exp: _ends,
        trialEndsAtMs: _trial,
        ...claims
      } = decodeJwt(token);
      answer.body = claims;
    }
    steps.push(answer);
  };
  await step('activate-license', { licenceKey, deviceName: 'Desk', ...device });
  await step('refresh-license', { token, deviceId: device.deviceId });
  await step('activate-license', { licenceKey, ...device, deviceId: 'device-under-deno-02' });
  await step('release-license', { token, deviceId: device.deviceId });
  await step('refresh-license', { token, deviceId: device.deviceId });
  return steps;
}
