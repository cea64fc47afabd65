/**
 * The books of billing against a model: random sequences of subscribing, paying, failing, refunding, changing, cancelling,
 * and of PayPal's events in any order, by the real functions, PostgREST and Postgres.
 * `node scripts/soak/billing.mjs [sequences] [first seed] [steps]`; ends with code 1 at the first sequence that differs,
 * and names its seed.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { runSequence } from '../../tests/lib/payPal/sequence.ts';
import { withBackend } from './lib/backend.mjs';

const SEQUENCES = Number(process.argv[2] ?? 1000);
const FIRST_SEED = Number(process.argv[3] ?? 1);
const STEPS = Number(process.argv[4] ?? 40);
const AT_ONCE = 4;
const WITHOUT_DISK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

process.exitCode = await withBackend(
  async (backend) => {
    const db = new pg.Pool({ ...backend.asService, max: AT_ONCE });
    try {
      return (await soak(backend, db)) ? 0 : 1;
    } finally {
      await db.end();
    }
  },
  { settings: WITHOUT_DISK },
);

async function soak({ url, secrets, signIn }, db) {
  const startedMs = performance.now();
  const signUp = async () => {
    const { client, userId } = await signIn(`${randomUUID()}@example.org`);
    const { data } = await client.auth.getSession();
    return { userId, token: data.session.access_token };
  };
  const [owner, stranger] = [await signUp(), await signUp()];
  const shared = { url, secrets, db, steps: STEPS, owner, strangerToken: stranger.token };
  let next = FIRST_SEED;
  let done = 0;
  const work = async () => {
    while (next < FIRST_SEED + SEQUENCES) {
      await runSequence({ ...shared, seed: next++ });
      done += 1;
      if (done % 50 === 0) console.log(`${done} sequences`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    console.error(error);
    next = Number.POSITIVE_INFINITY;
    return false;
  }
  const { rows } = await db.query(
    `select (select count(*)::int from payments) as payments, (select count(*)::int from refunds) as refunds,
       (select count(*)::int from invoices) as invoices, (select count(*)::int from payment_events) as events,
       (select sum(last)::int from private.invoice_numbers) as numbers`,
  );
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`${done} sequences of ${STEPS} steps in ${seconds} s:`, rows[0]);
  return rows[0].invoices === rows[0].numbers;
}
