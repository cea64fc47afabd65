import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

interface Day {
  day: string;
  signUps: number;
  newCustomers: number;
  keptUsd: number;
}
interface Business {
  days: Day[];
  accounts: number;
  trials: { running: number; ended: number; converted: number };
  customers: { now: number; before: number; lost: number };
  monthlyUsd: number;
  licences: Record<string, number>;
  services: { service: string; status: string }[];
}

let backend: TestBackend;
let admin: Person;
let people = 0;
beforeAll(async () => {
  backend = await createTestBackend();
  admin = await createSuperAdmin(backend);
});
afterAll(() => backend.close());

const read = async (days = 30): Promise<Business> => {
  const answered = await admin.client.rpc('summarise_business', { days });
  if (answered.error) throw answered.error;
  return answered.data as Business;
};
const sum = (days: readonly Day[], name: 'signUps' | 'newCustomers' | 'keptUsd') =>
  days.reduce((total, day) => total + day[name], 0);
/** Counted from today, which is 0. */
const dayBefore = ({ days }: Business, before: number) => days.at(-1 - before);

async function newWorkspace(): Promise<string> {
  const { userId } = await createPerson(backend, `person-${(people += 1)}@example.org`);
  const { rows } = await backend.owner.query<{ id: string }>(
    'select id from organizations where created_by = $1 and is_personal',
    [userId],
  );
  return rows[0]?.id ?? '';
}

interface Paid {
  usd: number;
  cycle?: 'monthly' | 'yearly';
  /** Ago, in days. */
  paid: number;
  /** The day this many days later. */
  lasts: number;
  refundedUsd?: number;
}

async function pay(organization: string, payments: readonly Paid[], seats = 1): Promise<void> {
  const id = `I-${organization.slice(0, 8)}`;
  const cycle = payments[0]?.cycle ?? 'monthly';
  const unitUsd = (payments[0]?.usd ?? 0) / seats;
  await backend.owner.query(
    `insert into paypal_subscriptions (id, organization_id, plan_id, cycle, seats, unit_price_usd, approve_url, status, created_at)
     values ($1, $2, 'professional', $3, $4, $5, 'https://example.org', 'ACTIVE', now() - interval '60 days')`,
    [id, organization, cycle, seats, unitUsd],
  );
  for (const [index, { usd, paid, lasts, refundedUsd = 0 }] of payments.entries()) {
    const status = refundedUsd === 0 ? 'completed' : refundedUsd < usd ? 'partially_refunded' : 'refunded';
    await backend.owner.query(
      `with paid as (
         insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at, covers_from, covers_until)
         select $1, $2, $3, $4, $5, t.at, t.at, t.at + make_interval(days => $7)
         from (select now() - make_interval(days => $6) as at) t returning id)
       insert into refunds (id, organization_id, payment_id, amount_usd, refunded_at)
       select $3, $1, id, $8::numeric, now() from paid where $8::numeric > 0`,
      [organization, id, `${id}-${index}`, usd, status, paid, lasts, refundedUsd],
    );
  }
}

describe('the business in figures', () => {
  it('is nothing where nothing happened', async () => {
    const business = await read(7);
    expect(business.days).toHaveLength(7);
    expect(business.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    expect(sum(business.days, 'keptUsd')).toBe(0);
    expect(business).toMatchObject({
      customers: { now: 0, before: 0, lost: 0 },
      monthlyUsd: 0,
      services: [],
    });
  });

  it('counts what was paid and kept, who came, who stayed and who went', async () => {
    const before = await read();
    const [stays, goes, half, refunded, tries] = [
      await newWorkspace(),
      await newWorkspace(),
      await newWorkspace(),
      await newWorkspace(),
      await newWorkspace(),
    ];
    await pay(
      stays,
      [
        { usd: 28, paid: 40, lasts: 30 },
        { usd: 28, paid: 10, lasts: 30 },
      ],
      2,
    );
    await pay(goes, [{ usd: 14, paid: 45, lasts: 30 }]);
    await pay(half, [{ usd: 142, cycle: 'yearly', paid: 3, lasts: 365, refundedUsd: 71 }]);
    await pay(refunded, [{ usd: 14, paid: 2, lasts: 30, refundedUsd: 14 }]);
    const endTrial = (organization: string, days: number) =>
      backend.owner.query(
        'update subscriptions set trial_ends_at = now() - make_interval(days => $2) where organization_id = $1',
        [organization, days],
      );
    await endTrial(half, 3);
    await endTrial(tries, 5);
    await backend.owner.query(
      `update organizations set created_at = now() - interval '6 days' where id = $1`,
      [tries],
    );

    const business = await read();
    expect(business.days).toHaveLength(30);
    expect(business.accounts - before.accounts).toBe(5);
    expect(sum(business.days, 'signUps') - sum(before.days, 'signUps')).toBe(5);
    expect(dayBefore(business, 6)?.signUps).toBe(1);
    expect(dayBefore(business, 10)).toMatchObject({ keptUsd: 28, newCustomers: 0 });
    expect(dayBefore(business, 3)).toMatchObject({ keptUsd: 71, newCustomers: 1 });
    // What was given back whole was a first payment too, and nothing of it is left.
    expect(dayBefore(business, 2)).toMatchObject({ keptUsd: 0, newCustomers: 1 });
    expect(business.customers).toEqual({ now: 2, before: 2, lost: 1 });
    expect(business.monthlyUsd).toBe(28 + Number((142 / 12).toFixed(2)));
    expect(business.trials).toMatchObject({ ended: 2, converted: 1 });
    expect(business.trials.running - before.trials.running).toBe(3);
    // The same over a longer time.
    const longer = await read(60);
    expect(sum(longer.days, 'keptUsd')).toBe(28 + 28 + 14 + 71);
    expect(sum(longer.days, 'newCustomers')).toBe(4);
  });

  it('shows the licences and the health that other screens show', async () => {
    await backend.owner.query(
      `insert into service_checks (service, status, response_ms) values ('database', 'operational', 3), ('mail', 'outage', null)`,
    );
    const { services, licences } = await read();
    expect(services.map(({ service, status }) => [service, status])).toEqual([
      ['database', 'operational'],
      ['mail', 'outage'],
    ]);
    expect(Object.values(licences).every((count) => count >= 0)).toBe(true);
  });

  it('is a super admin’s alone, for at most a year', async () => {
    const person = await createPerson(backend, 'curious@example.org');
    for (const client of [person.client, backend.client()]) {
      const answered = await client.rpc('summarise_business', { days: 30 });
      expect(answered.data).toBeNull();
      expect(answered.error?.code).toBe('42501');
    }
    expect((await read(100_000)).days).toHaveLength(366);
    expect((await read(-5)).days).toHaveLength(1);
  });
});
