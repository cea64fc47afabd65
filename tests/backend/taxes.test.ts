/** Tax on invoices: from rates that super admins keep, as they were on the day. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let admin: Person;
let owner: Person;
let organization: string;
let invoices = 0;
let organizations = 0;

beforeAll(async () => {
  backend = await createTestBackend();
  admin = await createSuperAdmin(backend);
  owner = await createPerson(backend, 'payer@example.org');
});
afterAll(() => backend.close());
beforeEach(async () => {
  // Of its own for each: invoices stay.
  const made = await owner.client.rpc('create_organization', {
    organization_name: `Payer ${(organizations += 1)}`,
  });
  if (made.error) throw made.error;
  organization = made.data as string;
  await backend.owner.query('delete from tax_rates');
  await backend.owner.query(`update invoice_seller set name = '', address = '', country = '', tax_id = ''`);
});

async function addRate(country: string, rate_percent: number, valid_from = '2020-01-01'): Promise<void> {
  const { error } = await admin.client
    .from('tax_rates')
    .insert({ country, name: 'VAT', rate_percent, valid_from });
  if (error) throw error;
}
async function setSeller(seller: object): Promise<void> {
  const { error } = await admin.client.from('invoice_seller').update(seller).eq('id', true);
  if (error) throw error;
}
const ofUs = { name: 'Sound Ltd', address: '1 Quay', country: 'IE', tax_id: 'IE1' };
/** As the books write one; read as its organisation reads it. */
async function invoice(amount: number, billedTo: object = {}, issued = '2026-06-01') {
  const { rows } = await backend.owner.query<{ id: string }>(
    `insert into invoices (organization_id, number, amount_usd, status, issued_at, paid_at, billed_to)
     values ($1, $2, $3, 'paid', $4, $4, $5) returning id`,
    [organization, `T-${(invoices += 1)}`, amount, issued, billedTo],
  );
  return read(rows[0]?.id ?? '');
}
async function read(id: string) {
  const answered = await owner.client
    .from('invoices')
    .select('id, amount_usd, net_usd, tax_usd, tax_name, tax_percent, is_reverse_charge, seller')
    .eq('id', id)
    .single();
  if (answered.error) throw answered.error;
  return answered.data;
}
const NOTHING = { net_usd: null, tax_usd: null, tax_name: null, tax_percent: null, is_reverse_charge: false };

describe('an invoice', () => {
  it('says nothing of tax where no rate is set for the country, or no country is known', async () => {
    await addRate('DE', 19);
    expect(await invoice(28)).toMatchObject(NOTHING);
    expect(await invoice(28, { country: 'US', tax_id: '12-3456' })).toMatchObject({ ...NOTHING, seller: {} });
    expect((await owner.client.rpc('read_tax_total', { organization })).data).toBeNull();
  });

  it.each([
    [28, 19, 4.47, 23.53],
    [10, 20, 1.67, 8.33],
    [0.01, 20, 0, 0.01],
    [102, 7.7, 7.29, 94.71],
    [22, 0, 0, 22],
    [22, 100, 11, 11],
  ])('of %d with %d %% has %d tax and %d net', async (amount, percent, tax_usd, net_usd) => {
    await addRate('DE', percent);
    expect(await invoice(amount, { country: 'DE' })).toMatchObject({
      amount_usd: amount,
      tax_usd,
      net_usd,
      tax_name: 'VAT',
      tax_percent: percent,
    });
  });

  it('keeps the rate and the seller of its day', async () => {
    await addRate('DE', 19);
    await addRate('DE', 16, '2026-07-01');
    await setSeller(ofUs);
    const june = await invoice(28, { country: 'DE' }, '2026-06-30T23:59:59Z');
    const july = await invoice(28, { country: 'DE' }, '2026-07-01T00:00:00Z');
    expect([june.tax_percent, july.tax_percent]).toEqual([19, 16]);
    await admin.client.from('tax_rates').delete().eq('country', 'DE');
    await setSeller({ name: 'Other Ltd' });
    expect(await read(String(june.id))).toEqual({ ...june, seller: ofUs });
    expect(await invoice(28, { country: 'DE' }, '2019-01-01')).toMatchObject(NOTHING);
    expect((await owner.client.rpc('read_tax_total', { organization })).data).toBe(4.47 + 3.86);
    await backend.owner.query('update invoices set refunded_usd = 14 where id = $1', [june.id]);
    expect((await owner.client.rpc('read_tax_total', { organization })).data).toBe(6.1);
  });

  it.each([
    ['DE', 'DE1', true],
    ['DE', '', false],
    // At home, and outside the EU.
    ['IE', 'IE2', false],
    ['US', 'US1', false],
  ])(
    'for a customer in %s with the tax number "%s" is reverse charge: %s',
    async (country, taxId, isReverse) => {
      for (const one of ['DE', 'IE', 'US']) await addRate(one, 20);
      await setSeller(ofUs);
      expect(await invoice(12, { country, tax_id: taxId })).toMatchObject(
        isReverse
          ? { is_reverse_charge: true, net_usd: 12, tax_usd: 0, tax_percent: null }
          : { is_reverse_charge: false, net_usd: 10, tax_usd: 2, tax_percent: 20 },
      );
    },
  );
});

it('rates and the seller are written by super admins alone, and a rate is never changed', async () => {
  await addRate('DE', 19);
  for (const client of [owner.client, backend.client()]) {
    expect((await client.from('tax_rates').select('id')).data ?? []).toEqual([]);
    expect((await client.from('invoice_seller').select('name')).data ?? []).toEqual([]);
    const added = await client
      .from('tax_rates')
      .insert({ country: 'FR', name: 'VAT', rate_percent: 1, valid_from: '2020-01-01' });
    expect(added.error?.code).toBe('42501');
    await client.from('invoice_seller').update({ name: 'Mine' }).eq('id', true);
    await client.from('tax_rates').delete().eq('country', 'DE');
  }
  const changed = await admin.client.from('tax_rates').update({ rate_percent: 1 }).eq('country', 'DE');
  expect(changed.error?.code).toBe('42501');
  const kept = await backend.owner.query(
    'select (select count(*)::int from tax_rates) as rates, (select name from invoice_seller) as seller',
  );
  expect(kept.rows).toEqual([{ rates: 1, seller: '' }]);
});
