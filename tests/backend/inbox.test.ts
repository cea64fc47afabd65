/** The inbox of super admins: read by nobody else, answered by mail, with every step written down. */
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { FunctionEnvironment, OutgoingMail } from '../../supabase/functions/_shared/environment.ts';
import {
  makeDeliverInboxReplies,
  makeInboxOptions,
  makeSendInboxReply,
} from '../../supabase/functions/_shared/inbox.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import {
  createOrganization,
  createPerson,
  createSuperAdmin,
  type OrganizationSeed,
  type Person,
} from '../lib/organizationWorld.ts';

interface Row {
  id: string;
  kind: string;
  status: string;
  replies: number;
  created_at: string;
}
interface Case {
  status: string;
  account: { email: string } | null;
  replies: { id: string; body: string; status: string; problem: string | null; sentTo: string; by: string }[];
  history: { by: string | null; from: string; to: string }[];
}

let backend: TestBackend;
let admin: Person;
let author: Person;
let others: OrganizationSeed;
beforeAll(async () => {
  backend = await createTestBackend();
  admin = await createSuperAdmin(backend);
  author = await createPerson(backend, 'writer@example.org');
  others = await createOrganization(backend, 'DELTAS');
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.owner.query('delete from private.rate_limits');
  await backend.owner.query('delete from sounddesk_feedback');
});

async function call(name: string, body: unknown, client?: SupabaseClient) {
  const { anonKey } = inject('cluster').secrets;
  const response = await fetch(`${backend.services.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${(await tokenOf(client)) ?? anonKey}` },
    body: JSON.stringify(body),
  });
  const answered = (await response.json()) as { data?: unknown; error?: { code: string } };
  return { status: response.status, data: answered.data, code: answered.error?.code };
}
const tokenOf = async (client?: SupabaseClient) =>
  client && (await client.auth.getSession()).data.session?.access_token;

const contact = (changes: object = {}) => ({
  id: randomUUID(),
  contactType: 'general',
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'Hum',
  message: 'It hums.',
  homepage: '',
  ...changes,
});
async function receiveContact(changes: object = {}): Promise<string> {
  const message = contact(changes);
  expect((await call('submit-contact', message)).status).toBe(200);
  return message.id;
}
const search = async (query: object = {}) => {
  const answered = await admin.client.rpc('search_inbox', query);
  if (answered.error) throw answered.error;
  return answered.data as Row[];
};
const read = async (id: string) => (await admin.client.rpc('read_inbox_case', { case_id: id })).data as Case;
const newestMail = async () => (await backend.mails())[0];

/** The functions with a mail service of the test's own. */
function withMail(sendMail: ((mail: OutgoingMail) => Promise<void>) | null) {
  const { serviceKey, addressSalt } = inject('cluster').secrets;
  const clientAddress = { header: 'x-forwarded-for', proxies: 1 };
  const environment = {
    url: backend.services.url,
    fetch,
    serviceKey,
    addressSalt,
    clientAddress,
    nowMs: Date.now,
    sendMail,
  } as FunctionEnvironment;
  const post = async (handler: (request: Request) => Promise<Response>, body: unknown, token: string) => {
    const response = await handler(
      new Request('http://localhost/', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    );
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    options: async () => post(makeInboxOptions(environment), {}, (await tokenOf(admin.client)) ?? ''),
    send: async (body: unknown) =>
      post(makeSendInboxReply(environment), body, (await tokenOf(admin.client)) ?? ''),
    deliver: () => post(makeDeliverInboxReplies(environment), {}, serviceKey),
  };
}

describe('the inbox', () => {
  it('holds contact messages, feedback and data requests, distinguished by where they were written', async () => {
    const general = await receiveContact();
    const feedback = randomUUID();
    await call('submit-feedback', {
      id: feedback,
      userId: null,
      feedbackType: 'general',
      rating: 4,
      email: null,
      message: 'Name: x\nEmail: y\nSubject: z\n\nlike a contact message',
      diagnostics: null,
    });
    const request = { id: randomUUID(), requestType: 'access', email: 'a@example.org', details: '' };
    await call('submit-data-request', { ...request, homepage: '' });
    expect((await search()).map(({ id, kind }) => [id, kind])).toEqual([
      [request.id, 'gdpr'],
      [feedback, 'feedback'],
      [general, 'contact'],
    ]);
    for (const [kind, id] of [
      ['contact', general],
      ['feedback', feedback],
      ['gdpr', request.id],
    ])
      expect((await search({ kind_filter: kind })).map((row) => row.id)).toEqual([id]);
  });

  it('knows of older rows what they were', async () => {
    const { rows } = await backend.owner.query<{ kind: string }>(
      `insert into sounddesk_feedback (feedback_type, message) values
       ('sales', 'x'), ('bug', 'x'), ('gdpr_request', 'x') returning kind`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['contact', 'feedback', 'gdpr']);
  });

  it('is searched by any part of text and address, whatever letters they are', async () => {
    const id = await receiveContact({ message: 'The 100%_Hum \\ “Ωmega”', email: 'Ada@Example.org' });
    await receiveContact({ message: 'Nothing of the kind', email: 'ben@example.com' });
    for (const word of ['100%_hum', '\\ “ωMEGA', 'ada@example', 'AD', 'hum \\'])
      expect((await search({ search: word })).map((row) => row.id)).toEqual([id]);
    for (const word of ['%', '___', "' or true --", 'nobody wrote this'])
      expect(await search({ search: word })).toEqual([]);
  });

  it('comes in pages by key, also of one moment, each row once', async () => {
    await backend.owner.query(
      `insert into sounddesk_feedback (feedback_type, message, created_at)
       select 'bug', 'no. ' || n, '2026-01-01T00:00:00Z'::timestamptz + (n / 3) * interval '1 second'
       from generate_series(1, 25) n`,
    );
    const seen: string[] = [];
    let after: object = {};
    for (let pages = 0; pages < 4; pages += 1) {
      const page = await search({ page_size: 10, ...after });
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last || page.length < 10) break;
      after = { before_created_at: last.created_at, before_id: last.id };
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  });

  it('says what waits', async () => {
    await receiveContact();
    const done = await receiveContact();
    const { error } = await admin.client.from('sounddesk_feedback').update({ status: 'done' }).eq('id', done);
    expect(error).toBeNull();
    expect((await admin.client.rpc('inbox_counts')).data).toEqual([{ status: 'pending', total: 1 }]);
    expect((await search({ status_filter: 'done' })).map(({ id }) => id)).toEqual([done]);
  });

  it('writes down who moved a case, and nothing of what was written', async () => {
    const id = await receiveContact({ message: 'unforgettable' });
    await admin.client.from('sounddesk_feedback').update({ status: 'in_progress' }).eq('id', id);
    await admin.client.from('sounddesk_feedback').update({ status: 'in_progress' }).eq('id', id);
    expect((await read(id)).history).toMatchObject([{ by: admin.email, from: 'pending', to: 'in_progress' }]);
    const { rows } = await backend.owner.query<{ text: string }>(
      `select to_jsonb(l)::text as text from audit_log l where row_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toMatch(/unforgettable|ada@/);
  });
});

describe('nobody else', () => {
  it('reads a message, a reply or a count, by any way', async () => {
    const id = await receiveContact({ message: 'a secret of Ada’s' });
    await call('send-inbox-reply', { id: randomUUID(), caseId: id, body: 'a secret answer' }, admin.client);
    const clients = [author, others.owner, others.admin, others.member].map(({ client }) => client);
    for (const client of [...clients, backend.client()]) {
      for (const [name, input] of [
        ['search_inbox', {}],
        ['inbox_counts', {}],
        ['read_inbox_case', { case_id: id }],
        [
          'queue_inbox_reply',
          { reply_id: randomUUID(), case_id: id, reply_subject: 'Re', reply_body: 'spam' },
        ],
        ['claim_inbox_replies', {}],
        ['settle_inbox_reply', { reply_id: id }],
      ] as const) {
        const answered = await client.rpc(name, input);
        expect([name, answered.data, answered.error?.code]).toEqual([name, null, '42501']);
      }
      for (const table of ['sounddesk_feedback', 'inbox_replies']) {
        const { data } = await client.from(table).select('*');
        expect(JSON.stringify(data ?? [])).not.toContain('secret');
      }
      for (const name of ['inbox-options', 'send-inbox-reply'])
        expect((await call(name, { id: randomUUID(), caseId: id, body: 'spam' }, client)).code).toMatch(
          /^(SUPER_ADMIN_ONLY|SIGN_IN_REQUIRED)$/,
        );
      expect((await call('deliver-inbox-replies', {}, client)).status).toBe(403);
      const changed = await client
        .from('sounddesk_feedback')
        .update({ status: 'done' })
        .eq('id', id)
        .select();
      expect(changed.data ?? []).toEqual([]);
    }
    expect(await read(id)).toMatchObject({ status: 'in_progress', replies: [{ body: 'a secret answer' }] });
  });

  it('writes a reply past the function, a super admin included', async () => {
    const id = await receiveContact();
    const reply = { id: randomUUID(), feedback_id: id, sent_to: 'x@example.org', subject: 'x', body: 'x' };
    expect((await admin.client.from('inbox_replies').insert(reply)).error?.code).toBe('42501');
    await call('send-inbox-reply', { id: reply.id, caseId: id, body: 'Hello' }, admin.client);
    const change = admin.client.from('inbox_replies').update({ body: 'y' }).eq('id', reply.id);
    expect((await change).error?.code).toBe('42501');
    expect((await admin.client.from('inbox_replies').delete().eq('id', reply.id)).error?.code).toBe('42501');
  });

  it('keeps the claim of a super admin once it was taken away', async () => {
    const id = await receiveContact();
    const { userId } = admin;
    const auth = backend.serviceClient().auth.admin;
    await auth.updateUserById(userId, { app_metadata: { super_admin: false } });
    const refused = await call('send-inbox-reply', { id: randomUUID(), caseId: id, body: 'x' }, admin.client);
    await auth.updateUserById(userId, { app_metadata: { super_admin: true } });
    expect(refused.code).toBe('SUPER_ADMIN_ONLY');
  });
});

describe('a reply', () => {
  it('goes to the address of the message, as text, and is kept with it', async () => {
    const id = await receiveContact({ message: 'It <b>hums</b>.\nLoudly.' });
    const reply = { id: randomUUID(), caseId: id, body: ' Turn it <i>down</i>.\n' };
    expect(await call('send-inbox-reply', reply, admin.client)).toMatchObject({
      status: 200,
      data: { status: 'sent', problem: null },
    });
    const mail = await newestMail();
    expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Re: Hum' });
    expect(mail?.text).toMatch(
      /^Turn it <i>down<\/i>\.\n\nSoundDesk\n\nOn [\d-]+ you wrote:\n> It <b>hums<\/b>\.\n> Loudly\.\n$/,
    );
    expect(await read(id)).toMatchObject({
      status: 'in_progress',
      replies: [{ body: 'Turn it <i>down</i>.', status: 'sent', sentTo: 'ada@example.org', by: admin.email }],
      history: [{ by: admin.email, from: 'pending', to: 'in_progress' }],
    });
    expect((await search()).map(({ replies }) => replies)).toEqual([1]);
  });

  it('is mailed once, however often it is sent', async () => {
    const id = await receiveContact();
    const reply = { id: randomUUID(), caseId: id, body: 'once' };
    const before = (await backend.mails()).length;
    const sent = await Promise.all([1, 2, 3].map(() => call('send-inbox-reply', reply, admin.client)));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await backend.mails()).toHaveLength(before + 1);
    expect((await read(id)).replies).toHaveLength(1);
  });

  it('of a case that is done leaves it done', async () => {
    const id = await receiveContact();
    await admin.client.from('sounddesk_feedback').update({ status: 'done' }).eq('id', id);
    await call('send-inbox-reply', { id: randomUUID(), caseId: id, body: 'P.S.' }, admin.client);
    expect((await read(id)).status).toBe('done');
  });

  it.each([
    ['no text', { body: ' \n' }, 400, 'BAD_INPUT'],
    ['too much text', { body: 'x'.repeat(10_001) }, 400, 'BAD_INPUT'],
    ['no case', { caseId: 'one' }, 400, 'BAD_INPUT'],
    ['a case that there is not', { caseId: randomUUID() }, 404, 'NO_SUCH_MESSAGE'],
  ])('is refused with %s', async (_, changes, status, code) => {
    const reply = { id: randomUUID(), caseId: await receiveContact(), body: 'x', ...changes };
    expect(await call('send-inbox-reply', reply, admin.client)).toMatchObject({ status, code });
  });

  it('needs an address', async () => {
    const { rows } = await backend.owner.query<{ id: string }>(
      `insert into sounddesk_feedback (feedback_type, message) values ('bug', 'x') returning id`,
    );
    const reply = { id: randomUUID(), caseId: rows[0]?.id, body: 'x' };
    expect((await call('send-inbox-reply', reply, admin.client)).code).toBe('NO_ADDRESS');
  });

  it('says so where no mail is set up, and keeps nothing', async () => {
    const id = await receiveContact();
    const none = withMail(null);
    expect((await none.options()).body).toMatchObject({ data: { canSendMail: false } });
    expect((await withMail(async () => undefined).options()).body).toMatchObject({
      data: { canSendMail: true },
    });
    expect(await none.send({ id: randomUUID(), caseId: id, body: 'x' })).toMatchObject({
      status: 503,
      body: { error: { code: 'MAIL_NOT_CONFIGURED', message: 'Email service not configured' } },
    });
    expect(await none.deliver()).toMatchObject({ status: 200, body: { data: { tried: 0 } } });
    expect(await read(id)).toMatchObject({ status: 'pending', replies: [] });
  });

  it('waits in the queue where the mail service does not take it, and goes with the next round', async () => {
    const id = await receiveContact();
    const failing = withMail(() => Promise.reject(new Error('the mail service answered 500')));
    const reply = { id: randomUUID(), caseId: id, body: 'later' };
    expect((await failing.send(reply)).body).toMatchObject({
      data: { status: 'queued', problem: 'the mail service answered 500' },
    });
    expect((await read(id)).replies).toMatchObject([
      { status: 'queued', problem: 'the mail service answered 500' },
    ]);
    const mails: OutgoingMail[] = [];
    const working = withMail(async (mail) => void mails.push(mail));
    // Not before its time.
    expect((await working.deliver()).body).toMatchObject({ data: { tried: 0 } });
    await backend.owner.query('update inbox_replies set next_attempt_at = now()');
    const rounds = await Promise.all([working.deliver(), working.deliver()]);
    expect(rounds.map(({ status }) => status)).toEqual([200, 200]);
    expect(mails).toMatchObject([{ id: reply.id, to: 'ada@example.org' }]);
    expect((await read(id)).replies).toMatchObject([{ status: 'sent', problem: null }]);
  });

  it('is given up after six tries, and sent again by hand', async () => {
    const id = await receiveContact();
    const failing = withMail(() => Promise.reject(new Error('no')));
    const reply = { id: randomUUID(), caseId: id, body: 'stubborn' };
    await failing.send(reply);
    for (let round = 0; round < 5; round += 1) {
      await backend.owner.query('update inbox_replies set next_attempt_at = now()');
      await failing.deliver();
    }
    expect((await read(id)).replies).toMatchObject([{ status: 'failed', problem: 'no' }]);
    expect((await failing.deliver()).body).toMatchObject({ data: { tried: 0 } });
    const mails: OutgoingMail[] = [];
    const again = await withMail(async (mail) => void mails.push(mail)).send(reply);
    expect(again.body).toMatchObject({ data: { status: 'sent' } });
    expect(mails).toHaveLength(1);
  });

  it('is part of the sender’s own data, and goes with the account', async () => {
    const leaver = await createPerson(backend, 'leaver@example.org');
    const message = contact({ email: leaver.email });
    await call('submit-contact', message, leaver.client);
    await call('send-inbox-reply', { id: randomUUID(), caseId: message.id, body: 'Bye' }, admin.client);
    const data: unknown = (await leaver.client.rpc('export_my_data')).data;
    expect((data as { answers: unknown[] }).answers).toMatchObject([{ body: 'Bye', sentTo: leaver.email }]);
    expect(JSON.stringify(data)).not.toContain(admin.userId);
    expect((await read(message.id)).account).toMatchObject({ email: leaver.email });
    await backend.owner.query(`insert into account_deletions (user_id, delete_after) values ($1, now())`, [
      leaver.userId,
    ]);
    await backend.owner.query('select delete_due_accounts()');
    const { rows } = await backend.owner.query('select 1 from inbox_replies where feedback_id = $1', [
      message.id,
    ]);
    expect(rows).toEqual([]);
    expect(await read(message.id)).toBeNull();
  });
});
