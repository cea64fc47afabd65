/** What visitors can write without an account, attacked by number: a thousand in a minute, from one machine. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';

const TIMES = 1000;
const AT_ONCE = 20;

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

/** `most`: how many one address may send in ten minutes. */
const FORMS = [
  {
    name: 'submit-contact',
    most: 10,
    table: 'public.sounddesk_feedback',
    body: (n: number) => ({
      id: randomUUID(),
      contactType: 'support',
      name: `N${n}`,
      email: `n${n}@example.org`,
      subject: 'Hum',
      message: 'It hums.',
      homepage: '',
    }),
  },
  {
    name: 'submit-data-request',
    most: 5,
    table: 'public.sounddesk_feedback',
    body: (n: number) => ({
      id: randomUUID(),
      requestType: 'access',
      email: `n${n}@example.org`,
      details: '',
      homepage: '',
    }),
  },
  {
    name: 'submit-feedback',
    most: 20,
    table: 'public.sounddesk_feedback',
    body: (n: number) => ({
      id: randomUUID(),
      userId: null,
      feedbackType: 'bug',
      rating: null,
      message: `It hums ${n}.`,
      email: null,
      diagnostics: null,
    }),
  },
  {
    name: 'subscribe-status',
    most: 10,
    table: 'private.status_subscribers',
    body: (n: number) => ({ email: `n${n}@example.org`, homepage: '' }),
  },
];

async function rows(table: string): Promise<number> {
  const { rows: counted } = await backend.owner.query<{ n: number }>(
    `select count(*)::int as n from ${table}`,
  );
  return counted[0]?.n ?? -1;
}

/** The statuses of all answers, and how many there were of each. */
async function flood(name: string, body: (n: number) => object): Promise<Map<number, number>> {
  const { anonKey } = inject('cluster').secrets;
  const statuses = new Map<number, number>();
  let next = 0;
  const sender = async () => {
    for (let n = next++; n < TIMES; n = next++) {
      const response = await fetch(`${backend.services.url}/functions/v1/${name}`, {
        method: 'POST',
        headers: {
          apikey: anonKey,
          authorization: `Bearer ${anonKey}`,
          // Said by the sender: it must not make another machine of it.
          'x-forwarded-for': `203.0.113.${n % 250}`,
          forwarded: `for=203.0.113.${n % 250}`,
        },
        body: JSON.stringify(body(n)),
      });
      const text = await response.text();
      // No answer holds an address, not even the one that was sent.
      expect(text).not.toContain('@');
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return statuses;
}

describe('a thousand in a minute', () => {
  it.each(FORMS)('to $name: $most are kept, the others refused, and nothing breaks', async (form) => {
    await backend.owner.query('delete from private.rate_limits');
    const before = await rows(form.table);
    const statuses = await flood(form.name, form.body);
    expect(Object.fromEntries(statuses)).toEqual({ 200: form.most, 429: TIMES - form.most });
    expect((await rows(form.table)) - before).toBe(form.most);
  });
});
