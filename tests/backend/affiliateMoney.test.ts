/** What affiliates earn by real payments, what goes back, and how it is paid out. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { COMMISSION_HOLD_DAYS } from '../../src-shared/domain/affiliate.ts';
import {
  APPLICATION,
  by,
  createAffiliateWorld,
  tokenOf,
  type AffiliateWorld,
} from '../lib/affiliateWorld.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import type { Person } from '../lib/organizationWorld.ts';
import { createBillingWorld, type BillingWorld } from '../lib/payPal/world.ts';

const DAY_MS = 86_400_000;
let backend: TestBackend;
let world: AffiliateWorld;
beforeAll(async () => {
  backend = await createTestBackend();
  world = await createAffiliateWorld(backend);
});
afterAll(() => backend.close());
beforeEach(() => backend.owner.query('delete from private.rate_limits'));

describe('a commission', () => {
  let billing: BillingWorld;
  beforeEach(async () => {
    billing = await createBillingWorld({
      url: backend.services.url,
      secrets: inject('cluster').secrets,
      db: backend.owner,
    });
    return () => billing.close();
  });

  async function subscribe(customer: Person, organizationId: string, seats = 1): Promise<string> {
    const terms = { organizationId, planId: 'professional', cycle: 'monthly', seats };
    const started = await billing.call('start-subscription', terms, await tokenOf(customer.client));
    expect(started.error).toEqual({});
    const id = String(started.data.subscriptionId);
    billing.standIn.account.approve(id);
    await billing.deliverAll();
    return id;
  }
  const commissions = async (programId: string) =>
    (
      await backend.owner.query<{ amount: number }>(
        'select amount_usd::float8 as amount from affiliate_commissions where program_id = $1 order by earned_at, created_at',
        [programId],
      )
    ).rows.map(({ amount }) => amount);
  /** The money-back time of everything so far is over. */
  const mature = (programId: string) =>
    backend.owner.query(
      `update affiliate_commissions set payable_at = now() - interval '1 second' where program_id = $1`,
      [programId],
    );

  it('is 20% of each payment, pending for as long as it can be asked back', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code));
    await subscribe(customer, await world.personalOf(customer));
    expect(await world.summaryOf(affiliate)).toMatchObject({
      totalReferrals: 1,
      converted: 1,
      totalEarningsUsd: 2.8,
      pendingUsd: 2.8,
      payableUsd: 0,
    });
    expect(await world.referralsOf(affiliate)).toMatchObject([{ status: 'converted', earnings_usd: 2.8 }]);
    const { rows } = await backend.owner.query<{ days: number }>(
      `select extract(epoch from payable_at - earned_at)::int / 86400 as days from affiliate_commissions where program_id = $1`,
      [affiliate.programId],
    );
    expect(rows).toEqual([{ days: COMMISSION_HOLD_DAYS }]);
    billing.clock.ms += 32 * DAY_MS;
    billing.standIn.account.billNext();
    await billing.deliverAll();
    expect(await commissions(affiliate.programId)).toEqual([2.8, 2.8]);
    await mature(affiliate.programId);
    expect(await world.summaryOf(affiliate)).toMatchObject({
      totalEarningsUsd: 5.6,
      pendingUsd: 0,
      payableUsd: 5.6,
    });
  });

  it('comes from workspaces that the customer made later, too, and from nobody else', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code));
    await subscribe(customer, await world.makeOrganization(customer, 'Studio'), 3);
    expect(await commissions(affiliate.programId)).toEqual([8.4]);
    const other = await world.signUpBy(null);
    await subscribe(other, await world.personalOf(other));
    expect(await commissions(affiliate.programId)).toEqual([8.4]);
  });

  it('is booked once, however often and in whatever order PayPal reports it', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code));
    const organizationId = await world.personalOf(customer);
    const terms = { organizationId, planId: 'professional', cycle: 'monthly', seats: 1 };
    const started = await billing.call('start-subscription', terms, await tokenOf(customer.client));
    billing.standIn.account.approve(String(started.data.subscriptionId));
    const events = billing.standIn.account.events.splice(0).reverse();
    await Promise.all([...events, ...events, ...events].map((event) => billing.deliver(event)));
    expect(await commissions(affiliate.programId)).toEqual([2.8]);
    expect(await world.summaryOf(affiliate)).toMatchObject({ converted: 1, totalEarningsUsd: 2.8 });
  });

  it('goes back with a refund: its share, then all of it', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code));
    const id = await subscribe(customer, await world.personalOf(customer), 2);
    const sale = billing.standIn.account.subscriptions.get(id)?.sales[0]?.id ?? '';
    expect(await commissions(affiliate.programId)).toEqual([5.6]);
    billing.standIn.account.refund(sale, 7);
    await billing.deliverAll();
    expect(await commissions(affiliate.programId)).toEqual([4.2]);
    billing.standIn.account.refund(sale, 21);
    await billing.deliverAll();
    expect(await commissions(affiliate.programId)).toEqual([0]);
    expect(await world.summaryOf(affiliate)).toMatchObject({
      converted: 0,
      totalEarningsUsd: 0,
      totalReferrals: 1,
    });
    expect(await world.referralsOf(affiliate)).toMatchObject([
      { status: 'pending', earnings_usd: 0, converted_at: null },
    ]);
  });

  it('is not made by a payment that fails', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code));
    billing.standIn.account.mood.card = 'declines';
    await subscribe(customer, await world.personalOf(customer));
    expect(await commissions(affiliate.programId)).toEqual([]);
  });

  it('is not earned by what the affiliate runs', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code));
    await subscribe(customer, await world.personalOf(customer));
    const front = await world.makeOrganization(customer, 'Front');
    await backend.owner.query(
      `insert into organization_members (organization_id, user_id, role, status) values ($1, $2, 'admin', 'active')`,
      [front, affiliate.userId],
    );
    await subscribe(customer, front, 2);
    expect(await commissions(affiliate.programId)).toEqual([0]);
    expect(await world.referralsOf(affiliate)).toMatchObject([{ refusal: 'own_account', earnings_usd: 0 }]);
    expect(await world.summaryOf(affiliate)).toMatchObject({
      totalReferrals: 0,
      converted: 0,
      totalEarningsUsd: 0,
    });
  });

  it('is not earned on the affiliate’s own computer', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code));
    for (const { userId, email } of [affiliate, customer])
      await backend.owner.query(
        `with l as (insert into license_keys (user_id, user_email, key_hash, key_prefix, platform)
           values ($1, $2, sha256($3), 'SD-AAAAA', 'desktop') returning id)
         insert into license_activations (license_id, device_id, platform) select id, $4, 'linux' from l`,
        [userId, email, Buffer.from(email), 'one-and-the-same-computer'],
      );
    await subscribe(customer, await world.personalOf(customer));
    expect(await commissions(affiliate.programId)).toEqual([]);
    expect(await world.referralsOf(affiliate)).toMatchObject([{ refusal: 'same_device' }]);
  });

  it('stays when the programme ends, and none is added', async () => {
    const affiliate = await world.newAffiliate();
    const customer = await world.signUpBy(by(affiliate.code));
    await subscribe(customer, await world.personalOf(customer));
    await world.review(affiliate, { verdict: 'rejected', reason: 'It ends.' });
    billing.clock.ms += 32 * DAY_MS;
    billing.standIn.account.billNext();
    await billing.deliverAll();
    expect(await commissions(affiliate.programId)).toEqual([2.8]);
    expect(await world.apply(affiliate)).toMatch('has ended');
  });

  describe('that is payable', () => {
    const request = (person: Person, paypal = 'pay@example.org') =>
      person.client.rpc('request_affiliate_payout', { paypal_address: paypal });
    const decide = (payout: unknown, status: string, reason = '') =>
      world.admin.client.rpc('decide_affiliate_payout', { payout, new_status: status, reason });
    async function earned(seats = 2) {
      const affiliate = await world.newAffiliate();
      const customer = await world.signUpBy(by(affiliate.code));
      const id = await subscribe(customer, await world.personalOf(customer), seats);
      const sale = billing.standIn.account.subscriptions.get(id)?.sales[0]?.id ?? '';
      return { affiliate, sale };
    }

    it('is paid out once: asked for, approved, paid, and kept', async () => {
      const { affiliate } = await earned();
      expect((await request(affiliate)).error?.message).toBe('There is nothing to pay out yet.');
      await mature(affiliate.programId);
      expect((await request(affiliate, 'nobody')).error?.code).toBe('22023');
      const asked = await Promise.all(Array.from({ length: 5 }, () => request(affiliate)));
      expect(asked.filter(({ error }) => error === null)).toHaveLength(1);
      const payout: unknown = asked.find(({ error }) => error === null)?.data;
      expect(await world.summaryOf(affiliate)).toMatchObject({ payableUsd: 0, openUsd: 5.6, paidOutUsd: 0 });
      expect((await decide(payout, 'completed')).error?.message).toMatch('is requested already');
      expect((await decide(payout, 'processing')).data).toBe('processing');
      expect((await decide(payout, 'processing')).data).toBe('processing');
      expect((await decide(payout, 'completed')).data).toBe('completed');
      expect((await decide(payout, 'refused', 'x')).error?.code).toBe('22023');
      expect(await world.summaryOf(affiliate)).toMatchObject({ payableUsd: 0, openUsd: 0, paidOutUsd: 5.6 });
      const { data } = await affiliate.client
        .from('affiliate_payouts')
        .select('amount_usd, status, paypal_email');
      expect(data).toMatchObject([{ amount_usd: 5.6, status: 'completed', paypal_email: 'pay@example.org' }]);
      const list = await world.admin.client.rpc('search_affiliate_payouts', { status_filter: 'completed' });
      expect(list.data).toMatchObject([
        { id: payout, email: affiliate.email, affiliate_code: affiliate.code },
      ]);
    });

    it('can be asked for again where it was refused, with the reason', async () => {
      const { affiliate } = await earned();
      await mature(affiliate.programId);
      const payout = (await request(affiliate)).data as string;
      expect((await decide(payout, 'refused')).error?.code).toBe('22023');
      expect((await decide(payout, 'refused', 'Wrong address')).data).toBe('refused');
      const { data } = await affiliate.client.from('affiliate_payouts').select('status, review_reason');
      expect(data).toEqual([{ status: 'refused', review_reason: 'Wrong address' }]);
      expect((await request(affiliate)).error).toBeNull();
    });

    it('is taken back from the next ones where a customer is refunded after it was paid', async () => {
      const { affiliate, sale } = await earned();
      await mature(affiliate.programId);
      const payout = (await request(affiliate)).data as string;
      await decide(payout, 'processing');
      await decide(payout, 'completed');
      billing.standIn.account.refund(sale, 28);
      await billing.deliverAll();
      expect(await world.summaryOf(affiliate)).toMatchObject({ totalEarningsUsd: 0, payableUsd: -5.6 });
      const next = await world.signUpBy(by(affiliate.code));
      await subscribe(next, await world.personalOf(next), 3);
      await mature(affiliate.programId);
      expect((await world.summaryOf(affiliate))?.payableUsd).toBeCloseTo(2.8, 5);
    });

    it('stays in the books when the account goes, without the person, and is still paid where it was approved', async () => {
      const gone: { payout: string; person: Person }[] = [];
      for (const until of ['requested', 'processing', 'completed']) {
        const { affiliate } = await earned();
        await mature(affiliate.programId);
        const payout = (await request(affiliate, `${until}@paypal.example`)).data as string;
        if (until !== 'requested') await decide(payout, 'processing');
        if (until === 'completed') await decide(payout, 'completed');
        await backend.owner.query(
          'insert into account_deletions (user_id, delete_after) values ($1, now())',
          [affiliate.userId],
        );
        gone.push({ payout, person: affiliate });
      }
      await backend.owner.query('select delete_due_accounts()');
      const kept = async () =>
        (
          await backend.owner.query<{ status: string; email: string }>(
            'select status, paypal_email as email from affiliate_payouts where id = any($1) order by status',
            [gone.map(({ payout }) => payout)],
          )
        ).rows;
      expect(await kept()).toEqual([
        { status: 'completed', email: '' },
        { status: 'processing', email: 'processing@paypal.example' },
      ]);
      const list = await world.admin.client.rpc('search_affiliate_payouts', { status_filter: 'processing' });
      expect(list.data).toMatchObject([{ id: gone[1]?.payout, email: '', amount_usd: 5.6 }]);
      expect((await decide(gone[1]?.payout, 'completed')).data).toBe('completed');
      expect((await kept()).map(({ email }) => email)).toEqual(['', '']);
      const { rows } = await backend.owner.query<{ text: string }>(
        `select coalesce(string_agg(to_jsonb(l)::text, ' '), '') as text from audit_log l where l.table_name like 'affiliate%'`,
      );
      expect(rows[0]?.text).not.toContain('paypal.example');
      for (const { person } of gone) expect(rows[0]?.text).not.toContain(person.email);
    });

    it('is not approved where a customer was refunded since it was asked for', async () => {
      const { affiliate, sale } = await earned();
      await mature(affiliate.programId);
      const payout = (await request(affiliate)).data as string;
      billing.standIn.account.refund(sale, 7);
      await billing.deliverAll();
      expect((await decide(payout, 'processing')).error?.message).toMatch('refunded since');
    });

    it('and everything else of an affiliate is in the download of one’s own data', async () => {
      const { affiliate } = await earned();
      await mature(affiliate.programId);
      await request(affiliate);
      const data: unknown = (await affiliate.client.rpc('export_my_data')).data;
      expect(data).toMatchObject({
        affiliate: { affiliate_code: affiliate.code },
        affiliateApplication: { company_name: APPLICATION.company_name },
        affiliateReferrals: [{ label: '1' }],
        affiliateCommissions: [{ amount_usd: 5.6 }],
        affiliatePayouts: [{ amount_usd: 5.6 }],
      });
      expect(JSON.stringify(data)).not.toMatch('customer-');
    });
  });
});
