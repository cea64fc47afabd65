import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

describe('sign-up and sign-in by supabase-js', () => {
  it("opens a session that reads what is one's own", async () => {
    const { client, userId } = await backend.signUp('first@example.org');
    const { data, error } = await client.from('sounddesk_profiles').select('*');
    expect(error).toBeNull();
    expect(data).toEqual([]);
    const again = backend.client();
    const signedIn = await again.auth.signInWithPassword({ email: ' First@Example.org', password: PASSWORD });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data.user?.id).toBe(userId);
  });

  it('refuses a wrong password and an unknown address with the same words', async () => {
    await backend.signUp('known@example.org');
    const client = backend.client();
    const wrong = await client.auth.signInWithPassword({ email: 'known@example.org', password: 'nope nope' });
    const unknown = await client.auth.signInWithPassword({ email: 'who@example.org', password: 'nope nope' });
    for (const { error } of [wrong, unknown]) {
      expect(error).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    }
  });
});
