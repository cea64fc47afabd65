/** The short form of `node scripts/soak/billing.mjs`: random sequences against the model. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';
import { runSequence } from '../lib/payPal/sequence.ts';

const SEQUENCES = 10;
const STEPS = 30;
const AT_ONCE = 4;
let backend: TestBackend;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'model@example.org');
  stranger = await createPerson(backend, 'thief@example.org');
});
afterAll(() => backend.close());

it('keeps the books of the model, whatever happens in whatever order', async () => {
  const token = async ({ client }: Person) =>
    (await client.auth.getSession()).data.session?.access_token ?? '';
  const shared = {
    url: backend.services.url,
    secrets: inject('cluster').secrets,
    db: backend.owner,
    steps: STEPS,
    // The same each time: a sequence that differs once differs again.
    startMs: Date.UTC(2026, 5, 30, 12),
    owner: { userId: owner.userId, token: await token(owner) },
    strangerToken: await token(stranger),
  };
  let next = 1;
  const work = async () => {
    while (next <= SEQUENCES) await runSequence({ ...shared, seed: next++ });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { rows } = await backend.owner.query<{ numbers: number; last: number }>(
    `select count(distinct number)::int as numbers, (select sum(last)::int from private.invoice_numbers) as last from invoices`,
  );
  expect(rows[0]?.numbers).toBe(rows[0]?.last);
  expect(rows[0]?.numbers).toBeGreaterThan(SEQUENCES);
  expect(backend.errors).toEqual([]);
}, 300_000);
