/** How often a caller may try: by where he comes from, by whose account it is, and kept over a restart. */
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';
import { connectable } from '../../supabase/embedded/cluster.ts';
import { withClient } from '../../supabase/embedded/migrate.ts';
import { DEFAULT_RATES } from '../../supabase/embedded/auth/rateLimits.ts';

let backend: TestBackend;
afterEach(() => backend.close());

/** A call of the auth server from a line with this address. */
function post(path: string, body: object, localAddress = '127.0.0.1'): Promise<number> {
  const { anonKey } = inject('cluster').secrets;
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${backend.services.url}/auth/v1/${path}`,
      { method: 'POST', localAddress, headers: { apikey: anonKey, 'content-type': 'application/json' } },
      (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

const signIn = (email: string, password: string, from?: string) =>
  post('token?grant_type=password', { email, password }, from);

/** As the account service asks the database, so that ten thousand calls need not go over the wire. */
async function asAuthServer(sql: string, values: unknown[]): Promise<void> {
  const { socketDir, secrets } = inject('cluster');
  const { rows } = await backend.owner.query<{ name: string }>('select current_database() as name');
  const config = connectable(socketDir).connection(
    'supabase_auth_admin',
    secrets.authPassword,
    rows[0]?.name ?? '',
  );
  await withClient(config, (client) => client.query(sql, values));
}

const OWNER = 'owner@example.org';
const windowMs = 300_000;

/** Wrong passwords for the owner's account, from lines that nobody knows, until it is braked. */
async function brakeOwner(): Promise<void> {
  for (let n = 0; n < 20; n += 1) {
    if ((await signIn(OWNER, `guess ${n}`, `127.0.9.${n + 1}`)) === 429) return;
  }
  throw new Error('the account was never braked');
}

describe('a limit', () => {
  it('is not emptied by 10,100 calls of another kind, nor by hundreds for other accounts', async () => {
    backend = await createTestBackend({
      rates: {
        signIn: [{ by: 'pair', limit: 3, windowMs }],
        verify: [{ by: 'pair', limit: 3, windowMs }],
      },
    });
    await backend.signUp(OWNER);
    for (let n = 0; n < 3; n += 1) await signIn(OWNER, `guess ${n}`);
    const tries = (kind: string, times: number) =>
      asAuthServer(
        `select count(auth.take_attempt($1, array[sha256(n::text::bytea)], '{3}', '{300000}', '{false}', null, now()))
         from generate_series(1, $2::int) as n`,
        [kind, times],
      );
    await tries('verify', 10_100);
    await tries('signIn', 500);
    for (let n = 0; n < 100; n += 1)
      await post('verify', { type: 'recovery', email: `x${n}@example.org`, token: '000000' });
    expect(await signIn(OWNER, PASSWORD)).toBe(429);
  });

  it('is known after a restart', async () => {
    backend = await createTestBackend({ rates: { signIn: [{ by: 'pair', limit: 3, windowMs }] } });
    await backend.signUp(OWNER);
    for (let n = 0; n < 3; n += 1) await signIn(OWNER, `guess ${n}`);
    await backend.restart();
    expect(await signIn(OWNER, PASSWORD)).toBe(429);
    backend.clock.offsetMs = windowMs + 1000;
    expect(await signIn(OWNER, PASSWORD)).toBe(200);
  });

  it('is exact where many try at once', async () => {
    backend = await createTestBackend({ rates: { signIn: [{ by: 'pair', limit: 5, windowMs }] } });
    await backend.signUp(OWNER);
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, n) => signIn(OWNER, `guess ${n}`)));
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });

  it('of one kind counts no other', async () => {
    backend = await createTestBackend({
      rates: {
        signIn: [{ by: 'address', limit: 1, windowMs }],
        verify: [{ by: 'address', limit: 1, windowMs }],
      },
    });
    await backend.signUp(OWNER);
    expect(await signIn(OWNER, 'guess')).toBe(400);
    expect(await signIn(OWNER, 'guess')).toBe(429);
    expect(await post('verify', { type: 'recovery', email: OWNER, token: '000000' })).toBe(403);
  });

  it('ends although the clock was set ahead for a while', async () => {
    backend = await createTestBackend({ rates: { signIn: [{ by: 'pair', limit: 1, windowMs }] } });
    await backend.signUp(OWNER);
    backend.clock.offsetMs = 400 * 86_400_000;
    await signIn(OWNER, 'guess');
    backend.clock.offsetMs = 0;
    expect(await signIn(OWNER, PASSWORD)).toBe(200);
  });
});

describe('by the usual rules', () => {
  it('one line that tries 100 accounts, one password each, is refused', async () => {
    backend = await createTestBackend({ rates: {} });
    const statuses: number[] = [];
    for (let n = 0; n < 100; n += 1) statuses.push(await signIn(`spray${n}@example.org`, 'Summer2026'));
    expect(statuses[0]).toBe(400);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(60);
  });

  it('who signs in rightly is not counted', async () => {
    backend = await createTestBackend({ rates: {} });
    await backend.signUp(OWNER);
    for (let n = 0; n < 70; n += 1) expect(await signIn(OWNER, PASSWORD)).toBe(200);
  });

  it('each kind has a limit by line, and one for all together', () => {
    backend = { close: async () => undefined } as TestBackend;
    for (const [kind, rules] of Object.entries(DEFAULT_RATES)) {
      const scopes = rules.map(({ by }) => by);
      expect(scopes, kind).toContain('everyone');
      expect(scopes, kind).toContain('address');
    }
  });
});

describe('somebody who guesses from elsewhere', () => {
  const rates = {
    signIn: [
      { by: 'pair', limit: 5, windowMs },
      { by: 'account', limit: 10, windowMs },
      { by: 'everyone', limit: 1000, windowMs },
    ],
  } as const;

  it('is braked for the account, whatever lines he comes from', async () => {
    backend = await createTestBackend({ rates });
    await backend.signUp(OWNER);
    await brakeOwner();
    expect(await signIn(OWNER, 'one more', '127.0.9.200')).toBe(429);
  });

  it('does not lock out its owner, who comes from where he signed in before', async () => {
    backend = await createTestBackend({ rates });
    await backend.signUp(OWNER);
    expect(await signIn(OWNER, PASSWORD, '127.0.0.7')).toBe(200);
    await brakeOwner();
    expect(await signIn(OWNER, PASSWORD, '127.0.0.7')).toBe(200);
    // Nor may anybody guess more from there than from elsewhere.
    for (let n = 0; n < 5; n += 1) await signIn(OWNER, `guess ${n}`, '127.0.0.7');
    expect(await signIn(OWNER, PASSWORD, '127.0.0.7')).toBe(429);
  });

  it('does not keep the owner from a mail either', async () => {
    backend = await createTestBackend({
      rates: {
        mail: [
          { by: 'pair', limit: 1, windowMs },
          { by: 'account', limit: 2, windowMs },
        ],
      },
    });
    await backend.signUp(OWNER);
    expect(await signIn(OWNER, PASSWORD, '127.0.0.7')).toBe(200);
    for (const from of ['127.0.9.1', '127.0.9.2'])
      expect(await post('recover', { email: OWNER }, from)).toBe(200);
    expect(await post('recover', { email: OWNER }, '127.0.9.3')).toBe(429);
    expect(await post('recover', { email: OWNER }, '127.0.0.7')).toBe(200);
  });
});

describe('what is kept of tries', () => {
  it('is bounded, and nobody who was refused is forgotten', async () => {
    backend = await createTestBackend({
      rates: {
        signIn: [
          { by: 'pair', limit: 2, windowMs },
          { by: 'everyone', limit: 50, windowMs },
        ],
      },
    });
    await signIn('guilty@example.org', 'a');
    await signIn('guilty@example.org', 'b');
    for (let n = 0; n < 300; n += 1) await signIn(`other${n}@example.org`, 'a');
    const { rows } = await backend.owner.query<{ n: number }>('select count(*)::int as n from auth.attempts');
    expect(rows[0]?.n).toBeLessThanOrEqual(51);
    expect(await signIn('guilty@example.org', 'c')).toBe(429);
    backend.clock.offsetMs = windowMs + 1000;
    expect(await signIn('guilty@example.org', 'd')).toBe(400);
    const later = await backend.owner.query<{ n: number }>('select count(*)::int as n from auth.attempts');
    expect(later.rows[0]?.n).toBe(2);
  });

  it('names no address and no account', async () => {
    backend = await createTestBackend({ rates: {} });
    await backend.signUp(OWNER);
    await signIn(OWNER, 'guess');
    await signIn(OWNER, PASSWORD);
    const { rows } = await backend.owner.query<{ text: string }>(
      `select string_agg(t.text, ' ') as text from (select a::text as text from auth.attempts a
       union all select k::text from auth.known_addresses k) t`,
    );
    const text = rows[0]?.text ?? '';
    expect(text).not.toBe('');
    for (const word of [OWNER, '127.0.0.1', Buffer.from(OWNER).toString('hex')])
      expect(text).not.toContain(word);
  });
});
