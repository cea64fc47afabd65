/**
 * One random sequence of what customers, cards, time, PayPal's deliveries and forgers do, against the real functions,
 * PostgREST and Postgres. After each step nothing may be granted that was never paid; at the end, with everything
 * delivered, the books must be the model's.
 */
import assert from 'node:assert/strict';
import type pg from 'pg';
import { BILLING_CYCLES, PLAN_IDS } from '../../../src-shared/domain/plans.ts';
import { createRandom, pick } from '../random.ts';
import { createOracle, type Agreement } from './oracle.ts';
import type { PayPalEvent } from './signer.ts';
import {
  createBillingWorld,
  createPayingOrganization,
  type BillingWorld,
  type WorldOptions,
} from './world.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface SequenceOptions extends WorldOptions {
  seed: number;
  steps: number;
  owner: { userId: string; token: string };
  strangerToken: string;
}

interface Run {
  options: SequenceOptions;
  world: BillingWorld;
  random: () => number;
  organizationId: string;
  agreements: Agreement[];
  oracle: ReturnType<typeof createOracle>;
  delivered: PayPalEvent[];
  log: string[];
}

/** Throws with the steps that led there. */
export async function runSequence(options: SequenceOptions): Promise<void> {
  const world = await createBillingWorld(options);
  const agreements: Agreement[] = [];
  const run: Run = {
    options,
    world,
    random: createRandom(options.seed),
    organizationId: await createPayingOrganization(options.db, options.owner.userId),
    agreements,
    oracle: createOracle(world.standIn.account, agreements),
    delivered: [],
    log: [],
  };
  try {
    for (let step = 0; step < options.steps; step += 1) {
      await act(run);
      await expectNothingUnpaid(run);
    }
    await settleEverything(run);
    await expectTheModelsBooks(run);
  } catch (error) {
    throw new Error(`seed ${options.seed}: ${run.log.join(', ')}`, { cause: error });
  } finally {
    await world.close();
  }
}

const ACTIONS: readonly [weight: number, act: (run: Run) => Promise<void>][] = [
  [5, start],
  [8, approve],
  [7, pass],
  [7, deliver],
  [3, deliverAgain],
  [2, forge],
  [3, comeBack],
  [1, steal],
  [1, cancelHere],
  [1, cancelAtPayPal],
  [1, refund],
  [2, changeMood],
  [1, settlePending],
  [1, fallSilent],
  [1, reconcile],
];
const WEIGHTS = ACTIONS.reduce((sum, [weight]) => sum + weight, 0);

async function act(run: Run): Promise<void> {
  let at = run.random() * WEIGHTS;
  // Something is subscribed to first: else most steps would find nothing to do.
  if (run.agreements.length === 0) return start(run);
  for (const [weight, action] of ACTIONS) {
    at -= weight;
    if (at < 0) {
      run.log.push(action.name);
      return action(run);
    }
  }
}

const oneOf = <T>(run: Run, from: readonly T[]): T | undefined => from[pick(run.random, from.length)];
const subscriptions = ({ world, agreements }: Run) =>
  agreements.flatMap(({ id }) => world.standIn.account.subscriptions.get(id) ?? []);
const sales = (run: Run) => subscriptions(run).flatMap((one) => one.sales);

async function start(run: Run): Promise<void> {
  const { world, oracle, organizationId, options } = run;
  // Of what PayPal has said so far: a quote is made from the books.
  const hasEvents = world.standIn.account.events.length > 0;
  const terms = {
    planId: oneOf(run, PLAN_IDS) ?? 'essential',
    cycle: oneOf(run, BILLING_CYCLES) ?? 'monthly',
    seats: 1 + pick(run.random, 6),
  };
  const { status, data, error } = await world.call(
    'start-subscription',
    { organizationId, ...terms },
    options.owner.token,
  );
  if (status === 403) return assert.equal(error.message, 'This subscription runs already.');
  assert.equal(status, 200, JSON.stringify(error));
  const reported = data.quote as {
    todayUsd: number;
    startsAt: string | null;
    basePaymentId: string | null;
    baseKept: number;
  };
  const startsMs = reported.startsAt === null ? null : Date.parse(reported.startsAt);
  const base = await readSale(options.db, reported.basePaymentId);
  if (!hasEvents) {
    const expected = oracle.quote(world.clock.ms, terms.planId, terms.cycle, terms.seats);
    assert.ok(
      Math.abs(reported.todayUsd - expected.todayUsd) < 0.011,
      `${reported.todayUsd} is not ${expected.todayUsd}`,
    );
    assert.equal(startsMs, expected.startsMs);
    assert.equal(base, expected.base?.id ?? null);
    assert.ok(Math.abs(reported.baseKept - expected.baseKept) < 1e-9);
  }
  // Asked for again: it is the one that is open still.
  if (run.agreements.some(({ id }) => id === String(data.subscriptionId))) return;
  run.agreements.push({
    id: String(data.subscriptionId),
    ...terms,
    startsMs,
    base: sales(run).find(({ id }) => id === base) ?? null,
    baseKept: reported.baseKept,
  });
}

async function readSale(db: pg.Pool, payment: string | null): Promise<string | null> {
  const { rows } = await db.query<{ sale: string }>(
    'select transaction_id as sale from payments where id = $1',
    [payment],
  );
  return rows[0]?.sale ?? null;
}

async function approve(run: Run): Promise<void> {
  const pending = subscriptions(run).filter(({ status }) => status === 'APPROVAL_PENDING');
  const one = run.random() < 0.7 ? pending.at(-1) : oneOf(run, pending);
  if (one) run.world.standIn.account.approve(one.id);
}

/** Minutes, days or months; PayPal charges what falls due on the way, within some hours. */
async function pass(run: Run): Promise<void> {
  const { world, random } = run;
  const { account } = world.standIn;
  const untilMs =
    world.clock.ms +
    Math.round(random() * (oneOf(run, [HOUR_MS, 3 * DAY_MS, 40 * DAY_MS, 200 * DAY_MS]) ?? 0));
  for (let due = account.nextDueMs(); due !== null && due <= untilMs; due = account.nextDueMs()) {
    world.clock.ms = Math.max(world.clock.ms, due + Math.round(random() * 3 * HOUR_MS));
    while (account.billNext()) continue;
  }
  world.clock.ms = Math.max(world.clock.ms, untilMs);
}

/** Any of PayPal's events, in any order. */
async function deliver(run: Run): Promise<void> {
  const { events } = run.world.standIn.account;
  const [event] = events.splice(pick(run.random, events.length), 1);
  if (!event) return;
  const { status, error } = await run.world.deliver(event);
  assert.equal(status, 200, JSON.stringify(error));
  run.delivered.push(event);
}

/** Twice more, at once. */
async function deliverAgain(run: Run): Promise<void> {
  const event = oneOf(run, run.delivered);
  if (!event) return;
  const answers = await Promise.all([run.world.deliver(event), run.world.deliver(event)]);
  for (const { status } of answers) assert.equal(status, 200);
}

async function forge(run: Run): Promise<void> {
  const { world } = run;
  const one = oneOf(run, subscriptions(run));
  const event: PayPalEvent = {
    id: `WH-FORGED-${run.options.seed}-${run.log.length}`,
    event_version: '1.0',
    create_time: new Date(world.clock.ms).toISOString(),
    resource_type: 'subscription',
    event_type: 'BILLING.SUBSCRIPTION.ACTIVATED',
    summary: '',
    resource: { id: one?.id, status: 'ACTIVE', quantity: '1000' },
  };
  assert.equal((await world.deliverSigned(world.standIn.sign(event, { key: 'foreign' }))).status, 401);
}

async function comeBack(run: Run): Promise<void> {
  const one = oneOf(run, subscriptions(run));
  if (!one) return;
  const { status, error } = await run.world.call(
    'handle-paypal-subscription',
    { subscriptionId: one.id, planId: 'enterprise', status: 'active' },
    run.options.owner.token,
  );
  assert.equal(status, 200, JSON.stringify(error));
}

async function steal(run: Run): Promise<void> {
  const one = oneOf(run, subscriptions(run));
  if (!one) return;
  const input = { subscriptionId: one.id, status: 'active' };
  assert.equal(
    (await run.world.call('handle-paypal-subscription', input, run.options.strangerToken)).status,
    403,
  );
}

async function cancelHere({ world, organizationId, options }: Run): Promise<void> {
  const { status } = await world.call('cancel-subscription', { organizationId }, options.owner.token);
  assert.equal(status, 200);
}

async function cancelAtPayPal(run: Run): Promise<void> {
  const one = oneOf(
    run,
    subscriptions(run).filter(({ status }) => status === 'ACTIVE' || status === 'SUSPENDED'),
  );
  if (one) run.world.standIn.account.cancel(one.id);
}

async function refund(run: Run): Promise<void> {
  const kept = sales(run).filter(({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED');
  const sale = oneOf(run, kept);
  if (!sale) return;
  const leftUsd = Math.round((sale.amountUsd - sale.refundedUsd) * 100) / 100;
  const partUsd = Math.max(0.01, Math.floor(leftUsd * 50) / 100);
  run.world.standIn.account.refund(sale.id, run.random() < 0.5 ? leftUsd : partUsd);
}

async function changeMood(run: Run): Promise<void> {
  run.world.standIn.account.mood.card =
    oneOf(run, ['pays', 'pays', 'pays', 'declines', 'pends'] as const) ?? 'pays';
}

async function settlePending(run: Run): Promise<void> {
  const sale = oneOf(
    run,
    sales(run).filter(({ status }) => status === 'PENDING'),
  );
  if (sale) run.world.standIn.account.settlePending(sale.id, run.random() < 0.6 ? 'COMPLETED' : 'DECLINED');
}

/** PayPal does not answer for a while: what comes then is delivered later. */
async function fallSilent(run: Run): Promise<void> {
  const { standIn } = run.world;
  const event = standIn.account.events[0];
  if (!event) return;
  standIn.outage.status = 503;
  const { status } = await run.world.deliver(event);
  standIn.outage.status = null;
  assert.ok(status === 503 || status === 200);
}

async function reconcile({ world, options }: Run): Promise<void> {
  assert.equal((await world.call('reconcile-billing', {}, options.secrets.serviceKey)).status, 200);
}

/** Whatever is granted was paid for, at some time, with just this plan and these seats. */
async function expectNothingUnpaid({ world, oracle, organizationId }: Run): Promise<void> {
  const granted = await world.granted(organizationId);
  if (!granted) return;
  const now = world.clock.ms;
  const isPaid = oracle
    .everBought()
    .some(
      ({ agreement, fromMs, untilMs }) =>
        agreement.planId === granted.plan &&
        agreement.seats === granted.seats &&
        agreement.cycle === granted.cycle &&
        fromMs <= now &&
        now < untilMs + DAY_MS,
    );
  assert.ok(isPaid, `${JSON.stringify(granted)} was never paid`);
}

async function settleEverything(run: Run): Promise<void> {
  const { account } = run.world.standIn;
  for (let rounds = 0; account.events.length > 0; rounds += 1) {
    assert.ok(rounds < 1000, 'events without an end');
    await deliver(run);
  }
  const newest = run.agreements.at(-1);
  if (!newest) return;
  const input = { subscriptionId: newest.id };
  assert.equal(
    (await run.world.call('handle-paypal-subscription', input, run.options.owner.token)).status,
    200,
  );
}

async function expectTheModelsBooks(run: Run): Promise<void> {
  const { world, oracle, organizationId, options } = run;
  const all = async <T extends pg.QueryResultRow>(sql: string) =>
    (await options.db.query<T>(sql, [organizationId])).rows;
  const times = [0, 1, 12, 36, 24 * 20, 24 * 45].map((hours) => world.clock.ms + hours * HOUR_MS);
  for (const ms of times) {
    const expected = oracle.grantedAt(ms);
    assert.deepEqual(
      await world.granted(organizationId, ms),
      expected && {
        plan: expected.agreement.planId,
        cycle: expected.agreement.cycle,
        seats: expected.agreement.seats,
        untilMs: expected.untilMs,
      },
    );
  }
  assert.deepEqual(
    await all(`select id, status from paypal_subscriptions where organization_id = $1 order by opening`),
    subscriptions(run).map(({ id, status }) => ({ id, status })),
  );
  const booked = await all<{ id: string; status: string; amount: number; refunded: number }>(
    `select p.transaction_id as id, upper(p.status) as status, p.amount_usd::float8 as amount,
       (select coalesce(sum(r.amount_usd), 0)::float8 from refunds r where r.payment_id = p.id) as refunded
     from payments p where p.organization_id = $1 order by 1`,
  );
  const happened = sales(run).map(({ id, status, amountUsd, refundedUsd }) => ({
    id,
    status,
    amount: amountUsd,
    refunded: refundedUsd,
  }));
  assert.deepEqual(
    booked,
    happened.sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  await expectTheModelsInvoices(run, all);
  assert.deepEqual(oracle.doubles(), [], 'something is paid twice');
  const active = subscriptions(run).filter(({ status }) => status === 'ACTIVE');
  assert.ok(active.length <= 1, 'two subscriptions are charged');
  const granted = oracle.grantedAt(world.clock.ms);
  const rows = await all<{ plan: string; seats: number; status: string }>(
    'select plan_id as plan, seats, status from subscriptions where organization_id = $1',
  );
  if (granted)
    assert.deepEqual([rows[0]?.plan, rows[0]?.seats], [granted.agreement.planId, granted.agreement.seats]);
  else assert.ok(rows.length === 0 || rows[0]?.status === 'expired', 'the row says what is not granted');
}

async function expectTheModelsInvoices(
  run: Run,
  all: (sql: string) => Promise<pg.QueryResultRow[]>,
): Promise<void> {
  const invoices = (await all(
    `select i.status, i.amount_usd::float8 as amount, i.refunded_usd::float8 as refunded, p.transaction_id as sale
     from invoices i left join payments p on p.id = i.payment_id where i.organization_id = $1`,
  )) as { status: string; amount: number; refunded: number; sale: string }[];
  const of = (status: string) =>
    invoices
      .filter((one) => one.status === status)
      .map(({ sale }) => sale)
      .sort();
  const paid = sales(run).filter(({ status }) => status !== 'DECLINED' && status !== 'PENDING');
  const pending = sales(run).filter(({ status }) => status === 'PENDING');
  assert.deepEqual(of('paid'), paid.map(({ id }) => id).sort());
  assert.deepEqual(of('pending'), pending.map(({ id }) => id).sort());
  for (const { status, sale, amount, refunded } of invoices) {
    const real = sales(run).find(({ id }) => id === sale);
    assert.equal(amount, real?.amountUsd);
    if (status === 'paid') assert.equal(refunded, real?.refundedUsd);
  }
  for (const one of subscriptions(run)) {
    const overdue = one.sales.filter(({ id }) => of('overdue').includes(id));
    if (one.status === 'CANCELLED') assert.equal(overdue.length, 0, 'owed for what has ended');
  }
}
