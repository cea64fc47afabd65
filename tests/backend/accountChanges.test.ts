/** Changes of an account: who may make them, what proves an address, and who is notified. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

const NEW_PASSWORD = 'another horse 8';
let count = 0;
/** An address that no other test uses. */
const fresh = (name: string) => `${name}${(count += 1)}@example.org`;

async function person() {
  const email = fresh('person');
  const { client } = await backend.signUp(email);
  return { email, client };
}

async function mailsTo(address: string) {
  return (await backend.mails())
    .filter(({ to }) => to === address)
    .map(({ subject, text }) => ({
      subject,
      text,
      url: /http:\S+/.exec(text)?.[0] ?? '',
      code: /code: (\d{6})/.exec(text)?.[1] ?? '',
    }));
}
const newestTo = async (address: string) => {
  const [mail] = await mailsTo(address);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
};

/** Opens a mail's link as a browser would; answers what it leads to. */
async function follow(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

async function put(client: SupabaseClient, body: object): Promise<{ status: number; code: unknown }> {
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const response = await fetch(`${backend.services.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: inject('cluster').secrets.anonKey,
      authorization: `Bearer ${token}`,
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  });
  const { code } = (await response.json()) as { code?: unknown };
  return { status: response.status, code };
}

const emailOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.email;
const signsIn = async (email: string, password: string) =>
  (await backend.client().auth.signInWithPassword({ email, password })).error === null;
const proof = { current_password: PASSWORD };

describe('a new address', () => {
  it('is confirmed by no link that went to another one', async () => {
    const { email, client } = await person();
    const [second, third] = [fresh('second'), fresh('third')];
    expect(await put(client, { email: second, ...proof })).toMatchObject({ status: 200 });
    const { url, code } = await newestTo(second);
    // Refused for what else it says: nothing of it may be kept.
    expect(await put(client, { email: third, code_challenge: 'x', ...proof })).toMatchObject({ status: 400 });
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: second });
    await backend.owner.query('update auth.users set email_change = $2 where email = $1', [email, third]);
    expect(await follow(url)).toContain('error_code=otp_expired');
    const typed = await backend.client().auth.verifyOtp({ email: third, token: code, type: 'email_change' });
    expect(typed.error?.code).toBe('otp_expired');
    expect(await emailOf(client)).toBe(email);
    expect(await backend.mails()).not.toContainEqual(expect.objectContaining({ to: third }));
  });

  it.each([
    ['a password that is too short', { password: '123' }],
    ['metadata that is none', { data: 'text' }],
    ['a challenge that is none', { code_challenge: 'x', code_challenge_method: 's256' }],
    ['an address that is none', { email: 'nowhere' }],
  ])('is not kept where it comes with %s, nor anything else', async (_, wrong) => {
    const { email, client } = await person();
    const next = fresh('next');
    const { status } = await put(client, {
      email: next,
      password: NEW_PASSWORD,
      data: { name: 'Eve' },
      ...proof,
      ...wrong,
    });
    expect(status).toBeGreaterThanOrEqual(400);
    const { user } = (await client.auth.getUser()).data;
    expect(user).toMatchObject({ email, user_metadata: {} });
    expect(user?.new_email).toBeUndefined();
    expect(await signsIn(email, PASSWORD)).toBe(true);
    expect(await mailsTo(next)).toEqual([]);
  });

  it('ends the link to the one that was asked for before', async () => {
    const { client } = await person();
    const [second, third] = [fresh('second'), fresh('third')];
    await put(client, { email: second, ...proof });
    const { url } = await newestTo(second);
    await put(client, { email: third, ...proof });
    expect(await follow(url)).toContain('error_code=otp_expired');
    expect(await follow((await newestTo(third)).url)).not.toContain('error_code');
    expect(await emailOf(client)).toBe(third);
  });

  it('ends every link that went to the old one', async () => {
    const { email, client } = await person();
    await backend.client().auth.resetPasswordForEmail(email);
    const old = await newestTo(email);
    const next = fresh('next');
    await put(client, { email: next, ...proof });
    await follow((await newestTo(next)).url);
    expect(await emailOf(client)).toBe(next);
    expect(await follow(old.url)).toContain('error_code=otp_expired');
    const typed = await backend.client().auth.verifyOtp({ email, token: old.code, type: 'recovery' });
    expect(typed.error?.code).toBe('otp_expired');
  });

  it('is reported to both: when it is asked for, and when it counts', async () => {
    const { email, client } = await person();
    const next = fresh('next');
    await put(client, { email: next, ...proof });
    expect((await newestTo(email)).text).toContain(next);
    await follow((await newestTo(next)).url);
    for (const to of [email, next]) {
      const { subject, text } = await newestTo(to);
      expect(subject).toBe('Your address was changed');
      expect(text).toContain(email);
      expect(text).toContain(next);
    }
  });

  it('that somebody else took meanwhile is not taken from him', async () => {
    const { email, client } = await person();
    const next = fresh('next');
    await put(client, { email: next, ...proof });
    await backend.signUp(next);
    expect(await follow((await newestTo(next)).url)).toContain('error_code=otp_expired');
    expect(await emailOf(client)).toBe(email);
  });

  it('has a code of which five wrong ones make it void, also where the address has no account', async () => {
    const { client } = await person();
    const next = fresh('next');
    await put(client, { email: next, ...proof });
    const { code } = await newestTo(next);
    const { auth } = backend.client();
    for (let n = 0; n < 5; n += 1)
      await auth.verifyOtp({
        email: next,
        token: code === '000000' ? '000001' : '000000',
        type: 'email_change',
      });
    expect((await auth.verifyOtp({ email: next, token: code, type: 'email_change' })).error?.code).toBe(
      'otp_expired',
    );
  });
});

describe('a new password or address', () => {
  it.each([
    ['nothing', {}],
    ['an empty password', { current_password: '' }],
    ['an empty code', { nonce: '' }],
    ['no text', { current_password: 1 }],
  ])('asks for the current password: with %s it is refused', async (_, shown) => {
    const { email, client } = await person();
    for (const wanted of [{ password: NEW_PASSWORD }, { email: fresh('next') }])
      expect(await put(client, { ...wanted, ...shown })).toEqual({
        status: 400,
        code: 'current_password_required',
      });
    expect(await signsIn(email, PASSWORD)).toBe(true);
  });

  it('is refused with a wrong one, however often, and then with the right one as well', async () => {
    const strict = await createTestBackend({
      rates: { signIn: [{ by: 'pair', limit: 3, windowMs: 60_000 }] },
    });
    try {
      const { client } = await strict.signUp('guessed@example.org');
      for (let n = 0; n < 3; n += 1) {
        const { error } = await client.auth.updateUser({
          password: NEW_PASSWORD,
          current_password: `guess ${n}`,
        });
        expect(error?.code).toBe('current_password_invalid');
      }
      const next = await client.auth.updateUser({ password: NEW_PASSWORD, ...proof });
      expect(next.error?.code).toBe('over_request_rate_limit');
    } finally {
      await strict.close();
    }
  });

  it('is taken with a code that was mailed to the account, once', async () => {
    const { email, client } = await person();
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const { code, url } = await newestTo(email);
    expect(url).toBe('');
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await put(client, { password: NEW_PASSWORD, nonce: wrong })).toMatchObject({
      code: 'reauthentication_not_valid',
    });
    expect(await put(client, { password: NEW_PASSWORD, nonce: code })).toMatchObject({ status: 200 });
    expect(await put(client, { password: PASSWORD, nonce: code })).toMatchObject({
      code: 'reauthentication_not_valid',
    });
    expect(await signsIn(email, NEW_PASSWORD)).toBe(true);
  });

  it('is not taken with the code of somebody else, nor does that code sign in', async () => {
    const [mine, other] = [await person(), await person()];
    await other.client.auth.reauthenticate();
    const { code } = await newestTo(other.email);
    expect(await put(mine.client, { password: NEW_PASSWORD, nonce: code })).toMatchObject({ status: 422 });
    for (const type of ['email', 'recovery', 'magiclink', 'signup', 'invite', 'email_change'] as const) {
      const { error } = await backend.client().auth.verifyOtp({ email: other.email, token: code, type });
      expect(error?.code, type).toBe('otp_expired');
    }
  });

  it('after a mail that was just opened needs no old password, but an address does', async () => {
    const { email } = await person();
    const client = backend.client();
    await client.auth.resetPasswordForEmail(email);
    await client.auth.verifyOtp({ email, token: (await newestTo(email)).code, type: 'recovery' });
    expect(await put(client, { email: fresh('next') })).toMatchObject({ code: 'current_password_required' });
    expect(await put(client, { email: fresh('next'), password: NEW_PASSWORD })).toMatchObject({
      status: 400,
    });
    backend.clock.offsetMs = 16 * 60_000;
    try {
      expect(await put(client, { password: NEW_PASSWORD })).toMatchObject({
        code: 'current_password_required',
      });
    } finally {
      backend.clock.offsetMs = 0;
    }
    expect(await put(client, { password: NEW_PASSWORD })).toMatchObject({ status: 200 });
    expect(await signsIn(email, NEW_PASSWORD)).toBe(true);
  });

  it('ends every link and one-time password of before, and is reported by mail', async () => {
    const { email, client } = await person();
    await backend.client().auth.resetPasswordForEmail(email);
    const { url } = await newestTo(email);
    await backend.client().functions.invoke('send-password-reset', { body: { email } });
    const password = /^[A-Za-z2-9]{12}$/m.exec((await newestTo(email)).text)?.[0] ?? '';
    expect(await put(client, { password: NEW_PASSWORD, ...proof })).toMatchObject({ status: 200 });
    expect(await newestTo(email)).toMatchObject({ subject: 'Your password was changed', url: '' });
    expect(await follow(url)).toContain('error_code=otp_expired');
    const redeemed = await backend
      .client()
      .functions.invoke('redeem-password-reset', { body: { email, password } });
    expect(redeemed.error).not.toBeNull();
  });
});

describe('an account that nobody confirmed', () => {
  it('is not one that a stranger signed up before with a password of his own', async () => {
    const strict = await createTestBackend({ auth: { isConfirmationRequired: true } });
    try {
      const email = 'wanted@example.org';
      await strict.client().auth.signUp({ email, password: 'the stranger’s' });
      const [stale] = await strict.mails();
      await strict.client().auth.signUp({ email, password: PASSWORD });
      const [mail] = await strict.mails();
      const linkIn = (text = '') => /http:\S+/.exec(text)?.[0] ?? '';
      expect(await follow(linkIn(stale?.text))).toContain('error_code=otp_expired');
      expect(await follow(linkIn(mail?.text))).toContain('access_token=');
      const { auth } = strict.client();
      expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
      const stranger = await auth.signInWithPassword({ email, password: 'the stranger’s' });
      expect(stranger.error?.code).toBe('invalid_credentials');
    } finally {
      await strict.close();
    }
  });
});

describe('the whole suite', () => {
  it('met no unexpected failure in the backend', () => {
    expect(backend.errors).toEqual([]);
  });
});
