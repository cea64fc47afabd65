/** Affiliates as super admins see them: applications decided with a mail, payouts approved, exported and paid. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { openSignedIn, openSignedUp } from './accountsPage.ts';

const ATTACK = `<script>window.attacked = 1</script><img src=x onerror="window.attacked = 1"> {{t}} $t(title)`;

let browser: Browser;
let accounts: AccountsHost;
let admin: { email: string; password: string };
let page: Page;
let problems: string[];
let people = 0;

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  const welcome = readWelcome(prepareBackendHome(accounts.dataDir).home);
  if (!welcome) throw new Error('the backend reported no welcome');
  admin = welcome;
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  // Payouts cannot be deleted from the books: for a test this rule is switched off.
  for (const table of ['affiliate_payouts', 'affiliate_programs'])
    await accounts.owner.query(
      `alter table ${table} disable trigger user; delete from ${table}; alter table ${table} enable trigger user`,
    );
  page = await openPage(browser);
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await page.context().close();
});

async function openAsAdmin(isByMenu = false): Promise<void> {
  await openSignedIn(page, accounts.host, admin, isByMenu ? ROUTES.dashboard : ROUTES.affiliateReview);
  if (isByMenu) await page.getByRole('link', { name: 'Affiliates' }).click();
  await page.getByRole('heading', { level: 1, name: 'Affiliates' }).waitFor();
}
/** Somebody who has applied; returns the programme and the address. */
async function applicant(company: string, motivation = 'Our listeners record at home.') {
  const email = `applicant-${(people += 1)}-${Date.now()}@example.org`;
  const { rows } = await accounts.owner.query<{ id: string }>(
    `with u as (insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id),
       p as (insert into affiliate_programs (user_id, affiliate_code)
         select id, 'SD' || upper(substr(md5(random()::text), 1, 6)) from u returning id)
     insert into affiliate_applications (program_id, company_name, website, monthly_traffic, marketing_channels, motivation)
     select id, $2, 'https://example.org/blog', '1000-10000', '{Podcast,Social Media}', $3 from p returning program_id as id`,
    [email, company, motivation],
  );
  return { email, programId: rows[0]?.id ?? '' };
}
/** An affiliate who has asked for a payout of so much. */
async function payee(company: string, usd: number, extraUsd = 0): Promise<void> {
  const { programId } = await applicant(company);
  await accounts.owner.query(
    `update affiliate_programs set status = 'approved', total_earnings = $2::numeric + $3::numeric where id = $1`,
    [programId, usd, extraUsd],
  );
  await accounts.owner.query(
    `insert into affiliate_payouts (program_id, amount_usd, paypal_email) values ($1, $2, $3)`,
    [programId, usd, `pay-${company.toLowerCase()}@example.org`],
  );
}
const statusOf = async (programId: string) =>
  (
    await accounts.owner.query<{ status: string }>('select status from affiliate_programs where id = $1', [
      programId,
    ])
  ).rows[0]?.status;
const card = (company: string) => page.getByRole('region', { name: new RegExp(company) });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const axeFindings = async () => {
  return axeFindingsOf(page);
};
/** Each theme and width; the last ones stay. */
const eachLook = (name: string) => expectGoodLooks(page, name);

describe('applications', () => {
  it('are none at first', async () => {
    await openAsAdmin(true);
    await said('No applications yet');
    await page.getByRole('tab', { name: 'Payouts' }).click();
    await said('No payouts yet');
    await button('Export to be paid').click();
    await said('Nothing is to be paid');
    expect(await axeFindings()).toEqual([]);
  });

  it('are approved and refused, each with its mail', async () => {
    const good = await applicant('Loud');
    const bad = await applicant('Quiet', ATTACK);
    await openAsAdmin();
    await card('Quiet')
      .getByText(/^<script>window\.attacked = 1<\/script>/)
      .waitFor();
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    await eachLook('applications');
    await button('Approve: Loud').click();
    await page.getByRole('alertdialog', { name: 'Approve Loud?' }).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await said('Approved; the mail is sent');
    await card('Loud').getByText('0 referrals, 0 pay, $0.00 earned').waitFor();
    expect(await statusOf(good.programId)).toBe('approved');
    await button('Refuse: Quiet').click();
    const dialog = page.getByRole('dialog', { name: 'Refuse Quiet' });
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await dialog.getByText('Say why: the applicant is notified.').waitFor();
    await eachLook('refuse-dialog');
    await dialog.getByLabel('Reason').fill('The site is empty.');
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await said('Refused; the mail is sent');
    await card('Quiet').getByText('The site is empty.').waitFor();
    expect(await statusOf(bad.programId)).toBe('rejected');
    const mails = (await accounts.mails()).slice(0, 2);
    expect(mails).toMatchObject([
      { to: bad.email, subject: 'Your application to the SoundDesk affiliate programme' },
      { to: good.email, subject: 'Welcome to the SoundDesk affiliate programme' },
    ]);
    expect(mails[0]?.text).toContain('The site is empty.');
    expect(mails[1]?.text).toContain(ROUTES.affiliate);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Waiting' }).click();
    await said('No application has this status.');
  });

  it('that were approved can be ended', async () => {
    const { programId } = await applicant('Loud');
    await accounts.owner.query(`update affiliate_programs set status = 'approved' where id = $1`, [
      programId,
    ]);
    await openAsAdmin();
    await button('End: Loud').click();
    const dialog = page.getByRole('dialog', { name: 'End the program of Loud' });
    await dialog.getByLabel('Reason').fill('It ends.');
    await dialog.getByRole('button', { name: 'End' }).click();
    await card('Loud').getByText('It ends.').waitFor();
    expect(await statusOf(programId)).toBe('rejected');
  });

  it('come in pages', async () => {
    for (let count = 0; count < 21; count += 1) await applicant(`Company ${count}`);
    await openAsAdmin();
    const list = page.getByRole('list', { name: 'Applications' });
    await expect.poll(() => list.getByRole('heading').count(), { timeout: 10_000 }).toBe(20);
    await button('Next').click();
    await expect.poll(() => list.getByRole('heading').count(), { timeout: 10_000 }).toBe(1);
    await card('Company 0').waitFor();
  });

  it('are nobody else’s to see', async () => {
    await applicant('Loud');
    await openSignedUp(page, accounts.host, `nobody-${Date.now()}@example.org`);
    expect(await page.getByRole('link', { name: 'Affiliates' }).count()).toBe(0);
    await page.goto(`${new URL(accounts.host.address).origin}${ROUTES.affiliateReview}`);
    await said('Affiliates are only available to super administrators.');
    expect(await page.getByText(/\bLoud\b/).count()).toBe(0);
    expect(await axeFindings()).toEqual([]);
  });
});

describe('payouts', () => {
  it('are approved, exported, marked as paid, or refused with a reason', async () => {
    await payee('Loud', 28.4);
    await payee('Quiet', 5.6);
    // A customer of this one was refunded since.
    await payee('Short', 10, -4);
    await openAsAdmin();
    await page.getByRole('tab', { name: 'Payouts' }).click();
    await page.getByRole('row', { name: /Short .*Refunds since then: \$4\.00 missing/ }).waitFor();
    expect(await button('Approve: $10.00 to Short').isDisabled()).toBe(true);
    await button('Approve: $28.40 to Loud').click();
    await page.getByRole('row', { name: /Loud .*To be paid/ }).waitFor();
    await eachLook('payouts');
    const saved = page.waitForEvent('download');
    await button('Export to be paid').click();
    expect(readFileSync(await (await saved).path(), 'utf8')).toMatch(
      /^pay-loud@example\.org,28\.40,USD,[0-9a-f-]{36}\r\n$/,
    );
    await button('Mark as paid: $28.40 to Loud').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('row', { name: /Loud .*Paid On/ }).waitFor();
    await button('Refuse: $5.60 to Quiet').click();
    const dialog = page.getByRole('dialog', { name: 'Refuse the payout of $5.60' });
    await dialog.getByLabel('Reason').fill('Wrong address.');
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('row', { name: /Quiet .*Refused .*Wrong address\./ }).waitFor();
    const { rows } = await accounts.owner.query<{ status: string }>(
      'select status from affiliate_payouts order by amount_usd',
    );
    expect(rows.map(({ status }) => status)).toEqual(['refused', 'requested', 'completed']);
  });

  it('are exported page by page however many there are, and the export can be given up', async () => {
    await accounts.owner.query(
      `insert into affiliate_payouts (amount_usd, status, paypal_email, requested_at)
       select 5, 'processing', 'many-' || n || '@example.org', now() - n * interval '1 minute' from generate_series(1, 1234) n`,
    );
    await openAsAdmin();
    await page.getByRole('tab', { name: 'Payouts' }).click();
    const saved = page.waitForEvent('download');
    await button('Export to be paid').click();
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(new Set(lines).size).toBe(1234);
    expect(lines[0]).toMatch(/-1@example\.org,5\.00,USD,/);
    expect(lines.at(-1)).toMatch(/-1234@/);
    // The second page is held back until somebody has had enough.
    let asked = 0;
    let release = () => undefined as void;
    accounts.faults.route('/rpc/list_payouts_to_pay', async (route) => {
      if ((asked += 1) === 2) await new Promise<void>((done) => (release = done));
      return route.continue();
    });
    await button('Export to be paid').click();
    await page.getByText('500 so far').waitFor();
    await button('Cancel').click();
    release();
    await page.getByText('Export canceled. No file was saved.').waitFor();
    await button('Export to be paid').waitFor();
    expect(asked).toBe(2);
  });
});
