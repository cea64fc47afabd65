/** What must not be paid, granted or kept: parts given back, double agreements, accounts that go. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';
import { createBillingWorld, createPayingOrganization, type BillingWorld } from '../lib/payPal/world.ts';

let backend: TestBackend;
let world: BillingWorld;
let owner: Person;
let stranger: Person;
let ownerToken: string;
let organizationId: string;

const tokenOf = async ({ client }: Person) =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'careful@example.org');
  stranger = await createPerson(backend, 'stranger@example.org');
  ownerToken = await tokenOf(owner);
});
afterAll(async () => {
  await world?.close();
  await backend.close();
});
beforeEach(async () => {
  await world?.close();
  world = await createBillingWorld({
    url: backend.services.url,
    secrets: inject('cluster').secrets,
    db: backend.owner,
  });
  organizationId = await newOrganization();
});

const newOrganization = (by: Person = owner) => createPayingOrganization(backend.owner, by.userId);

interface Terms {
  planId?: string;
  cycle?: string;
  seats?: number;
}
const start = (terms: Terms = {}, token = ownerToken) =>
  world.call(
    'start-subscription',
    { organizationId, planId: 'professional', cycle: 'monthly', seats: 2, ...terms },
    token,
  );
async function opened(terms: Terms = {}): Promise<string> {
  const { status, data, error } = await start(terms);
  expect([status, error]).toEqual([200, {}]);
  return String(data.subscriptionId);
}
async function subscribed(terms: Terms = {}): Promise<string> {
  const id = await opened(terms);
  expect(world.standIn.account.approve(id)).toBe(true);
  await world.deliverAll();
  return id;
}
const invoices = async () =>
  (
    await backend.owner.query<{ status: string; amount: number; refunded: number }>(
      `select status, amount_usd::float8 as amount, refunded_usd::float8 as refunded from invoices
       where organization_id = $1 order by issued_at, number`,
      [organizationId],
    )
  ).rows;
const row = async () =>
  (
    await backend.owner.query<{ plan_id: string; status: string; seats: number }>(
      'select plan_id, status, seats from subscriptions where organization_id = $1',
      [organizationId],
    )
  ).rows[0];
const salesOf = (id: string) => world.standIn.account.subscriptions.get(id)?.sales ?? [];

describe('a payment', () => {
  it('is paid back in part: that share of the time is no longer granted; whole, nothing is', async () => {
    const id = await subscribed();
    const sale = salesOf(id)[0]?.id ?? '';
    const fromMs = salesOf(id)[0]?.timeMs ?? 0;
    const untilMs = (await world.granted(organizationId))?.untilMs ?? 0;
    world.standIn.account.refund(sale, 7);
    await world.deliverAll();
    const keptUntilMs = fromMs + Math.round(((untilMs - fromMs) * 0.75) / 1000) * 1000;
    expect(await world.granted(organizationId)).toMatchObject({ seats: 2, untilMs: keptUntilMs });
    expect(await world.granted(organizationId, keptUntilMs - 1000)).toMatchObject({ seats: 2 });
    // No day for a renewal either: it is not the renewal that is waited for.
    expect(await world.granted(organizationId, keptUntilMs + 1000)).toBeNull();
    expect(await invoices()).toEqual([{ status: 'paid', amount: 28, refunded: 7 }]);
    world.standIn.account.refund(sale, 21);
    await world.deliverAll();
    expect(await world.granted(organizationId)).toBeNull();
    expect(await invoices()).toEqual([{ status: 'paid', amount: 28, refunded: 28 }]);
    expect((await row())?.status).toBe('expired');
  });

  it('that was paid back in part is worth only the rest in a change, and not less than that again', async () => {
    const old = await subscribed({ planId: 'essential', seats: 1 });
    world.standIn.account.refund(salesOf(old)[0]?.id ?? '', 5);
    await world.deliverAll();
    const keptUntilMs = (await world.granted(organizationId))?.untilMs ?? 0;
    const { data } = await start({ planId: 'enterprise', seats: 1 });
    // Half of the difference of 12 dollars, for the half of the time that is left.
    expect((data.quote as { todayUsd: number }).todayUsd).toBeCloseTo(6, 1);
    world.standIn.account.approve(String(data.subscriptionId));
    await world.deliverAll();
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'enterprise', untilMs: keptUntilMs });
  });
});

describe('what is agreed to twice', () => {
  it('is one subscription where the same was asked for twice', async () => {
    const first = await opened();
    expect(await opened()).toBe(first);
    expect(world.standIn.account.approve(first)).toBe(true);
    expect(world.standIn.account.approve(first)).toBe(false);
    await world.deliverAll();
    expect(salesOf(first)).toHaveLength(1);
  });

  it.each(['older', 'newer'])(
    'is charged once: the older goes back, when the %s is agreed to first',
    async (which) => {
      const older = await opened({ planId: 'essential', seats: 1 });
      const newer = await opened({ planId: 'enterprise', seats: 1 });
      for (const id of which === 'older' ? [older, newer] : [newer, older]) {
        expect(world.standIn.account.approve(id)).toBe(true);
        world.clock.ms += 1000;
      }
      await world.deliverAll();
      expect(salesOf(older).map(({ status }) => status)).toEqual(['REFUNDED']);
      expect(salesOf(newer).map(({ status }) => status)).toEqual(['COMPLETED']);
      expect(world.standIn.account.subscriptions.get(older)?.status).toBe('CANCELLED');
      expect(await world.granted(organizationId)).toMatchObject({ plan: 'enterprise' });
      const refunded = (await invoices()).filter((invoice) => invoice.refunded > 0);
      expect(refunded).toEqual([{ status: 'paid', amount: 10, refunded: 10 }]);
    },
  );

  it('is charged once where both are upgrades of the same', async () => {
    const base = await subscribed({ planId: 'essential', seats: 1 });
    const older = await opened({ planId: 'professional', seats: 1 });
    const newer = await opened({ planId: 'enterprise', seats: 1 });
    world.standIn.account.approve(older);
    world.standIn.account.approve(newer);
    await world.deliverAll();
    expect(salesOf(base).map(({ status }) => status)).toEqual(['COMPLETED']);
    expect(salesOf(older).map(({ status }) => status)).toEqual(['REFUNDED']);
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'enterprise' });
  });

  it('goes back once PayPal can be asked for it, and once only', async () => {
    const older = await opened({ planId: 'essential', seats: 1 });
    const newer = await opened({ planId: 'enterprise', seats: 1 });
    world.standIn.account.approve(older);
    world.standIn.account.approve(newer);
    const events = [...world.standIn.account.events];
    // The refund itself is not answered.
    world.standIn.beforeSend.act = (path) => {
      if (path.endsWith('/refund')) world.standIn.outage.status = 503;
    };
    const answers = [];
    for (const event of events) {
      world.standIn.outage.status = null;
      answers.push((await world.deliver(event)).status);
    }
    expect(answers).toContain(503);
    world.standIn.beforeSend.act = null;
    world.standIn.outage.status = null;
    await Promise.all(events.map((event) => world.deliver(event)));
    await world.deliverAll();
    expect(salesOf(older).map(({ refundedUsd }) => refundedUsd)).toEqual([10]);
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'enterprise' });
  });
});

describe('an account that is deleted', () => {
  const deleteDue = () => world.call('delete-due-accounts', {}, inject('cluster').secrets.serviceKey);
  const makeDue = ({ userId }: Person) =>
    backend.owner.query(
      `update account_deletions set delete_after = now() - interval '1 s' where user_id = $1`,
      [userId],
    );
  const isThere = async ({ userId }: Person) =>
    (await backend.owner.query('select 1 from auth.users where id = $1', [userId])).rowCount === 1;

  it('is charged no more: its subscription ends at PayPal first, and it stays until that is done', async () => {
    const leaving = await createPerson(backend, 'leaving@example.org');
    organizationId = await newOrganization(leaving);
    const { data } = await start({}, await tokenOf(leaving));
    const id = String(data.subscriptionId);
    world.standIn.account.approve(id);
    await world.deliverAll();
    await leaving.client.rpc('request_account_deletion');
    await makeDue(leaving);
    world.standIn.outage.status = 503;
    expect((await deleteDue()).data).toEqual({ deleted: 0, postponed: 1 });
    expect(await isThere(leaving)).toBe(true);
    expect(world.standIn.account.subscriptions.get(id)?.status).toBe('ACTIVE');
    world.standIn.outage.status = null;
    await makeDue(leaving);
    expect((await deleteDue()).data).toEqual({ deleted: 1, postponed: 0 });
    expect(await isThere(leaving)).toBe(false);
    expect(world.standIn.account.subscriptions.get(id)?.status).toBe('CANCELLED');
    // What was paid stays in the books, without a person.
    expect(await invoices()).toHaveLength(1);
  });

  it('waits while something could be agreed to at PayPal', async () => {
    const hasty = await createPerson(backend, 'hasty@example.org');
    organizationId = await newOrganization(hasty);
    await start({}, await tokenOf(hasty));
    await backend.owner.query('insert into account_deletions (user_id, delete_after) values ($1, now())', [
      hasty.userId,
    ]);
    expect((await deleteDue()).data).toEqual({ deleted: 0, postponed: 1 });
    await backend.owner.query(
      `update paypal_subscriptions set created_at = now() - interval '5 hours' where organization_id = $1`,
      [organizationId],
    );
    await makeDue(hasty);
    expect((await deleteDue()).data).toEqual({ deleted: 1, postponed: 0 });
  });
});

describe('the download of one’s own data', () => {
  it('holds what was paid and given back, and is an owner’s alone', async () => {
    const id = await subscribed();
    world.standIn.account.refund(salesOf(id)[0]?.id ?? '', 10);
    await world.deliverAll();
    await backend.owner.query(
      `insert into organization_members (organization_id, user_id, role, status) values ($1, $2, 'admin', 'active')`,
      [organizationId, stranger.userId],
    );
    const own = (await owner.client.rpc('export_my_data')).data as Record<string, { id: string }[]>;
    expect(own.payments).toContainEqual(
      expect.objectContaining({ organization_id: organizationId, amount_usd: 28 }),
    );
    expect(own.refunds).toContainEqual(
      expect.objectContaining({ organization_id: organizationId, amount_usd: 10 }),
    );
    expect(own.paypalSubscriptions?.map((one) => one.id)).toContain(id);
    expect(own.account).toMatchObject({ email: owner.email });
    const theirs: unknown = (await stranger.client.rpc('export_my_data')).data;
    expect(JSON.stringify(theirs)).not.toContain(salesOf(id)[0]?.id ?? '');
  });
});
