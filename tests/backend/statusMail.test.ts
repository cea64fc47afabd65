import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { FunctionEnvironment, OutgoingMail } from '../../supabase/functions/_shared/environment.ts';
import { makeSendStatusMails, makeSubscribeStatus } from '../../supabase/functions/_shared/statusMail.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

const ADA = 'ada@example.org';

let backend: TestBackend;
let admin: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  admin = await createSuperAdmin(backend);
});
afterAll(() => backend.close());
let mailsBefore = 0;
beforeEach(async () => {
  await backend.owner.query('delete from private.rate_limits');
  await backend.owner.query('delete from private.status_subscribers');
  await backend.owner.query('delete from service_incidents');
  mailsBefore = (await backend.mails()).length;
});

async function call(name: string, body: unknown, key = inject('cluster').secrets.anonKey) {
  const response = await fetch(`${backend.services.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: inject('cluster').secrets.anonKey, authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { error?: { code: string } } };
}
const subscribe = (email: string, more: object = {}) =>
  call('subscribe-status', { email, homepage: '', ...more });
const run = () => call('send-status-mails', {}, inject('cluster').secrets.serviceKey);

/** Of this test, the oldest first. */
async function mails() {
  const all = await backend.mails();
  return all.slice(0, all.length - mailsBefore).reverse();
}
const tokenIn = (text: string | undefined, link: 'confirm' | 'unsubscribe') =>
  new RegExp(`/status\\?${link}=(\\S+)`).exec(text ?? '')?.[1];

async function subscribers(): Promise<{ email: string; isConfirmed: boolean }[]> {
  const { rows } = await backend.owner.query<{ email: string; isConfirmed: boolean }>(
    'select email, confirmed_at is not null as "isConfirmed" from private.status_subscribers order by email',
  );
  return rows;
}

/** A confirmed address. */
async function confirmed(email: string): Promise<void> {
  await subscribe(email);
  const token = tokenIn((await mails()).at(-1)?.text, 'confirm');
  expect((await call('confirm-status', { token })).status).toBe(200);
}

async function report(status = 'investigating'): Promise<string> {
  const { data, error } = await admin.client
    .from('service_incidents')
    .insert({ title: 'Sign-in is slow\nBcc: all', description: 'Since noon.', status, impact: 'high' })
    .select('id')
    .single<{ id: string }>();
  if (error) throw error;
  return data.id;
}
const change = (id: string, status: string) =>
  admin.client.from('service_incidents').update({ status }).eq('id', id);

describe('a subscription', () => {
  it('counts once the link of its mail was followed', async () => {
    expect((await subscribe(' Ada@Example.org', { origin: 'http://127.0.0.1:4321' })).status).toBe(200);
    expect(await subscribers()).toEqual([{ email: ADA, isConfirmed: false }]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: ADA, subject: 'Confirm: mail on incidents of SoundDesk' });
    expect(mail?.text).toContain('http://127.0.0.1:4321/status?confirm=');
    await report();
    await run();
    expect(await mails()).toHaveLength(1);

    const token = tokenIn(mail?.text, 'confirm');
    for (let time = 0; time < 2; time += 1)
      expect((await call('confirm-status', { token })).status).toBe(200);
    expect(await subscribers()).toEqual([{ email: ADA, isConfirmed: true }]);
  });

  it('is answered the same, and mailed, for an address that is known', async () => {
    const unknown = await subscribe(ADA);
    const waiting = await subscribe(ADA);
    const token = tokenIn((await mails()).at(-1)?.text, 'confirm');
    await call('confirm-status', { token });
    const known = await subscribe(ADA);
    expect([waiting, known]).toEqual([unknown, unknown]);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Confirm: mail on incidents of SoundDesk',
      'Confirm: mail on incidents of SoundDesk',
      'You get mail on incidents of SoundDesk',
    ]);
  });

  it('is confirmed by no link but its own, and not for ever', async () => {
    await confirmed('other@example.org');
    await subscribe(ADA);
    const token = tokenIn((await mails()).at(-1)?.text, 'confirm') ?? '';
    const changed = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    // The token of one purpose is none for the other.
    expect((await call('unsubscribe-status', { token })).status).toBe(400);
    for (const wrong of [changed, token.split('.')[0], "' or 1=1 --", '', `${token}00`])
      expect((await call('confirm-status', { token: wrong })).status).toBe(410);
    await backend.owner.query(
      "update private.status_subscribers set requested_at = now() - interval '49 hours' where email = $1",
      [ADA],
    );
    expect((await call('confirm-status', { token })).status).toBe(410);
    await run();
    expect(await subscribers()).toEqual([{ email: 'other@example.org', isConfirmed: true }]);
  });

  it('ends by the link of any mail, signed out, and nothing of the address is left', async () => {
    await confirmed(ADA);
    await report();
    await run();
    const token = tokenIn((await mails()).at(-1)?.text, 'unsubscribe');
    for (let time = 0; time < 2; time += 1)
      expect((await call('unsubscribe-status', { token })).status).toBe(200);
    expect(await subscribers()).toEqual([]);
    const { rows } = await backend.owner.query<{ found: boolean }>(
      `select exists (select 1 from private.status_mails) or exists (select 1 from audit_log a where a::text ilike '%' || $1 || '%') as found`,
      [ADA],
    );
    expect(rows).toEqual([{ found: false }]);
  });

  it('ends by the button of a mail program, which sends no key and a form', async () => {
    await confirmed(ADA);
    await subscribe(ADA);
    const token = tokenIn((await mails()).at(-1)?.text, 'unsubscribe');
    const url = `${backend.services.url}/functions/v1/unsubscribe-status?token=${token}`;
    expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
    expect(await subscribers()).toHaveLength(1);
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(response.status).toBe(200);
    expect(await subscribers()).toEqual([]);
  });

  it('is refused for what is no address, and taken from a machine without being kept', async () => {
    for (const email of ['', 'ada@', 'a b@example.org', `${'x'.repeat(250)}@example.org`, 7, null])
      expect((await call('subscribe-status', { email, homepage: '' })).status).toBe(400);
    expect((await subscribe(ADA, { homepage: 'https://example.com' })).status).toBe(200);
    expect(await subscribers()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it('leads nowhere else, whatever the page says of itself', async () => {
    await subscribe(ADA, { origin: 'https://evil.example' });
    expect((await mails())[0]?.text).toContain('http://127.0.0.1:47800/status?confirm=');
  });

  it('is taken three times an hour for one address, and ten times in ten minutes from one', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await subscribe(ADA)).status);
    for (let time = 0; time < 8; time += 1) statuses.push((await subscribe(`ada${time}@example.org`)).status);
    expect(statuses).toEqual([200, 200, 200, 429, ...Array<number>(6).fill(200), 429, 429]);
  });

  it('is read by nobody, and sent by the server alone', async () => {
    await subscribe(ADA);
    const person = await createPerson(backend, 'reader@example.org');
    for (const client of [person.client, admin.client, backend.client()]) {
      for (const table of ['status_subscribers', 'status_mails']) {
        expect((await client.from(table).select()).error).not.toBeNull();
        expect((await client.schema('private').from(table).select()).error).not.toBeNull();
      }
      expect((await client.rpc('claim_status_mails', { most: 1 })).error?.code).toBe('42501');
      expect((await client.rpc('request_status_subscription', { subscriber_email: ADA })).error?.code).toBe(
        '42501',
      );
    }
    expect((await call('send-status-mails', {})).status).toBe(403);
  });
});

describe('an incident', () => {
  it('is mailed when it begins and when it is over, once each', async () => {
    await confirmed(ADA);
    await confirmed('bob@example.org');
    const before = (await mails()).length;
    const id = await report();
    await run();
    await change(id, 'monitoring');
    await run();
    await change(id, 'resolved');
    await run();
    await change(id, 'completed');
    await change(id, 'investigating');
    await change(id, 'resolved');
    await run();
    const news = (await mails()).slice(before);
    expect(news.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
      'ada@example.org Incident: Sign-in is slow Bcc: all',
      'ada@example.org Resolved: Sign-in is slow Bcc: all',
      'bob@example.org Incident: Sign-in is slow Bcc: all',
      'bob@example.org Resolved: Sign-in is slow Bcc: all',
    ]);
    expect(news[0]?.text).toContain('Status: investigating. Impact: high.');
    expect(news[0]?.text).toContain('Since noon.');
  });

  it('that was over when it was written down is no news', async () => {
    await confirmed(ADA);
    const before = (await mails()).length;
    await report('resolved');
    await run();
    expect(await mails()).toHaveLength(before);
  });

  it('that is over before its mail left is reported as over alone', async () => {
    await confirmed(ADA);
    const before = (await mails()).length;
    await change(await report(), 'resolved');
    await run();
    expect((await mails()).slice(before).map(({ subject }) => subject)).toEqual([
      'Resolved: Sign-in is slow Bcc: all',
    ]);
  });

  it('is mailed later to an address that could not be reached, and keeps no other back', async () => {
    await confirmed(ADA);
    await confirmed('bob@example.org');
    await report();
    const sent: OutgoingMail[] = [];
    let isDown = true;
    const secrets = inject('cluster').secrets;
    const environment = {
      url: backend.services.url,
      fetch,
      serviceKey: secrets.serviceKey,
      addressSalt: 'salt',
      sealingSecret: 'secret',
      siteUrl: 'https://sounddesk.example',
      nowMs: Date.now,
      sendMail: async (mail: OutgoingMail) => {
        if (isDown && mail.to === ADA) throw new Error('the mail service answered 500');
        sent.push(mail);
      },
    } as unknown as FunctionEnvironment;
    const send = () =>
      makeSendStatusMails(environment)(
        new Request('http://localhost/', {
          method: 'POST',
          headers: { authorization: `Bearer ${secrets.serviceKey}` },
        }),
      );
    expect(await (await send()).json()).toMatchObject({ data: { sent: 1, failed: 1 } });
    isDown = false;
    // Not at once.
    expect(await (await send()).json()).toMatchObject({ data: { sent: 0, failed: 0 } });
    await backend.owner.query('update private.status_mails set due_at = now() where sent_at is null');
    expect(await (await send()).json()).toMatchObject({ data: { sent: 1, failed: 0 } });
    expect(sent.map(({ to }) => to)).toEqual(['bob@example.org', ADA]);
    expect(sent[0]?.unsubscribeUrl).toMatch(/\/functions\/v1\/unsubscribe-status\?token=[0-9a-f.-]+$/);
    expect(sent[0]?.text).toContain('https://sounddesk.example/status?unsubscribe=');
  });

  it('needs a mail service, which is said', async () => {
    const environment = {
      siteUrl: null,
      sendMail: null,
      addressSalt: 'salt',
      nowMs: Date.now,
      clientAddress: { header: 'x-forwarded-for', proxies: 1 },
    };
    const handler = makeSubscribeStatus({
      ...environment,
      url: backend.services.url,
      fetch,
      serviceKey: inject('cluster').secrets.serviceKey,
    } as unknown as FunctionEnvironment);
    const body = JSON.stringify({ email: ADA, homepage: '' });
    const response = await handler(new Request('http://localhost/', { method: 'POST', body }));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { message: 'Email service not configured' } });
  });
});
