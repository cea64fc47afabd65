/** A session that has ended opens nothing any more, whatever its token says of the hour. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

const tokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

/** What each part of the backend answers to a token. */
async function statusesOf(token: string): Promise<Record<string, number>> {
  const ask = async (path: string, init: RequestInit = {}) =>
    (
      await fetch(`${backend.services.url}${path}`, {
        ...init,
        headers: {
          apikey: inject('cluster').secrets.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
      })
    ).status;
  return {
    table: await ask('/rest/v1/sounddesk_profiles?select=id'),
    open: await ask('/rest/v1/plans?select=id'),
    procedure: await ask('/rest/v1/rpc/touch_last_active', { method: 'POST', body: '{}' }),
    root: await ask('/rest/v1/'),
    user: await ask('/auth/v1/user'),
    change: await ask('/auth/v1/user', { method: 'PUT', body: '{"data":{"name":"x"}}' }),
    function: await ask('/functions/v1/my-licenses', { method: 'POST', body: '{}' }),
  };
}

let count = 0;
async function person() {
  const email = `ended${(count += 1)}@example.org`;
  const { client, userId } = await backend.signUp(email);
  const token = await tokenOf(client);
  for (const [part, status] of Object.entries(await statusesOf(token)))
    expect(status, part).toBeLessThan(300);
  return { email, client, userId, token };
}

async function expectShut(token: string): Promise<void> {
  for (const [part, status] of Object.entries(await statusesOf(token))) {
    expect(status, part).toBeGreaterThanOrEqual(400);
    expect(status, part).toBeLessThan(404);
  }
}

describe('a token reads nothing', () => {
  it('after its session was signed out', async () => {
    const { client, token } = await person();
    await client.auth.signOut();
    await expectShut(token);
  });

  it('after the password was changed elsewhere', async () => {
    const { email, token } = await person();
    const other = backend.client();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    const changed = await other.auth.updateUser({ password: 'another horse 8', current_password: PASSWORD });
    expect(changed.error).toBeNull();
    await expectShut(token);
    expect((await statusesOf(await tokenOf(other))).table).toBe(200);
  });

  it('after a refresh token of its session was used twice, which ends it', async () => {
    const { client, token } = await person();
    const stolen = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    await client.auth.refreshSession();
    await client.auth.refreshSession();
    backend.clock.offsetMs = 60_000;
    try {
      await backend.client().auth.refreshSession({ refresh_token: stolen });
    } finally {
      backend.clock.offsetMs = 0;
    }
    await expectShut(token);
  });

  it('while its user is banned', async () => {
    const { userId, token } = await person();
    const { admin } = backend.serviceClient().auth;
    await admin.updateUserById(userId, { ban_duration: '1h' });
    await expectShut(token);
    await admin.updateUserById(userId, { ban_duration: 'none' });
    expect((await statusesOf(token)).table).toBe(200);
  });

  it('after its user was deleted', async () => {
    const { userId, token } = await person();
    await backend.serviceClient().auth.admin.deleteUser(userId);
    await expectShut(token);
  });

  it('where it names no session, that of somebody else, or what is none', async () => {
    const { SignJWT } = await import('jose');
    const { secrets } = inject('cluster');
    const [mine, other] = [await person(), await person()];
    const sessionOf = (token: string) =>
      (
        JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
          session_id: string;
        }
      ).session_id;
    for (const session_id of [undefined, '', 'x', "' or true", sessionOf(other.token)]) {
      const token = await new SignJWT({
        role: 'authenticated',
        ...(session_id === undefined ? {} : { session_id }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(mine.userId)
        .setExpirationTime('1 hour')
        .sign(new TextEncoder().encode(secrets.jwtSecret));
      expect((await statusesOf(token)).table, String(session_id)).toBe(401);
    }
  });
});

it('the project’s own keys have no session and continue', async () => {
  expect((await backend.client().from('plans').select('id')).error).toBeNull();
  expect((await backend.serviceClient().from('plans').select('id')).error).toBeNull();
});

it('met no unexpected failure in the backend', () => {
  expect(backend.errors).toEqual([]);
});
