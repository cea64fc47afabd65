import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';
import { addCycle } from '../lib/payPal/account.ts';
import { createBillingWorld, createPayingOrganization, type BillingWorld } from '../lib/payPal/world.ts';

const DAY_MS = 86_400_000;
let backend: TestBackend;
let world: BillingWorld;
let owner: Person;
let stranger: Person;
let ownerToken: string;
let strangerToken: string;
let organizationId: string;

const tokenOf = async ({ client }: Person) =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'payer@example.org');
  stranger = await createPerson(backend, 'stranger@example.org');
  ownerToken = await tokenOf(owner);
  strangerToken = await tokenOf(stranger);
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
const back = (subscriptionId: string, token = ownerToken) =>
  world.call('handle-paypal-subscription', { subscriptionId, userId: owner.userId, status: 'active' }, token);
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

describe('a subscription', () => {
  it('counts once it is approved and paid at PayPal, and not before', async () => {
    const id = await opened();
    expect(await world.granted(organizationId)).toBeNull();
    expect((await back(id)).data.status).toBe('APPROVAL_PENDING');
    expect(await world.granted(organizationId)).toBeNull();
    world.standIn.account.approve(id);
    expect((await back(id)).data.status).toBe('ACTIVE');
    const granted = await world.granted(organizationId);
    expect(granted).toMatchObject({ plan: 'professional', cycle: 'monthly', seats: 2 });
    expect(granted?.untilMs).toBe(addCycle(Math.floor(world.clock.ms / 1000) * 1000, 'monthly'));
    await world.deliverAll();
    expect(await invoices()).toEqual([{ status: 'paid', amount: 28, refunded: 0 }]);
    expect(await row()).toEqual({ plan_id: 'professional', status: 'active', seats: 2 });
    const plan = await owner.client.rpc('current_plan', { organization: organizationId });
    expect(plan.data).toMatchObject([{ plan_id: 'professional', status: 'active' }]);
  });

  it('is booked once, however often and in whatever order PayPal reports it', async () => {
    const id = await opened();
    world.standIn.account.approve(id);
    const events = world.standIn.account.events.splice(0).reverse();
    for (const event of [...events, ...events]) expect((await world.deliver(event)).status).toBe(200);
    await Promise.all(events.map((event) => world.deliver(event)));
    expect(await invoices()).toEqual([{ status: 'paid', amount: 28, refunded: 0 }]);
    const { rows } = await backend.owner.query(
      'select count(*)::int as n from payments where paypal_subscription_id = $1',
      [id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('continues with each payment, and ends where one does not come', async () => {
    const id = await subscribed();
    const first = (await world.granted(organizationId))?.untilMs ?? 0;
    world.clock.ms = first + 3_600_000;
    world.standIn.account.billNext();
    await world.deliverAll();
    expect((await world.granted(organizationId))?.untilMs).toBeGreaterThan(first + 27 * DAY_MS);
    world.clock.ms = (await world.granted(organizationId))?.untilMs ?? 0;
    world.standIn.account.mood.card = 'declines';
    world.standIn.account.billNext();
    await world.deliverAll();
    expect(await world.granted(organizationId)).toBeNull();
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'paid', 'overdue']);
    world.clock.ms += 6 * DAY_MS;
    world.standIn.account.mood.card = 'pays';
    world.standIn.account.billNext();
    await world.deliverAll();
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'professional' });
    expect(salesOf(id).map(({ status }) => status)).toEqual([
      'COMPLETED',
      'COMPLETED',
      'DECLINED',
      'COMPLETED',
    ]);
  });

  it('grants nothing while its first payment is pending, or was declined', async () => {
    world.standIn.account.mood.card = 'pends';
    const id = await subscribed();
    expect(await world.granted(organizationId)).toBeNull();
    expect((await invoices()).map(({ status }) => status)).toEqual(['pending']);
    world.standIn.account.settlePending(salesOf(id)[0]?.id ?? '', 'COMPLETED');
    await world.deliverAll();
    expect(await world.granted(organizationId)).toMatchObject({ seats: 2 });
    organizationId = await newOrganization();
    world.standIn.account.mood.card = 'declines';
    await subscribed();
    expect(await world.granted(organizationId)).toBeNull();
    expect((await invoices()).map(({ status }) => status)).toEqual(['overdue']);
  });

  it('that was cancelled continues to the end of what was paid', async () => {
    const id = await subscribed();
    const until = (await world.granted(organizationId))?.untilMs ?? 0;
    const cancelled = await world.call('cancel-subscription', { organizationId }, ownerToken);
    expect(cancelled.data).toEqual({ cancelled: 1 });
    expect(world.standIn.account.subscriptions.get(id)?.status).toBe('CANCELLED');
    expect((await row())?.status).toBe('cancelled');
    expect(await world.granted(organizationId, until - 1000)).toMatchObject({ plan: 'professional' });
    expect(await world.granted(organizationId, until + 1000)).toBeNull();
  });

  it('whose refund is heard of before its payment has both in the books', async () => {
    const id = await opened();
    world.standIn.account.approve(id);
    world.standIn.account.refund(salesOf(id)[0]?.id ?? '', 28);
    const events = world.standIn.account.events.splice(0);
    const refund = events.findIndex(({ event_type: type }) => type === 'PAYMENT.SALE.REFUNDED');
    expect((await world.deliver(events[refund] as (typeof events)[number])).status).toBe(200);
    for (const event of events) await world.deliver(event);
    expect(await invoices()).toEqual([{ status: 'paid', amount: 28, refunded: 28 }]);
    expect(await world.granted(organizationId)).toBeNull();
  });
});

describe('a change', () => {
  it('to a dearer plan costs the difference today, begins at once and ends the old one', async () => {
    const old = await subscribed({ planId: 'essential', seats: 1 });
    const until = (await world.granted(organizationId))?.untilMs ?? 0;
    const begun = Math.floor(world.clock.ms / 1000) * 1000;
    world.clock.ms += 10 * DAY_MS;
    const { data } = await start({ planId: 'enterprise', seats: 3 });
    const share = (until - world.clock.ms) / (until - begun);
    const { todayUsd } = data.quote as { todayUsd: number };
    expect(todayUsd).toBeCloseTo((66 - 10) * share, 2);
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'essential' });
    const id = String(data.subscriptionId);
    world.standIn.account.approve(id);
    await world.deliverAll();
    expect(salesOf(id).map(({ kind, amountUsd }) => [kind, amountUsd])).toEqual([['setup', todayUsd]]);
    expect(await world.granted(organizationId)).toEqual({
      plan: 'enterprise',
      cycle: 'monthly',
      seats: 3,
      untilMs: until,
    });
    expect(world.standIn.account.subscriptions.get(old)?.status).toBe('CANCELLED');
    world.clock.ms = until + 60_000;
    world.standIn.account.billNext();
    await world.deliverAll();
    expect((await invoices()).map(({ amount }) => amount)).toEqual([10, todayUsd, 66]);
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'enterprise', seats: 3 });
  });

  it('of which the payment before was given back buys nothing', async () => {
    const old = await subscribed({ planId: 'essential', seats: 1 });
    await subscribed({ planId: 'enterprise', seats: 1 });
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'enterprise' });
    world.standIn.account.refund(salesOf(old)[0]?.id ?? '', 10);
    await world.deliverAll();
    expect(await world.granted(organizationId)).toBeNull();
  });

  it('whose difference is declined leaves everything as it was', async () => {
    const old = await subscribed({ planId: 'essential', seats: 1 });
    world.standIn.account.mood.card = 'declines';
    await subscribed({ planId: 'enterprise', seats: 1 });
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'essential' });
    expect(world.standIn.account.subscriptions.get(old)?.status).toBe('ACTIVE');
  });

  it('to a cheaper plan or fewer seats costs nothing today and begins at the period\u2019s end', async () => {
    await subscribed({ planId: 'enterprise', seats: 5 });
    const until = (await world.granted(organizationId))?.untilMs ?? 0;
    const { data } = await start({ planId: 'enterprise', seats: 2 });
    expect(data.quote).toMatchObject({ todayUsd: 0, begins: 'period_end', regularUsd: 44 });
    world.standIn.account.approve(String(data.subscriptionId));
    await world.deliverAll();
    expect(await world.granted(organizationId, until - 1000)).toMatchObject({ seats: 5 });
    world.clock.ms = until + 60_000;
    world.standIn.account.billNext();
    await world.deliverAll();
    expect(await world.granted(organizationId)).toMatchObject({ seats: 2 });
  });

  it('to yearly takes off what is left of the month', async () => {
    await subscribed({ planId: 'professional', seats: 1 });
    const { data } = await start({ planId: 'professional', cycle: 'yearly', seats: 1 });
    expect((data.quote as { todayUsd: number }).todayUsd).toBeCloseTo(142 - 14, 1);
    world.standIn.account.approve(String(data.subscriptionId));
    await world.deliverAll();
    const granted = await world.granted(organizationId);
    expect(granted).toMatchObject({ cycle: 'yearly' });
    expect(granted?.untilMs).toBeGreaterThan(world.clock.ms + 364 * DAY_MS);
  });

  it('is refused where it has fewer seats than are taken, or is what runs already', async () => {
    await subscribed();
    await backend.owner.query(
      `insert into organization_members (organization_id, user_id, status) values ($1, $2, 'active')`,
      [organizationId, stranger.userId],
    );
    expect((await start({ seats: 1 })).error.code).toBe('NOT_ALLOWED');
    expect((await start()).error.message).toBe('This subscription runs already.');
  });
});

describe('an event that PayPal did not sign', () => {
  it('changes nothing and is not kept', async () => {
    const id = await opened();
    world.standIn.account.approve(id);
    const event = world.standIn.account.events.at(-1);
    if (!event) throw new Error('no event');
    const good = world.standIn.sign(event);
    const time = 'paypal-transmission-time';
    const forged = {
      'another key': world.standIn.sign(event, { key: 'foreign' }),
      'a certificate that has ended': world.standIn.sign(event, { key: 'ended' }),
      'another webhook': world.standIn.sign(event, { webhookId: '1AB00000C0000000D' }),
      'another body': { ...good, body: good.body.replace(id, 'I-OTHER') },
      'another time': { ...good, headers: { ...good.headers, [time]: new Date(0).toISOString() } },
      'another host': {
        ...good,
        headers: { ...good.headers, 'paypal-cert-url': 'http://127.0.0.1:9/v1/notifications/certs/CERT-1' },
      },
      'another path': {
        ...good,
        headers: { ...good.headers, 'paypal-cert-url': `${world.standIn.settings.apiBase}/v1/oauth2/token` },
      },
      'no signature': { ...good, headers: {} },
    };
    for (const [name, one] of Object.entries(forged)) {
      const { status, error } = await world.deliverSigned(one);
      expect([name, status, error.code]).toEqual([name, 401, 'BAD_SIGNATURE']);
    }
    expect(await world.granted(organizationId)).toBeNull();
    const { rows } = await backend.owner.query('select id from payment_events where id = $1', [event.id]);
    expect(rows).toEqual([]);
    expect((await world.deliverSigned(good)).status).toBe(200);
  });
});

describe('while PayPal does not answer', () => {
  it('nothing is changed, and the event is taken when it comes again', async () => {
    const id = await opened();
    world.standIn.account.approve(id);
    const [event] = world.standIn.account.events.splice(-1);
    if (!event) throw new Error('no event');
    world.standIn.outage.status = 503;
    expect((await start({ seats: 4 })).error.code).toBe('PAYPAL_UNREACHABLE');
    expect((await back(id)).error.code).toBe('PAYPAL_UNREACHABLE');
    expect((await world.deliver(event)).status).toBe(503);
    world.standIn.outage.status = null;
    expect((await world.deliver(event)).status).toBe(200);
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'professional' });
  });

  it('an answer to an older question changes nothing', async () => {
    const id = await opened();
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isFirst = true;
    const { account } = world.standIn;
    world.standIn.beforeSend.act = async (path) => {
      if (path.endsWith(id) && isFirst) {
        isFirst = false;
        await held;
      }
    };
    const late = back(id);
    await expect.poll(() => isFirst).toBe(false);
    account.approve(id);
    await world.deliverAll();
    account.refund(salesOf(id)[0]?.id ?? '', 28);
    await world.deliverAll();
    release?.();
    await late;
    expect(await world.granted(organizationId)).toBeNull();
  });

  it('what nobody reported is asked for on a schedule', async () => {
    const id = await opened();
    world.standIn.account.approve(id);
    const reconciled = await world.call('reconcile-billing', {}, inject('cluster').secrets.serviceKey);
    expect(reconciled.status).toBe(200);
    expect(await world.granted(organizationId)).toMatchObject({ plan: 'professional' });
    expect((await world.call('reconcile-billing', {}, ownerToken)).error.code).toBe('FORBIDDEN');
  });
});

describe("somebody else's subscription", () => {
  it('is nobody\u2019s but its organisation\u2019s', async () => {
    const id = await opened();
    world.standIn.account.approve(id);
    const taken = await world.call('handle-paypal-subscription', { subscriptionId: id }, strangerToken);
    expect(taken.error.code).toBe('NOT_ALLOWED');
    expect((await back(id, strangerToken)).error.message).toBe('Failed to store subscription');
    expect((await back('I-UNKNOWN')).status).toBe(404);
    expect((await back(id, inject('cluster').secrets.anonKey)).error.code).toBe('SIGN_IN_REQUIRED');
    expect((await start({}, strangerToken)).error.code).toBe('NOT_ALLOWED');
    expect((await world.call('cancel-subscription', { organizationId }, strangerToken)).error.code).toBe(
      'NOT_ALLOWED',
    );
    expect(await world.granted(organizationId)).toBeNull();
  });

  it('that names another organisation is refused', async () => {
    const id = await opened();
    world.standIn.account.approve(id);
    const subscription = world.standIn.account.subscriptions.get(id);
    if (subscription) subscription.customId = await newOrganization(stranger);
    expect((await back(id)).error.message).toBe('This subscription belongs to somebody else.');
  });

  it('that was paid with another amount buys nothing', async () => {
    const id = await opened();
    const subscription = world.standIn.account.subscriptions.get(id);
    if (subscription) subscription.unitUsd = 0.01;
    world.standIn.account.approve(id);
    await world.deliverAll();
    expect(await world.granted(organizationId)).toBeNull();
  });
});

describe('the books', () => {
  it('are written by nobody but the server\u2019s functions', async () => {
    await subscribed();
    const clients = { owner: owner.client, service: backend.serviceClient() };
    for (const [name, client] of Object.entries(clients)) {
      for (const table of [
        'payments',
        'paypal_subscriptions',
        'refunds',
        'invoices',
        'subscriptions',
        'billing_details',
      ]) {
        for (const attempt of [
          client
            .from(table)
            .update({ organization_id: organizationId })
            .eq('organization_id', organizationId),
          client.from(table).delete().eq('organization_id', organizationId),
          client.from(table).insert({ organization_id: organizationId }),
        ])
          expect([name, table, (await attempt).error?.code]).toEqual([name, table, '42501']);
      }
    }
  });

  it('are read by the organisation\u2019s admins alone', async () => {
    await subscribed();
    for (const table of ['payments', 'paypal_subscriptions', 'invoices']) {
      const read = ({ client }: Person) =>
        client.from(table).select('organization_id').eq('organization_id', organizationId);
      expect((await read(owner)).data).toHaveLength(1);
      expect((await read(stranger)).data).toEqual([]);
    }
  });

  it('keep the details that an invoice was made with', async () => {
    const details = {
      organization: organizationId,
      billed_name: 'Studio',
      billed_address: 'Lane 1',
      billed_country: 'de',
      billed_tax_id: 'DE1',
    };
    expect((await stranger.client.rpc('set_billing_details', details)).error?.code).toBe('42501');
    expect((await owner.client.rpc('set_billing_details', details)).error).toBeNull();
    await subscribed();
    await owner.client.rpc('set_billing_details', { ...details, billed_name: 'Another' });
    const { data } = await owner.client
      .from('invoices')
      .select('billed_to, number')
      .eq('organization_id', organizationId)
      .single();
    expect(data).toMatchObject({
      billed_to: { name: 'Studio', address: 'Lane 1', country: 'DE', tax_id: 'DE1' },
    });
    expect((data as { number: string }).number).toMatch(/^SD-\d{4}-\d{6}$/);
  });

  it('keep an organisation whose subscription runs', async () => {
    await subscribed();
    const { error } = await owner.client.rpc('delete_organization', { organization: organizationId });
    expect(error?.message).toContain('Cancel it first');
  });
});

it('says so where payments are not set up', async () => {
  const off = await createBillingWorld({
    url: backend.services.url,
    secrets: inject('cluster').secrets,
    db: backend.owner,
    isConfigured: false,
  });
  const input = { organizationId, planId: 'essential', cycle: 'monthly', seats: 1 };
  expect((await off.call('start-subscription', input, ownerToken)).error.code).toBe(
    'PAYMENTS_NOT_CONFIGURED',
  );
  expect((await off.call('billing-options', {}, ownerToken)).data).toEqual({
    isConfigured: false,
    siteOrigin: null,
  });
  await off.close();
});

it('takes the plans of the list alone', async () => {
  expect((await start({ planId: 'free' })).error.message).toBe('Invalid subscription plan');
  expect((await start({ cycle: 'weekly' })).error.message).toBe('Invalid subscription plan');
});
