/**
 * The exports of the screens, written to files: 10,000 invoices as PDF, 100,000 payouts to be paid as CSV, a million rows of
 * one's own data as JSON. Read as the screens read them (by supabase-js through PostgREST, page by page), made by the screens'
 * own code; prints rows, seconds and how much memory was held after each page.
 * `node --expose-gc scripts/soak/exports.mjs [payouts] [invoices] [own]`; ends with code 1 where rows are missing, or where
 * more than the limits below was held.
 */
import { mkdtempSync, openSync, closeSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeInvoicePdf } from '../../src-renderer/features/billing/invoicePdf.ts';
import { toCsv } from '../../src-renderer/lib/csv.ts';
import { EXPORT_PAGE_SIZE, readPages } from '../../src-renderer/lib/readPages.ts';
import { writeOwnData } from '../../src-renderer/site/gdpr/writeOwnData.ts';
import { withBackend } from './lib/backend.mjs';

const PAYOUTS = Number(process.argv[2] ?? 100_000);
const INVOICES = Number(process.argv[3] ?? PAYOUTS / 10);
const OWN = Number(process.argv[4] ?? 10 * PAYOUTS);
/** Beyond what was held before, without what the engine has still to clear away: a page, and no more for more pages. */
const LIMIT_MB = 32;
const never = new AbortController().signal;

process.exitCode = await withBackend(async (backend) => {
  const owner = await backend.signIn('owner@example.org');
  const admin = await backend.signIn('admin@example.org', { super_admin: true });
  const made = await owner.client.rpc('create_organization', { organization_name: 'Soak' });
  if (made.error) throw made.error;
  await backend.fill((query) => fill(query, made.data, owner.userId));
  const folder = mkdtempSync(join(tmpdir(), 'sounddesk-exports-'));
  try {
    const all = [
      await watch('payouts', PAYOUTS, (look) =>
        exportPayouts(admin.client, join(folder, 'payouts.csv'), look),
      ),
      await watch('invoices', INVOICES, (look) => exportInvoices(owner.client, made.data, folder, look)),
      // Beside the sessions, what is of the account and of one invoice each.
      await watch('own data', OWN + INVOICES, (look) =>
        exportOwn(owner.client, join(folder, 'own.json'), look),
      ),
    ];
    return all.every(Boolean) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function fill(query, organization, userId) {
  await query(
    `insert into affiliate_payouts (amount_usd, status, paypal_email, requested_at)
     select 5 + n % 100, 'processing', 'affiliate' || n || '@example.com', now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [PAYOUTS],
  );
  await query(
    `insert into invoices (organization_id, number, amount_usd, status, issued_at, paid_at, plan_id, cycle, seats, unit_price_usd,
       period_from, period_until, billed_to)
     select $1, 'SD-2026-' || lpad(n::text, 6, '0'), 28, 'paid', now() - n * interval '1 hour', now(), 'professional',
       'monthly', 2, 14, now() - interval '1 month', now(), '{"name": "Soak", "address": "1 Long Road", "country": "US", "tax_id": ""}'
     from generate_series(1, $2::int) n`,
    [organization, INVOICES],
  );
  await query(
    `insert into usage_sessions (user_id, kind, preset_id, started_at, ended_at, figures)
     select $1, 'recording', 'office', now() - n * interval '10 seconds', now() - n * interval '10 seconds' + interval '5 seconds',
       '{"reductionDb": 12.5, "speechSec": 3.5, "xruns": 0}'
     from generate_series(1, $2::int) n`,
    [userId, OWN],
  );
  for (const table of ['affiliate_payouts', 'invoices', 'usage_sessions'])
    await query(`vacuum analyze public.${table}`);
}

async function exportPayouts(client, file, look) {
  const read = (last) =>
    ask(
      client.rpc('list_payouts_to_pay', {
        page_size: EXPORT_PAGE_SIZE,
        ...(last === null ? {} : { before_requested_at: last.requested_at, before_id: last.id }),
      }),
    );
  const out = openSync(file, 'w');
  let rows = 0;
  for await (const page of readPages(read, never)) {
    writeSync(out, toCsv(page.map((row) => [row.paypal_email, row.amount_usd.toFixed(2), 'USD', row.id])));
    rows += page.length;
    look();
  }
  closeSync(out);
  return { rows, bytes: statSync(file).size };
}

async function exportOwn(client, file, look) {
  const source = {
    readFacts: () => ask(client.rpc('read_my_data')),
    readList: (list, after) =>
      ask(
        client.rpc('list_my_data', {
          list,
          page_size: EXPORT_PAGE_SIZE,
          ...(after === null ? {} : { after_at: after.at, after_id: after.id }),
        }),
      ),
  };
  const out = openSync(file, 'w');
  let rows = 0;
  for await (const part of writeOwnData(source, never)) {
    writeSync(out, part.text);
    // Organizations and the like are few; they are not what is counted.
    if (part.rows > rows) look();
    rows = part.rows;
  }
  closeSync(out);
  return { rows, bytes: statSync(file).size };
}

async function exportInvoices(client, organization, folder, look) {
  const read = (last) => {
    const all = client.from('invoices').select('*').eq('organization_id', organization);
    const at = last && `"${last.issued_at}"`;
    const wanted = last ? all.or(`issued_at.lt.${at},and(issued_at.eq.${at},id.gt.${last.id})`) : all;
    return ask(wanted.order('issued_at', { ascending: false }).order('id').limit(EXPORT_PAGE_SIZE));
  };
  let [rows, bytes, files] = [0, 0, 0];
  for await (const page of readPages(read, never)) {
    const pdf = await makeInvoicePdf(page.map(textsOf));
    const out = openSync(join(folder, `invoices-${(files += 1)}.pdf`), 'w');
    writeSync(out, pdf);
    closeSync(out);
    rows += page.length;
    bytes += pdf.length;
    look();
  }
  return { rows, bytes };
}

/** As many texts as the screen puts on a page. */
function textsOf(invoice) {
  const amount = `$${invoice.amount_usd}`;
  return {
    title: 'Invoice',
    number: invoice.number,
    fromLabel: 'From',
    from: ['SoundDesk'],
    toLabel: 'Billed to',
    to: [invoice.billed_to.name, invoice.billed_to.address, invoice.billed_to.country],
    facts: [
      ['Date', invoice.issued_at],
      ['Status', invoice.status],
      ['By', 'PayPal'],
    ],
    columns: ['For', 'Seats', 'Price', 'Amount'],
    row: [
      `Professional, monthly\n${invoice.period_from} to ${invoice.period_until}`,
      '2',
      `$${invoice.unit_price_usd}`,
      amount,
    ],
    sums: [
      ['Amount', amount],
      ['Total', amount],
    ],
    notes: ['You pay the listed prices.'],
  };
}

async function ask(query) {
  const { data, error } = await query;
  if (error) throw error;
  return data;
}

/**
 * Runs an export; whether it has at least the rows that there are and holds no more than the limit: heap and buffers, beyond
 * what was held before, looked at after a page and after the engine has cleared away what nobody holds any more.
 */
async function watch(name, least, run) {
  const held = () => {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  };
  const beforeMb = held();
  const perPageMb = [];
  let pages = 0;
  const startedMs = performance.now();
  // Not after each of many: clearing away is what takes the time then.
  const look = () => (pages += 1) % 10 === 1 && perPageMb.push(held() - beforeMb);
  const { rows, bytes } = await run(look);
  const heldMb = Math.max(...perPageMb);
  console.log(
    `${name.padEnd(10)} ${rows} rows, ${pages} pages  ${((performance.now() - startedMs) / 1000).toFixed(1)} s  ` +
      `${(bytes / 1e6).toFixed(1)} MB written  held at most ${heldMb.toFixed(0)} MB, at last ${perPageMb.at(-1).toFixed(0)} MB ` +
      `(limit ${LIMIT_MB} MB)`,
  );
  return rows >= least && heldMb <= LIMIT_MB;
}
