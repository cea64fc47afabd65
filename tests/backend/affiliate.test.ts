/** The affiliate programme: applications and their review, and who came by whom. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  AFFILIATE_EXPERIENCE,
  ATTRIBUTION_DAYS,
  isAffiliateCode,
  MARKETING_CHANNELS,
  MONTHLY_TRAFFIC,
} from '../../src-shared/domain/affiliate.ts';
import { makeReviewAffiliate } from '../../supabase/functions/_shared/affiliate.ts';
import type { FunctionEnvironment, OutgoingMail } from '../../supabase/functions/_shared/environment.ts';
import { makeDeliverInboxReplies } from '../../supabase/functions/_shared/inbox.ts';
import {
  APPLICATION,
  by,
  createAffiliateWorld,
  tokenOf,
  type AffiliateWorld,
} from '../lib/affiliateWorld.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';

const DAY_MS = 86_400_000;
let backend: TestBackend;
let world: AffiliateWorld;
beforeAll(async () => {
  backend = await createTestBackend();
  world = await createAffiliateWorld(backend);
});
afterAll(() => backend.close());
beforeEach(() => backend.owner.query('delete from private.rate_limits'));

describe('an application', () => {
  it('keeps every field and waits for review', async () => {
    const person = await world.newPerson();
    expect(await world.summaryOf(person)).toBeNull();
    expect(await world.apply(person, { experience: 'beginner' })).toBeNull();
    const summary = await world.summaryOf(person);
    expect(summary).toMatchObject({ status: 'pending', commissionRate: 20, totalReferrals: 0 });
    expect(isAffiliateCode(summary?.code ?? '')).toBe(true);
    const { data } = await person.client.from('affiliate_applications').select('*').single<object>();
    expect(data).toMatchObject({ ...APPLICATION, experience: 'beginner' });
    expect(await world.apply(person)).toBe('You have applied already.');
  });

  it('takes every option that the form offers', async () => {
    for (const traffic of MONTHLY_TRAFFIC)
      expect(await world.apply(await world.newPerson(), { monthly_traffic: traffic })).toBeNull();
    for (const experience of AFFILIATE_EXPERIENCE)
      expect(await world.apply(await world.newPerson(), { experience })).toBeNull();
    const all = await world.apply(await world.newPerson(), { marketing_channels: [...MARKETING_CHANNELS] });
    expect(all).toBeNull();
  });

  it.each([
    ['no company', { company_name: '  ' }],
    ['no website', { website: '' }],
    ['a website that runs', { website: 'javascript:alert(1)' }],
    ['no traffic', { monthly_traffic: '' }],
    ['no channel', { marketing_channels: [] }],
    ['a channel that is none', { marketing_channels: ['Spam'] }],
    ['no motivation', { motivation: '\n' }],
    ['an experience that is none', { experience: 'guru' }],
    ['too long a motivation', { motivation: 'x'.repeat(4001) }],
  ])('is refused with %s', async (_, changes) => {
    const person = await world.newPerson();
    expect(await world.apply(person, changes)).not.toBeNull();
    expect(await world.summaryOf(person)).toBeNull();
  });

  it('is there once, however often it is sent at once', async () => {
    const person = await world.newPerson();
    const sent = await Promise.all(Array.from({ length: 6 }, () => world.apply(person)));
    expect(sent.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(new Set(sent.filter(Boolean))).toEqual(new Set(['You have applied already.']));
  });

  it('needs somebody who is signed in', async () => {
    expect((await backend.client().rpc('apply_to_affiliate_program', APPLICATION)).error?.code).toBe('42501');
  });
});

describe('the review', () => {
  const newest = async () => (await backend.mails())[0];

  it('approves, and says so by mail', async () => {
    const person = await world.newPerson();
    await world.apply(person);
    const mailId = randomUUID();
    expect((await world.review(person, { mailId })).data).toEqual({ mail: 'sent', problem: null });
    expect(await world.summaryOf(person)).toMatchObject({ status: 'approved', reason: '' });
    expect(await newest()).toMatchObject({
      to: person.email,
      subject: 'Welcome to the SoundDesk affiliate programme',
    });
    const before = (await backend.mails()).length;
    await Promise.all([
      world.review(person, { mailId }),
      world.review(person, { mailId }),
      world.review(person),
    ]);
    expect(await backend.mails()).toHaveLength(before);
  });

  it('refuses with a reason, which is mailed and kept, and lets one apply again', async () => {
    const person = await world.newPerson();
    await world.apply(person);
    expect((await world.review(person, { verdict: 'rejected', reason: ' ' })).code).toBe('BAD_INPUT');
    expect((await world.summaryOf(person))?.status).toBe('pending');
    expect((await world.review(person, { verdict: 'rejected', reason: 'No <b>site</b>.' })).status).toBe(200);
    expect((await newest())?.text).toContain('No <b>site</b>.');
    const { code } = (await world.summaryOf(person)) ?? {};
    expect(await world.summaryOf(person)).toMatchObject({ status: 'rejected', reason: 'No <b>site</b>.' });
    expect(await world.apply(person, { company_name: 'Better' })).toBeNull();
    expect(await world.summaryOf(person)).toMatchObject({ status: 'pending', reason: '', code });
    const { data } = await person.client.from('affiliate_applications').select('company_name').single();
    expect(data).toEqual({ company_name: 'Better' });
    await world.review(person);
    expect((await world.summaryOf(person))?.status).toBe('approved');
  });

  it('waits with its mail where none can be sent', async () => {
    const person = await world.newPerson();
    await world.apply(person);
    const { serviceKey, addressSalt } = inject('cluster').secrets;
    const clientAddress = { header: 'x-forwarded-for', proxies: 1 };
    const mails: OutgoingMail[] = [];
    const environment = (sendMail: FunctionEnvironment['sendMail']) =>
      ({
        url: backend.services.url,
        fetch,
        serviceKey,
        addressSalt,
        clientAddress,
        nowMs: Date.now,
        siteUrl: null,
        sendMail,
      }) as FunctionEnvironment;
    const body = {
      programId: await world.programOf(person),
      verdict: 'approved',
      reason: '',
      mailId: randomUUID(),
    };
    const answered = await makeReviewAffiliate(environment(null))(
      new Request('http://localhost/', {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenOf(world.admin.client)}` },
        body: JSON.stringify(body),
      }),
    );
    expect(await answered.json()).toMatchObject({ data: { mail: 'queued' } });
    expect((await world.summaryOf(person))?.status).toBe('approved');
    const deliver = makeDeliverInboxReplies(environment(async (mail) => void mails.push(mail)));
    await deliver(
      new Request('http://localhost/', {
        method: 'POST',
        headers: { authorization: `Bearer ${serviceKey}` },
      }),
    );
    expect(mails).toMatchObject([{ to: person.email, id: body.mailId }]);
  });

  it('lists applications with what was written, by status and page', async () => {
    const person = await world.newPerson();
    await world.apply(person, { company_name: 'The Last' });
    const page = async (query: object) =>
      ((await world.admin.client.rpc('search_affiliates', query)).data ?? []) as {
        id: string;
        company_name: string;
        email: string;
        applied_at: string;
        status: string;
      }[];
    const first = await page({ page_size: 1 });
    expect(first).toMatchObject([{ company_name: 'The Last', email: person.email, status: 'pending' }]);
    const next = await page({
      page_size: 200,
      before_applied_at: first[0]?.applied_at,
      before_id: first[0]?.id,
    });
    expect(next.length).toBeGreaterThan(5);
    expect(next.map(({ id }) => id)).not.toContain(first[0]?.id);
    const approved = await page({ status_filter: 'approved' });
    expect(new Set(approved.map(({ status }) => status))).toEqual(new Set(['approved']));
  });

  it('is a super admin’s alone, and never of one’s own application', async () => {
    const person = await world.newPerson();
    await world.apply(person);
    const program = await world.programOf(person);
    const input = {
      program,
      verdict: 'approved',
      reason: '',
      mail_id: randomUUID(),
      mail_subject: 'x',
      mail_body: 'x',
    };
    for (const client of [person.client, (await world.newPerson()).client, backend.client()]) {
      for (const [name, given] of [
        ['review_affiliate', input],
        ['search_affiliates', {}],
        ['search_affiliate_payouts', {}],
        ['decide_affiliate_payout', { payout: program, new_status: 'completed' }],
      ] as const)
        expect((await client.rpc(name, given)).error?.code).toBe('42501');
      const change = await client
        .from('affiliate_programs')
        .update({ status: 'approved', commission_rate: 100, total_earnings: 1000 })
        .eq('id', program);
      expect(change.error?.code).toBe('42501');
    }
    expect((await world.review(person, {}, person)).code).toBe('SUPER_ADMIN_ONLY');
    expect((await world.summaryOf(person))?.status).toBe('pending');
    await world.apply(world.admin);
    expect((await world.review(world.admin)).code).toBe('NOT_ALLOWED');
    const service = backend
      .serviceClient()
      .from('affiliate_programs')
      .update({ total_earnings: 5 })
      .eq('id', program);
    expect((await service).error?.code).toBe('42501');
  });
});

describe('where links lead', () => {
  it('is shown to who is signed in: the site, whatever a page says', async () => {
    const person = await world.newPerson();
    const asked = await world.call('affiliate-options', { origin: 'https://evil.example' }, person.client);
    expect(asked.data).toEqual({ site: 'http://127.0.0.1:47800' });
    expect((await world.call('affiliate-options', {}, backend.client())).code).toBe('SIGN_IN_REQUIRED');
  });
});

describe('who signs up by a link', () => {
  it('is counted once, and shown by a number alone', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code));
    await customer.client.rpc('create_default_sounddesk_profiles', { user_uuid: customer.userId });
    await world.signUpBy(by(affiliate.code));
    expect(await world.referralsOf(affiliate)).toMatchObject([
      { label: '1', status: 'pending', earnings_usd: 0, refusal: null },
      { label: '2' },
    ]);
    expect((await world.summaryOf(affiliate))?.totalReferrals).toBe(2);
    for (const column of ['referred_user_id', 'referred_organization_id'])
      expect((await affiliate.client.from('affiliate_referrals').select(column)).error?.code).toBe('42501');
  });

  it.each([
    ['a link of 61 days ago', { seenAtMs: Date.now() - (ATTRIBUTION_DAYS + 1) * DAY_MS }],
    ['a link of next week', { seenAtMs: Date.now() + 7 * DAY_MS }],
    ['no time', { seenAtMs: null }],
    ['a time that is none', { seenAtMs: "1'; drop table" }],
    ['another code', { code: 'SD000000' }],
    ['a code that is a list', { code: ['SD'] }],
  ])('with %s is nobody’s, and has an account none the less', async (_, changes) => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code, changes));
    expect(await world.personalOf(customer)).not.toBe('');
    expect(await world.referralsOf(affiliate)).toEqual([]);
  });

  it.each([['a text'], [7], [['a', 'list']], [{}], [null]])(
    'with %j instead of a code has an account',
    async (reported) => {
      expect(await world.personalOf(await world.signUpBy(reported))).not.toBe('');
    },
  );

  it('within 60 days counts', async () => {
    const affiliate = await world.newAffiliate();
    await world.signUpBy(by(affiliate.code, { seenAtMs: Date.now() - (ATTRIBUTION_DAYS - 1) * DAY_MS }));
    expect(await world.referralsOf(affiliate)).toHaveLength(1);
  });

  it('by a link that is not approved, or not any more, is nobody’s', async () => {
    const waiting = await world.newPerson();
    await world.apply(waiting);
    await world.signUpBy(by((await world.summaryOf(waiting))?.code ?? ''));
    expect(await world.referralsOf(waiting)).toEqual([]);
    const ended = await world.newAffiliate();
    await world.review(ended, { verdict: 'rejected', reason: 'It ends.' });
    await world.signUpBy(by(ended.code));
    expect(await world.referralsOf(ended)).toEqual([]);
  });

  it('keeps count when many come at once', async () => {
    const affiliate = await world.newAffiliate();
    await Promise.all(Array.from({ length: 8 }, () => world.signUpBy(by(affiliate.code))));
    const labels = (await world.referralsOf(affiliate))
      .map(({ label }) => Number(label))
      .sort((a, b) => a - b);
    expect(labels).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await world.summaryOf(affiliate))?.totalReferrals).toBe(8);
  });

  it('is not counted where it is the affiliate, by address or by browser', async () => {
    const affiliate = await world.newAffiliate();
    const device = randomUUID();
    await affiliate.client.rpc('note_affiliate_device', { device });
    await world.signUpBy(by(affiliate.code), affiliate.email.replace('@', '+shop@').toUpperCase());
    await world.signUpBy(by(affiliate.code, { device }));
    await world.signUpBy(by(affiliate.code, { device: randomUUID() }));
    expect((await world.referralsOf(affiliate)).map(({ refusal }) => refusal)).toEqual([
      'own_account',
      'same_device',
      null,
    ]);
    expect((await world.summaryOf(affiliate))?.totalReferrals).toBe(1);
  });

  it('cannot be claimed later by changing what the account says', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(null);
    await customer.client.auth.updateUser({ data: { affiliate: by(affiliate.code) } });
    await customer.client.rpc('create_default_sounddesk_profiles', { user_uuid: customer.userId });
    await customer.client.rpc('create_organization', { organization_name: 'Another' });
    expect(await world.referralsOf(affiliate)).toEqual([]);
  });
});
