import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let author: Person;
let superAdmin: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  author = await createPerson(backend, 'asker@example.org');
  superAdmin = await createSuperAdmin(backend);
});
afterAll(() => backend.close());
beforeEach(() => backend.owner.query('delete from private.rate_limits'));

const written = (changes: object = {}) => ({
  id: randomUUID(),
  requestType: 'erasure',
  email: 'ada@example.org',
  details: 'All of it.',
  homepage: '',
  ...changes,
});

async function send(body: unknown, token?: string) {
  const { anonKey } = inject('cluster').secrets;
  const response = await fetch(`${backend.services.url}/functions/v1/submit-data-request`, {
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

describe('a request about one’s data', () => {
  it('is a pending case, of nobody, that a super admin alone sees', async () => {
    const request = written();
    expect((await send(request)).status).toBe(200);
    expect(await stored(request.id)).toEqual([
      {
        user_id: null,
        feedback_type: 'gdpr_request',
        message: 'Request: erasure\n\nAll of it.',
        email: 'ada@example.org',
        status: 'pending',
      },
    ]);
    const read = async (client: Person['client']) =>
      (await client.from('sounddesk_feedback').select('id').eq('id', request.id)).data ?? [];
    expect(await read(superAdmin.client)).toHaveLength(1);
    expect(await read(author.client)).toEqual([]);
    expect(await read(backend.client())).toEqual([]);
  });

  it('belongs to anyone who is signed in, who sees it', async () => {
    const request = written({ requestType: 'access', details: '' });
    const { data } = await author.client.auth.getSession();
    await send(request, data.session?.access_token);
    expect(await stored(request.id)).toMatchObject([
      { user_id: author.userId, message: 'Request: access\n\nNo details were given.' },
    ]);
    const own = await author.client.from('sounddesk_feedback').select('status').eq('id', request.id);
    expect(own.data).toEqual([{ status: 'pending' }]);
  });

  it('is there once, however often it is sent', async () => {
    const request = written();
    for (let time = 0; time < 3; time += 1) expect((await send(request)).status).toBe(200);
    expect(await stored(request.id)).toHaveLength(1);
  });

  it('keeps hostile text as text', async () => {
    const request = written({
      details: "<script>alert(1)</script>'); drop table plans; --\u0000\ud800 \u202e",
    });
    expect((await send(request)).status).toBe(200);
    expect(await stored(request.id)).toMatchObject([
      { message: "Request: erasure\n\n<script>alert(1)</script>'); drop table plans; --\ufffd \u202e" },
    ]);
  });

  it.each([
    ['no object', null],
    ['no type', written({ requestType: '' })],
    ['a type that there is not', written({ requestType: 'general' })],
    ['no address', written({ email: 'ada@' })],
    ['a megabyte', written({ details: 'x'.repeat(1_000_000) })],
    ['no id', written({ id: 'one' })],
  ])('is refused with %s', async (_, body) => {
    const { status } = await send(body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('of a machine that fills in every field is answered like any other, and not kept', async () => {
    const request = written({ homepage: 'https://example.com' });
    expect((await send(request)).status).toBe(200);
    expect(await stored(request.id)).toEqual([]);
  });

  it('is taken five times in ten minutes from one address', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 7; time += 1) statuses.push((await send(written())).status);
    expect(statuses).toEqual([...Array<number>(5).fill(200), 429, 429]);
  });

  it('says nothing of whether an address has an account', async () => {
    expect(await send(written({ email: 'asker@example.org' }))).toEqual(
      await send(written({ email: 'nobody@example.org' })),
    );
  });
});
