import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { outboxTokenOf } from '../../supabase/embedded/outbox.ts';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

const NEW_PASSWORD = 'another horse 8';

/** A browser's client: keeps its session, as the app configures it. */
function browser(flowType: 'pkce' | 'implicit' = 'pkce') {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return backend.client({ auth: { flowType, storage, persistSession: true } });
}

async function newestMail(to: string) {
  const mail = (await backend.mails()).find((one) => one.to === to);
  if (!mail) throw new Error(`no mail to ${to}`);
  return {
    subject: mail.subject,
    url: /http:\S+/.exec(mail.text)?.[0] ?? '',
    code: /code: (\d{6})/.exec(mail.text)?.[1] ?? '',
  };
}

/** Opens a mail's link as a browser would, and says where it leads. */
async function follow(url: string): Promise<URL> {
  const response = await fetch(url, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

const sessionOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session;

/** A refresh as the library sends it, with a token of one's choice. */
const refresh = (token: string) => backend.client().auth.refreshSession({ refresh_token: token });

describe('sign-up and sign-in', () => {
  it('opens a session that PostgREST accepts', async () => {
    const { client, userId } = await backend.signUp('first@example.org');
    await client.rpc('create_default_sounddesk_profiles', { user_uuid: userId });
    const { data, error } = await client.from('sounddesk_profiles').select('user_id').limit(1);
    expect(error).toBeNull();
    expect(data).toEqual([{ user_id: userId }]);
    const again = await backend.client().auth.signInWithPassword({
      email: ' First@Example.org',
      password: PASSWORD,
    });
    expect(again.data.user?.id).toBe(userId);
  });

  it('keeps the name that was given', async () => {
    const { data } = await backend.client().auth.signUp({
      email: 'named@example.org',
      password: PASSWORD,
      options: { data: { name: 'Ada' } },
    });
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ada' });
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
  });

  it('refuses what the documents refuse, in the words that the screens look for', async () => {
    await backend.signUp('known@example.org');
    const { auth } = backend.client();
    const wrong = await auth.signInWithPassword({ email: 'known@example.org', password: 'nope nope' });
    const unknown = await auth.signInWithPassword({ email: 'who@example.org', password: 'nope nope' });
    for (const { error } of [wrong, unknown])
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
    const again = await auth.signUp({ email: 'KNOWN@example.org', password: PASSWORD });
    expect(again.error).toMatchObject({ code: 'user_already_exists', message: 'User already registered' });
    const short = await auth.signUp({ email: 'short@example.org', password: '12345' });
    expect(short.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
    expect(short.error?.message).toContain('Password should be at least 6 characters');
    const address = await auth.signUp({ email: 'not an address', password: PASSWORD });
    expect(address.error?.code).toBe('validation_failed');
  });

  it('makes one account of twenty sign-ups at once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 20 }, () =>
        backend.client().auth.signUp({ email: 'race@example.org', password: PASSWORD }),
      ),
    );
    expect(tries.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('ignores a role or claim that the sign-up asks for', async () => {
    const response = await fetch(`${backend.services.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: inject('cluster').secrets.anonKey },
      body: JSON.stringify({
        email: 'climber@example.org',
        password: PASSWORD,
        role: 'service_role',
        app_metadata: { super_admin: true },
        data: { role: 'service_role' },
      }),
    });
    const { user } = (await response.json()) as { user: { role: string; app_metadata: object } };
    expect(user.role).toBe('authenticated');
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
  });
});

describe('refreshing a session', () => {
  it('rotates the token', async () => {
    const { client } = await backend.signUp('rotate@example.org');
    const first = await sessionOf(client);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(first?.refresh_token);
    expect((await client.auth.getUser()).data.user?.email).toBe('rotate@example.org');
  });

  it('answers a lost answer again with the same token', async () => {
    const { client } = await backend.signUp('lost@example.org');
    const token = (await sessionOf(client))?.refresh_token ?? '';
    const answers = await Promise.all([refresh(token), refresh(token), refresh(token)]);
    const tokens = new Set(answers.map(({ data }) => data.session?.refresh_token));
    expect(tokens.size).toBe(1);
  });

  it('ends the session where a token is used that was replaced long ago', async () => {
    const { client } = await backend.signUp('stolen@example.org');
    const stolen = (await sessionOf(client))?.refresh_token ?? '';
    await client.auth.refreshSession();
    const last = (await client.auth.refreshSession()).data.session?.refresh_token ?? '';
    backend.clock.offsetMs = 60_000;
    try {
      const reuse = await refresh(stolen);
      expect(reuse.error).toMatchObject({ code: 'refresh_token_already_used' });
      expect(reuse.error?.message).toContain('Invalid Refresh Token');
      expect((await refresh(last)).error?.message).toContain('Invalid Refresh Token');
    } finally {
      backend.clock.offsetMs = 0;
    }
  });

  it('refuses a token that nobody gave out', async () => {
    expect((await refresh('made-up')).error).toMatchObject({ code: 'refresh_token_not_found' });
  });
});

describe('signing out', () => {
  async function twoSessions(email: string) {
    const { client: first } = await backend.signUp(email);
    const second = backend.client();
    await second.auth.signInWithPassword({ email, password: PASSWORD });
    const worksFor = async (client: SupabaseClient, jwt?: string) =>
      (await client.auth.getUser(jwt)).error === null;
    const tokens = [(await sessionOf(first))?.access_token, (await sessionOf(second))?.access_token];
    return {
      first,
      second,
      works: () => Promise.all(tokens.map((token) => worksFor(backend.client(), token))),
    };
  }

  it.each([
    ['local', [false, true]],
    ['others', [true, false]],
    ['global', [false, false]],
  ] as const)('%s ends what it says', async (scope, expected) => {
    const { first, works } = await twoSessions(`${scope}@example.org`);
    expect(await works()).toEqual([true, true]);
    expect((await first.auth.signOut({ scope })).error).toBeNull();
    expect(await works()).toEqual(expected);
  });
});

describe('recovering a password', () => {
  const APP = 'http://127.0.0.1:47800/auth';

  it('by a link that leads to a session in the hash', async () => {
    await backend.signUp('forgot@example.org');
    await browser('implicit').auth.resetPasswordForEmail('forgot@example.org', {
      redirectTo: `${APP}?mode=reset`,
    });
    const { url } = await newestMail('forgot@example.org');
    const target = await follow(url);
    const hash = new URLSearchParams(target.hash.slice(1));
    expect(target.href.startsWith(`${APP}?mode=reset#`)).toBe(true);
    expect(hash.get('type')).toBe('recovery');
    const client = backend.client();
    const session = await client.auth.setSession({
      access_token: hash.get('access_token') ?? '',
      refresh_token: hash.get('refresh_token') ?? '',
    });
    expect(session.error).toBeNull();
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    const old = await backend
      .client()
      .auth.signInWithPassword({ email: 'forgot@example.org', password: PASSWORD });
    expect(old.error?.code).toBe('invalid_credentials');
    const fresh = await backend
      .client()
      .auth.signInWithPassword({ email: 'forgot@example.org', password: NEW_PASSWORD });
    expect(fresh.error).toBeNull();
    // A link works once.
    expect((await follow(url)).hash).toContain('error_code=otp_expired');
  });

  it('by PKCE, for the browser that asked alone', async () => {
    await backend.signUp('pkce@example.org');
    const client = browser();
    await client.auth.resetPasswordForEmail('pkce@example.org', { redirectTo: APP });
    const code = (await follow((await newestMail('pkce@example.org')).url)).searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe('pkce@example.org');
    expect((await client.auth.exchangeCodeForSession(code)).error).not.toBeNull();
  });

  it('refuses a PKCE code with another verifier', async () => {
    await backend.signUp('thief@example.org');
    await browser().auth.resetPasswordForEmail('thief@example.org', { redirectTo: APP });
    const code = (await follow((await newestMail('thief@example.org')).url)).searchParams.get('code') ?? '';
    const thief = browser();
    await thief.auth.resetPasswordForEmail('nobody@example.org');
    expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({
      code: 'bad_code_verifier',
    });
  });

  it('by a six-digit code, which five wrong tries make void', async () => {
    const email = 'digits@example.org';
    await backend.signUp(email);
    const { auth } = backend.client();
    await auth.resetPasswordForEmail(email);
    const { code } = await newestMail(email);
    const right = await auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect(right.data.session).not.toBeNull();
    await auth.resetPasswordForEmail(email);
    const next = (await newestMail(email)).code;
    const wrong = next === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt += 1)
      await auth.verifyOtp({ email, token: wrong, type: 'recovery' });
    expect((await auth.verifyOtp({ email, token: next, type: 'recovery' })).error?.code).toBe('otp_expired');
  });

  it('does not reveal whether an address has an account', async () => {
    const answer = await backend.client().auth.resetPasswordForEmail('nobody-here@example.org');
    expect(answer).toEqual({ data: {}, error: null });
  });

  it('leads to no place outside this machine and the app', async () => {
    await backend.signUp('open@example.org');
    await browser().auth.resetPasswordForEmail('open@example.org', {
      redirectTo: 'https://evil.example/take',
    });
    expect((await follow((await newestMail('open@example.org')).url)).hostname).toBe('127.0.0.1');
  });
});

describe('changing an account', () => {
  it('merges metadata, and refuses the old password as new one', async () => {
    const { client } = await backend.signUp('change@example.org');
    await client.auth.updateUser({ data: { name: 'Ada', theme: 'dark' } });
    const { data } = await client.auth.updateUser({ data: { theme: 'light' } });
    expect(data.user?.user_metadata).toEqual({ name: 'Ada', theme: 'light' });
    const same = await client.auth.updateUser({ password: PASSWORD, current_password: PASSWORD });
    expect(same.error?.code).toBe('same_password');
  });

  it('ends all other sessions with a new password', async () => {
    const { client } = await backend.signUp('elsewhere@example.org');
    const other = backend.client();
    await other.auth.signInWithPassword({ email: 'elsewhere@example.org', password: PASSWORD });
    await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect((await other.auth.getUser()).error).not.toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it('takes a new address once it is confirmed', async () => {
    const { client } = await backend.signUp('before@example.org');
    await client.auth.updateUser({ email: 'after@example.org', current_password: PASSWORD });
    expect((await client.auth.getUser()).data.user?.email).toBe('before@example.org');
    await follow((await newestMail('after@example.org')).url);
    expect((await client.auth.getUser()).data.user?.email).toBe('after@example.org');
  });
});

describe('administration', () => {
  it('lists, creates, changes and deletes with the service key', async () => {
    const { admin } = backend.serviceClient().auth;
    const made = await admin.createUser({
      email: 'made@example.org',
      password: PASSWORD,
      email_confirm: true,
    });
    const id = made.data.user?.id ?? '';
    expect((await admin.getUserById(id)).data.user?.email).toBe('made@example.org');
    const changed = await admin.updateUserById(id, { app_metadata: { plan: 'x' }, ban_duration: '1h' });
    expect(changed.data.user?.app_metadata).toMatchObject({ plan: 'x' });
    const banned = await backend
      .client()
      .auth.signInWithPassword({ email: 'made@example.org', password: PASSWORD });
    expect(banned.error?.code).toBe('user_banned');
    const page = await admin.listUsers({ page: 1, perPage: 2 });
    expect(page.data.users).toHaveLength(2);
    expect(page.data).toMatchObject({ nextPage: 2 });
    const link = await admin.generateLink({ type: 'recovery', email: 'made@example.org' });
    expect(link.data.properties?.hashed_token).toMatch(/^[0-9a-f]{64}$/);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
  });

  it('is closed to everybody else', async () => {
    const { client } = await backend.signUp('no-admin@example.org');
    const token = (await sessionOf(client))?.access_token ?? '';
    for (const bearer of [token, inject('cluster').secrets.anonKey]) {
      const response = await fetch(`${backend.services.url}/auth/v1/admin/users`, {
        headers: { apikey: inject('cluster').secrets.anonKey, authorization: `Bearer ${bearer}` },
      });
      expect(response.status).toBe(403);
    }
  });
});

describe('the gateway', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${backend.services.url}${path}`, { headers });

  it('wants a key, and refuses a made-up one', async () => {
    expect((await get('/rest/v1/plans')).status).toBe(401);
    expect((await get('/rest/v1/plans', { apikey: 'eyJhbGciOiJub25lIn0.e30.' })).status).toBe(401);
    expect((await get('/auth/v1/settings')).status).toBe(401);
  });

  it('refuses a token that is unsigned, foreign or over', async () => {
    const apikey = inject('cluster').secrets.anonKey;
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`.replaceAll('=', '');
    const answer = await get('/rest/v1/license_keys', { apikey, authorization: `Bearer ${unsigned}` });
    expect(answer.status).toBe(401);
    const tampered = `${apikey.slice(0, -3)}AAA`;
    expect((await get('/rest/v1/plans', { apikey, authorization: `Bearer ${tampered}` })).status).toBe(401);
  });

  it("shows mails to nobody who lacks the outbox's token", async () => {
    expect((await get('/outbox')).status).toBe(403);
    const page = await get(`/outbox?token=${outboxTokenOf(inject('cluster').secrets, '')}`);
    expect(await page.text()).toContain('<h1>Outbox</h1>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('keeps what it stores of passwords and tokens unreadable', async () => {
    await backend.signUp('stored@example.org');
    const { rows } = await backend.owner.query<{ text: string }>(
      `select string_agg(t::text, ' ') as text from (select u.encrypted_password, r.token_hash
       from auth.users u join auth.sessions s on s.user_id = u.id join auth.refresh_tokens r on r.session_id = s.id
       where u.email = 'stored@example.org') t`,
    );
    expect(rows[0]?.text).toContain('$scrypt$');
    expect(rows[0]?.text).not.toContain(PASSWORD);
  });
});

describe('the whole suite', () => {
  it('met no unexpected failure in the backend', () => {
    expect(backend.errors).toEqual([]);
  });
});
