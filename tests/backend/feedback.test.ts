import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let author: Person;
let other: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  author = await createPerson(backend, 'author@example.org');
  other = await createPerson(backend, 'other@example.org');
});
afterAll(() => backend.close());
beforeEach(() => backend.owner.query('delete from private.rate_limits'));

const written = (changes: object = {}) => ({
  id: randomUUID(),
  userId: null,
  feedbackType: 'bug',
  rating: null,
  message: 'It hums.',
  email: null,
  diagnostics: null,
  ...changes,
});

async function send(body: object, client?: SupabaseClient) {
  const { anonKey } = inject('cluster').secrets;
  const session = client ? (await client.auth.getSession()).data.session : null;
  const response = await fetch(`${backend.services.url}/functions/v1/submit-feedback`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${session?.access_token ?? anonKey}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { error?: { code: string } } };
}

async function stored(id: string): Promise<unknown[]> {
  const { rows } = await backend.owner.query(
    `select user_id, feedback_type, rating, message, email, status, diagnostics from sounddesk_feedback where id = $1`,
    [id],
  );
  return rows as unknown[];
}

describe('feedback of a visitor', () => {
  it('is kept as pending, without a user', async () => {
    const feedback = written({ message: '  It hums.\n', rating: 4, email: 'who@example.org' });
    expect((await send(feedback)).status).toBe(200);
    expect(await stored(feedback.id)).toEqual([
      {
        user_id: null,
        feedback_type: 'bug',
        rating: 4,
        message: 'It hums.',
        email: 'who@example.org',
        status: 'pending',
        diagnostics: null,
      },
    ]);
  });

  it('is read by no visitor and by nobody else', async () => {
    const { id } = written();
    await send(written({ id }));
    const asked = await backend.client().from('sounddesk_feedback').select('id');
    expect(asked.data ?? []).toEqual([]);
    expect((await other.client.from('sounddesk_feedback').select('id').eq('id', id)).data).toEqual([]);
  });

  it('cannot be said to be of somebody', async () => {
    const feedback = written({ userId: author.userId });
    expect(await send(feedback)).toMatchObject({
      status: 401,
      body: { error: { code: 'SIGN_IN_REQUIRED' } },
    });
    expect(await send(feedback, other.client)).toMatchObject({ status: 401 });
    expect(await stored(feedback.id)).toEqual([]);
  });
});

describe('feedback of an account', () => {
  it('is of that account, and its author alone reads it', async () => {
    const feedback = written({ userId: author.userId, diagnostics: 'SoundDesk 0.1.0' });
    expect((await send(feedback, author.client)).status).toBe(200);
    expect(await stored(feedback.id)).toMatchObject([
      { user_id: author.userId, diagnostics: 'SoundDesk 0.1.0' },
    ]);
    const read = (person: Person) =>
      person.client.from('sounddesk_feedback').select('message').eq('id', feedback.id);
    expect((await read(author)).data).toEqual([{ message: 'It hums.' }]);
    expect((await read(other)).data).toEqual([]);
    expect((await read(await createSuperAdmin(backend))).data).toHaveLength(1);
  });

  it('is there once, however often it is sent', async () => {
    const feedback = written({ userId: author.userId });
    const answers = await Promise.all([1, 2, 3].map(() => send(feedback, author.client)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stored(feedback.id)).toHaveLength(1);
  });
});

describe('what is no feedback', () => {
  it.each([
    ['no message', { message: ' \n ' }],
    ['nothing but a NUL', { message: '\u0000' }],
    ['a message that is too long', { message: 'x'.repeat(10_001) }],
    ['a type that there is not', { feedbackType: 'gdpr_request' }],
    ['six stars', { rating: 6 }],
    ['half a star', { rating: 2.5 }],
    ['no address', { email: 'nobody' }],
    ['an address that is too long', { email: `${'x'.repeat(250)}@example.org` }],
    ['diagnostics that are too long', { diagnostics: 'x'.repeat(100_001) }],
    ['no id', { id: '1' }],
  ])('%s is refused', async (_what, changes) => {
    expect(await send(written(changes))).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_INPUT' } },
    });
  });

  it('is kept as it is where it only looks dangerous', async () => {
    const message = `'; drop table sounddesk_feedback; -- <script>alert(1)</script> \u202e \u{1f399}`;
    const feedback = written({ message: `${message}\u0000\ud800` });
    expect((await send(feedback)).status).toBe(200);
    expect(await stored(feedback.id)).toMatchObject([{ message: `${message}\ufffd` }]);
  });

  it('takes ten thousand characters of any kind', async () => {
    const feedback = written({ message: '\u{1f399}'.repeat(5000) });
    expect((await send(feedback)).status).toBe(200);
  });

  it('is refused by number from one address', async () => {
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await send(written())).status);
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
    expect(statuses[20]).toBe(429);
  });
});
