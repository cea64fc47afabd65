/** Exports of more than one page: every row once, whatever comes meanwhile. The long form is scripts/soak/exports.mjs. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_PAGE_SIZE, readPages } from '../../src-renderer/lib/readPages.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

interface Payout {
  id: string;
  amount_usd: number;
  requested_at: string;
}

const PAYOUTS = 2 * EXPORT_PAGE_SIZE + 234;
let backend: TestBackend;
let admin: Person;

const add = (count: number, status: string, requested: string) =>
  backend.owner.query(
    `insert into affiliate_payouts (amount_usd, status, paypal_email, requested_at)
     select 5, $2, 'affiliate@example.org', ${requested} from generate_series(1, $1::int) n`,
    [count, status],
  );
beforeAll(async () => {
  backend = await createTestBackend();
  admin = await createSuperAdmin(backend);
  // Three of each moment: a page may end among them.
  await add(PAYOUTS, 'processing', `now() - (n / 3) * interval '1 second'`);
  await add(10, 'completed', 'now()');
});
afterAll(() => backend.close());

const pagesOf = (client: SupabaseClient) => async (last: Payout | null) => {
  const answered = await client.rpc('list_payouts_to_pay', {
    page_size: EXPORT_PAGE_SIZE,
    ...(last === null ? {} : { before_requested_at: last.requested_at, before_id: last.id }),
  });
  if (answered.error) throw answered.error;
  return answered.data as Payout[];
};

describe('payouts to be paid', () => {
  it('are read page by page, each once, and nothing else; what is asked for meanwhile is of the next file', async () => {
    const ids: string[] = [];
    const sizes: number[] = [];
    for await (const page of readPages(pagesOf(admin.client), new AbortController().signal)) {
      ids.push(...page.map(({ id }) => id));
      sizes.push(page.length);
      if (sizes.length === 1) await add(5, 'processing', `now() + interval '1 minute'`);
    }
    expect(sizes).toEqual([EXPORT_PAGE_SIZE, EXPORT_PAGE_SIZE, 234]);
    expect(new Set(ids).size).toBe(PAYOUTS);
  });

  it('are nobody else’s, and never more than a thousand at once', async () => {
    const person = await createPerson(backend, 'curious@example.org');
    for (const client of [person.client, backend.client()])
      expect((await client.rpc('list_payouts_to_pay')).error?.code).toBe('42501');
    const all = await admin.client.rpc('list_payouts_to_pay', { page_size: 1_000_000 });
    expect(all.data).toHaveLength(1000);
  });
});
