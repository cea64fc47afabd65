import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';

const EMAIL = 'forgetful@example.org';
const ONE_TIME = /^[A-HJ-NP-Za-km-z2-9]{12}$/m;

let backend: TestBackend;
let userId: string;
beforeAll(async () => {
  backend = await createTestBackend();
  ({ userId } = await backend.signUp(EMAIL));
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.owner.query('delete from private.rate_limits');
  await backend.owner.query('delete from private.password_resets');
});

async function call(name: string, input: object) {
  const response = await fetch(`${backend.services.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${inject('cluster').secrets.anonKey}` },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const send = (email: string) => call('send-password-reset', { email });
const redeem = (email: string, password: string) => call('redeem-password-reset', { email, password });

async function mailedPassword(email = EMAIL): Promise<string> {
  const [mail] = (await backend.mails()).filter(({ to }) => to === email);
  return ONE_TIME.exec(mail?.text ?? '')?.[0] ?? '';
}
const canSignIn = async (password: string) =>
  (await backend.client().auth.signInWithPassword({ email: EMAIL, password })).error === null;

describe('a forgotten password', () => {
  it('gets a one-time password by mail, beside the one that there is', async () => {
    expect(await send(` ${EMAIL.toUpperCase()} `)).toMatchObject({ status: 200, body: { success: true } });
    expect(await mailedPassword()).toMatch(ONE_TIME);
    expect(await canSignIn(PASSWORD)).toBe(true);
  });

  it('is answered alike for an address without an account, which is reported by mail', async () => {
    const known = await send(EMAIL);
    const unknown = await send('nobody@example.org');
    expect(unknown).toEqual(known);
    const [mail] = (await backend.mails()).filter(({ to }) => to === 'nobody@example.org');
    expect(mail?.text).toContain('There is no account');
  });

  it('is mailed three times in a quarter of an hour at most, to whichever address', async () => {
    for (const email of [EMAIL, 'nobody@example.org']) {
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await send(email)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });

  it.each(['', 'no address', 'a@b', `${'x'.repeat(260)}@example.org`])(
    'is not asked for with "%s"',
    async (email) => {
      expect(await send(email)).toMatchObject({ status: 400, body: { error: { code: 'BAD_INPUT' } } });
    },
  );
});

describe('a one-time password', () => {
  it('replaces the old one when it is used, once, and opens a session that sets a new one', async () => {
    const before = backend.client();
    await before.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    await send(EMAIL);
    const password = await mailedPassword();
    const { status, body } = await redeem(EMAIL, password);
    expect(status).toBe(200);
    expect(await canSignIn(PASSWORD)).toBe(false);
    expect(await canSignIn(password)).toBe(false);
    expect((await redeem(EMAIL, password)).status).toBe(401);
    // Anyone who knew the old password is out.
    expect((await before.auth.getUser()).error).not.toBeNull();

    const client = backend.client();
    const { tokenHash } = body.data as { tokenHash: string };
    const { data } = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' });
    expect(data.user?.id).toBe(userId);
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect(await canSignIn(PASSWORD)).toBe(true);
  });

  it('is void after five wrong tries', async () => {
    await send(EMAIL);
    const password = await mailedPassword();
    for (let i = 0; i < 5; i++) expect((await redeem(EMAIL, 'AAAAAAAAAAAA')).status).toBe(401);
    expect((await redeem(EMAIL, password)).status).toBe(401);
  });

  it('is void after a quarter of an hour', async () => {
    await send(EMAIL);
    await backend.owner.query(`update private.password_resets set expires_at = now() - interval '1 second'`);
    expect((await redeem(EMAIL, await mailedPassword())).status).toBe(401);
  });

  it('is used by one of fifty who try at once', async () => {
    await send(EMAIL);
    const password = await mailedPassword();
    const tries = await Promise.all(Array.from({ length: 50 }, () => redeem(EMAIL, password)));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    await backend.owner.query(`update auth.users set encrypted_password = null where id = $1`, [userId]);
  });

  it('is nobody else’s', async () => {
    await send(EMAIL);
    expect((await redeem('nobody@example.org', await mailedPassword())).status).toBe(401);
  });
});
