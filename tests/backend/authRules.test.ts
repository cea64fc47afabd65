import { afterEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';

let backend: TestBackend;
afterEach(() => backend.close());

describe('where addresses must be confirmed', () => {
  const email = 'new@example.org';

  it('an account can be used once its link was opened', async () => {
    backend = await createTestBackend({ auth: { isConfirmationRequired: true } });
    const { auth } = backend.client();
    const signUp = await auth.signUp({ email, password: PASSWORD });
    expect(signUp.data).toMatchObject({ session: null, user: { email } });
    const early = await auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', message: 'Email not confirmed' });
    const [mail] = await backend.mails();
    await fetch(/http:\S+/.exec(mail?.text ?? '')?.[0] ?? '', { redirect: 'manual' });
    expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('a second sign-up with a known address looks like the first one and changes nothing', async () => {
    backend = await createTestBackend({ auth: { isConfirmationRequired: true } });
    const { admin } = backend.serviceClient().auth;
    await admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const { data, error } = await backend.client().auth.signUp({ email, password: 'somebody else' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, identities: [] });
    expect(await backend.mails()).toEqual([]);
    const signIn = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(signIn.error).toBeNull();
  });
});

describe('rate limits', () => {
  it('stop guessing a password, for that account alone', async () => {
    backend = await createTestBackend({ rates: { signIn: [{ by: 'pair', limit: 3, windowMs: 60_000 }] } });
    await backend.signUp('guess@example.org');
    await backend.signUp('other@example.org');
    const { auth } = backend.client();
    for (let attempt = 0; attempt < 3; attempt += 1)
      await auth.signInWithPassword({ email: 'guess@example.org', password: `guess ${attempt}` });
    const next = await auth.signInWithPassword({ email: 'guess@example.org', password: PASSWORD });
    expect(next.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    expect(
      (await auth.signInWithPassword({ email: 'other@example.org', password: PASSWORD })).error,
    ).toBeNull();
    backend.clock.offsetMs = 61_000;
    expect(
      (await auth.signInWithPassword({ email: 'guess@example.org', password: PASSWORD })).error,
    ).toBeNull();
  });

  it('send one mail a minute, whether or not there is an account', async () => {
    backend = await createTestBackend({ rates: { mail: [{ by: 'pair', limit: 1, windowMs: 60_000 }] } });
    await backend.signUp('mail@example.org');
    for (const email of ['mail@example.org', 'nobody@example.org']) {
      const { auth } = backend.client();
      expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
      expect((await auth.resetPasswordForEmail(email)).error).toMatchObject({
        code: 'over_email_send_rate_limit',
      });
    }
    expect(await backend.mails()).toHaveLength(1);
  });
});

describe('an answer reveals nothing of who has an account', () => {
  const known = 'known@example.org';
  const post = async (path: string, body: object) => {
    const response = await fetch(`${backend.services.url}${path}`, {
      method: 'POST',
      headers: { apikey: inject('cluster').secrets.anonKey },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.text() };
  };

  it.each([
    ['/auth/v1/recover', {}],
    ['/auth/v1/resend', { type: 'signup' }],
  ])('%s comes before any account is looked for', async (path, more) => {
    backend = await createTestBackend();
    await backend.signUp(known);
    const held = await backend.owner.connect();
    await held.query('begin');
    // Anyone who looks waits.
    await held.query('lock table auth.users, auth.one_time_tokens in access exclusive mode');
    try {
      const answers = [];
      for (const email of [known, 'nobody@example.org']) answers.push(await post(path, { email, ...more }));
      expect(answers).toEqual([
        { status: 200, body: '{}' },
        { status: 200, body: '{}' },
      ]);
    } finally {
      await held.query('rollback');
      held.release();
    }
    expect(await backend.mails()).toHaveLength(path.endsWith('recover') ? 1 : 0);
  });

  it('a one-time password keeps as much for an address without an account, and counts as much', async () => {
    backend = await createTestBackend();
    await backend.signUp(known);
    for (const email of [known, 'nobody@example.org'])
      expect(await post('/functions/v1/send-password-reset', { email })).toMatchObject({ status: 200 });
    for (const email of [known, 'nobody@example.org'])
      expect(
        await post('/functions/v1/redeem-password-reset', { email, password: 'AAAAAAAAAAAA' }),
      ).toMatchObject({ status: 401 });
    const { rows } = await backend.owner.query<{ failures: number }>(
      'select failures from private.password_resets',
    );
    expect(rows).toEqual([{ failures: 1 }, { failures: 1 }]);
    expect(await backend.mails()).toHaveLength(2);
  });

  it('a sign-up that waits for its mail answers known and new addresses with the same fields', async () => {
    backend = await createTestBackend({ auth: { isConfirmationRequired: true } });
    await backend
      .serviceClient()
      .auth.admin.createUser({ email: known, password: PASSWORD, email_confirm: true });
    const fields = [];
    for (const email of [known, 'new@example.org']) {
      const answer = await post('/auth/v1/signup', { email, password: 'somebody else' });
      fields.push(Object.keys(JSON.parse(answer.body) as object).sort());
    }
    expect(fields[0]).toEqual(fields[1]);
  });
});
