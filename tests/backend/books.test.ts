/** The books stay for their seven years, no matter who or what is deleted; who is charged still is not deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';
import { createBillingWorld, createPayingOrganization, type BillingWorld } from '../lib/payPal/world.ts';

const BOOKS = ['invoices', 'payments', 'refunds', 'paypal_subscriptions'] as const;
let backend: TestBackend;
let world: BillingWorld;
let owner: Person;
let organizationId: string;
let people = 0;

beforeAll(async () => {
  backend = await createTestBackend();
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
  owner = await createPerson(backend, `payer-${(people += 1)}@example.org`);
  organizationId = await createPayingOrganization(backend.owner, owner.userId);
});

const tokenOf = async ({ client }: Person) =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

/** Opens a subscription at the stand-in; nobody has agreed to it yet. */
async function opened(): Promise<string> {
  const terms = { organizationId, planId: 'professional', cycle: 'monthly', seats: 2 };
  const { status, data } = await world.call('start-subscription', terms, await tokenOf(owner));
  expect(status).toBe(200);
  return String(data.subscriptionId);
}
/** One that was paid, and of which a part was given back. */
async function paid(): Promise<string> {
  const id = await opened();
  world.standIn.account.approve(id);
  await world.deliverAll();
  world.standIn.account.refund(world.standIn.account.subscriptions.get(id)?.sales[0]?.id ?? '', 5);
  await world.deliverAll();
  return id;
}
const cancel = async () => world.call('cancel-subscription', { organizationId }, await tokenOf(owner));
const deleteOrganization = () => owner.client.rpc('delete_organization', { organization: organizationId });
const setStatus = (id: string, status: string) =>
  backend.owner.query('update paypal_subscriptions set status = $2 where id = $1', [id, status]);
async function books(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of BOOKS) {
    const { rows } = await backend.owner.query<{ n: number }>(
      `select count(*)::int as n from ${table} where organization_id = $1`,
      [organizationId],
    );
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}
const KEPT = { invoices: 1, payments: 1, refunds: 1, paypal_subscriptions: 1 };
/** What the log proves of the books. */
const proofs = async () =>
  (
    await backend.owner.query<{ n: number }>(
      `select count(*)::int as n from audit_log where organization_id = $1 and table_name = any($2) and new_values is not null`,
      [organizationId, BOOKS],
    )
  ).rows[0]?.n ?? 0;
const members = async () =>
  (
    await backend.owner.query<{ n: number }>(
      'select count(*)::int as n from organization_members where organization_id = $1',
      [organizationId],
    )
  ).rows[0]?.n;
async function makeDue(): Promise<void> {
  await backend.owner.query(
    `insert into account_deletions (user_id, delete_after) values ($1, now() - interval '1 s')
     on conflict (user_id) do update set delete_after = excluded.delete_after`,
    [owner.userId],
  );
}
const isThere = async () =>
  (await backend.owner.query('select 1 from auth.users where id = $1', [owner.userId])).rowCount === 1;

describe('who may be charged', () => {
  it.each(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED'])(
    'is not deleted with a subscription that is %s, but asked to cancel it',
    async (status) => {
      const id = status === 'APPROVAL_PENDING' ? await opened() : await paid();
      await setStatus(id, status);
      const before = await books();
      const { error } = await deleteOrganization();
      expect(error).toMatchObject({ code: '42501', hint: 'SUBSCRIPTION_RUNS' });
      expect(error?.message).toMatch(/cancel it first/i);
      const byServer = await backend.serviceClient().from('organizations').delete().eq('id', organizationId);
      expect(byServer.error).toMatchObject({ code: '42501', hint: 'SUBSCRIPTION_RUNS' });
      expect(await books()).toEqual(before);
      expect(await members()).toBe(1);
    },
  );

  it('keeps the account as well, by whichever way it is deleted', async () => {
    const id = await paid();
    await makeDue();
    // Without the step that ends subscriptions at PayPal.
    await backend.serviceClient().rpc('delete_due_accounts');
    expect(await isThere()).toBe(true);
    expect((await backend.serviceClient().auth.admin.deleteUser(owner.userId)).error).not.toBeNull();
    await expect(backend.owner.query('delete from auth.users where id = $1', [owner.userId])).rejects.toThrow(
      /cancel it first/i,
    );
    await expect(
      backend.owner.query('delete from organization_members where organization_id = $1', [organizationId]),
    ).rejects.toThrow(/cancel it first/i);
    expect(await isThere()).toBe(true);
    expect(world.standIn.account.subscriptions.get(id)?.status).toBe('ACTIVE');
  });

  it('can cancel what was agreed to and does not run yet', async () => {
    const id = await paid();
    await setStatus(id, 'APPROVED');
    expect((await cancel()).data).toEqual({ cancelled: 1 });
    expect(world.standIn.account.subscriptions.get(id)?.status).toBe('CANCELLED');
    expect((await deleteOrganization()).error).toBeNull();
  });
});

describe('the books', () => {
  it('stay when an owner deletes the organization, which is closed for everybody', async () => {
    await paid();
    await cancel();
    const proven = await proofs();
    expect(proven).toBeGreaterThan(3);
    expect((await deleteOrganization()).error).toBeNull();
    expect(await books()).toEqual(KEPT);
    expect(await proofs()).toBeGreaterThanOrEqual(proven);
    expect(await members()).toBe(0);
    const { rows } = await backend.owner.query('select name, created_by from organizations where id = $1', [
      organizationId,
    ]);
    expect(rows).toEqual([{ name: 'Deleted organization', created_by: null }]);
    expect((await owner.client.rpc('list_my_organizations')).data).not.toContainEqual(
      expect.objectContaining({ id: organizationId }),
    );
  });

  it('keep no row of an organization that never paid', async () => {
    expect((await deleteOrganization()).error).toBeNull();
    expect(
      (await backend.owner.query('select 1 from organizations where id = $1', [organizationId])).rowCount,
    ).toBe(0);
  });

  it('stay when the account goes, with what the log proves of them', async () => {
    await paid();
    await cancel();
    const proven = await proofs();
    await makeDue();
    expect(
      (await world.call('delete-due-accounts', {}, inject('cluster').secrets.serviceKey)).data,
    ).toMatchObject({ deleted: 1 });
    expect(await isThere()).toBe(false);
    expect(await books()).toEqual(KEPT);
    expect(await proofs()).toBeGreaterThanOrEqual(proven);
  });

  it('stay where a payment has no invoice yet', async () => {
    const id = await opened();
    await backend.owner.query(
      `insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at)
       values ($1, $2, 'WITHOUT-INVOICE', 28, 'pending', now())`,
      [organizationId, id],
    );
    await setStatus(id, 'CANCELLED');
    await makeDue();
    await backend.serviceClient().rpc('delete_due_accounts');
    expect(await isThere()).toBe(false);
    expect(await books()).toMatchObject({ payments: 1, paypal_subscriptions: 1 });
  });

  it('are out of reach of everybody, by every way that leads to them', async () => {
    await paid();
    await cancel();
    for (const client of [owner.client, backend.serviceClient()]) {
      for (const table of BOOKS)
        expect((await client.from(table).delete().eq('organization_id', organizationId)).error?.code).toBe(
          '42501',
        );
      const gone = await client.from('organizations').delete().eq('id', organizationId);
      expect(gone.error?.code).toBe('42501');
    }
    // Not even the schema's owner, by mistake.
    for (const table of [...BOOKS, 'organizations'])
      await expect(
        backend.owner.query(
          `delete from ${table} where ${table === 'organizations' ? 'id' : 'organization_id'} = $1`,
          [organizationId],
        ),
      ).rejects.toMatchObject({ code: '42501' });
    await expect(backend.owner.query('truncate invoices cascade')).rejects.toMatchObject({ code: '42501' });
    await expect(backend.owner.query('truncate organizations cascade')).rejects.toMatchObject({
      code: '42501',
    });
    expect(await books()).toEqual(KEPT);
  });

  it('of affiliates stay once they are paid', async () => {
    await backend.owner.query(
      `insert into affiliate_payouts (amount_usd, status, processed_at) values (5, 'completed', now()), (7, 'processing', null)`,
    );
    await expect(backend.owner.query('delete from affiliate_payouts')).rejects.toMatchObject({
      code: '42501',
    });
    expect((await backend.owner.query('select 1 from affiliate_payouts')).rowCount).toBe(2);
  });
});

describe('after seven years', () => {
  const age = async (years: number) => {
    const by = `now() - make_interval(years => ${years}, days => 2)`;
    await backend.owner.query(
      `update invoices set issued_at = ${by}, paid_at = ${by} where organization_id = $1`,
      [organizationId],
    );
    await backend.owner.query(
      `update payments set paid_at = ${by}, covers_until = ${by} + interval '1 day' where organization_id = $1`,
      [organizationId],
    );
    await backend.owner.query(`update refunds set refunded_at = ${by} where organization_id = $1`, [
      organizationId,
    ]);
    await backend.owner.query(
      `update paypal_subscriptions set created_at = ${by} where organization_id = $1`,
      [organizationId],
    );
  };
  const purge = async () => (await backend.serviceClient().rpc('delete_old_records')).error;

  it('the books of what has ended go, and with them the closed organization and what the log said of them', async () => {
    await paid();
    await cancel();
    await deleteOrganization();
    await age(6);
    expect(await purge()).toBeNull();
    expect(await books()).toEqual(KEPT);
    await age(7);
    expect(await purge()).toBeNull();
    expect(await books()).toEqual({ invoices: 0, payments: 0, refunds: 0, paypal_subscriptions: 0 });
    expect(await proofs()).toBe(0);
    expect(
      (await backend.owner.query('select 1 from organizations where id = $1', [organizationId])).rowCount,
    ).toBe(0);
  });

  it('those of a subscription that runs stay: its payments are reckoned from each other', async () => {
    await paid();
    await age(8);
    expect(await purge()).toBeNull();
    expect(await books()).toEqual(KEPT);
  });
});
