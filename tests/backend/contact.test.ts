import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let author: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  author = await createPerson(backend, 'writer@example.org');
});
afterAll(() => backend.close());
beforeEach(() => backend.owner.query('delete from private.rate_limits'));

const written = (changes: object = {}) => ({
  id: randomUUID(),
  contactType: 'support',
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'Hum',
  message: 'It hums.',
  homepage: '',
  ...changes,
});

async function send(body: unknown, token?: string) {
  const { anonKey } = inject('cluster').secrets;
  const response = await fetch(`${backend.services.url}/functions/v1/submit-contact`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${token ?? anonKey}` },
    body: JSON.stringify(body),
  });
  const answered = (await response.json()) as { error?: { code: string; message: string } };
  return { status: response.status, error: answered.error };
}

async function stored(id: string): Promise<unknown[]> {
  const { rows } = await backend.owner.query(
    'select user_id, feedback_type, message, email, status from sounddesk_feedback where id = $1',
    [id],
  );
  return rows as unknown[];
}

async function count(): Promise<number> {
  const { rows } = await backend.owner.query('select count(*)::int as count from sounddesk_feedback');
  return (rows[0] as { count: number }).count;
}

describe('a message of the contact form', () => {
  it('is kept as one pending row, of nobody', async () => {
    const message = written();
    expect((await send(message)).status).toBe(200);
    expect(await stored(message.id)).toEqual([
      {
        user_id: null,
        feedback_type: 'support',
        message: 'Name: Ada\nEmail: ada@example.org\nSubject: Hum\n\nIt hums.',
        email: 'ada@example.org',
        status: 'pending',
      },
    ]);
  });

  it('belongs to anyone who is signed in', async () => {
    const message = written();
    const { data } = await author.client.auth.getSession();
    await send(message, data.session?.access_token);
    expect(await stored(message.id)).toMatchObject([{ user_id: author.userId }]);
  });

  it('is there once, however often it is sent', async () => {
    const message = written();
    for (let time = 0; time < 3; time += 1) expect((await send(message)).status).toBe(200);
    expect(await stored(message.id)).toHaveLength(1);
  });

  it('keeps hostile text as text, with no line that was not its own', async () => {
    const message = written({
      name: "Ada\nEmail: other@example.org'); drop table plans; --",
      subject: '<script>alert(1)</script>\u0000',
      message: '\ud800 \u202e {{constructor}} ',
    });
    expect((await send(message)).status).toBe(200);
    expect(await stored(message.id)).toMatchObject([
      {
        message:
          "Name: Ada Email: other@example.org'); drop table plans; --\nEmail: ada@example.org\n" +
          'Subject: <script>alert(1)</script>\n\n\ufffd \u202e {{constructor}}',
      },
    ]);
  });

  it.each([
    ['no object', null],
    ['no name', written({ name: ' \n' })],
    ['no address', written({ email: 'ada@' })],
    ['no subject', written({ subject: '' })],
    ['no message', written({ message: '\u0000' })],
    ['a type that there is not', written({ contactType: 'bug' })],
    ['a megabyte', written({ message: 'x'.repeat(1_000_000) })],
    ['no id', written({ id: 'one' })],
  ])('is refused with %s, and nothing is kept', async (_, body) => {
    const before = await count();
    expect((await send(body)).status).toBeGreaterThanOrEqual(400);
    expect(await count()).toBe(before);
  });

  it('of a machine that fills in every field is answered like any other, and not kept', async () => {
    const message = written({ homepage: 'https://example.com' });
    expect((await send(message)).status).toBe(200);
    expect(await stored(message.id)).toEqual([]);
  });

  it('is taken ten times in ten minutes from one address', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) statuses.push((await send(written())).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });

  it('says nothing of whether an address has an account', async () => {
    const [known, unknown] = await Promise.all([
      send(written({ email: 'writer@example.org' })),
      send(written({ email: 'nobody@example.org' })),
    ]);
    expect(known).toEqual(unknown);
  });
});
