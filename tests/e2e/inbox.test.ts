import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { contactMessage } from '../../src-shared/domain/contact.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { formatDate } from '../../src-renderer/lib/dates.ts';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { goWithin } from '../lib/goWithin.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { accountsPage, enterSignedIn, enterSignedUp } from './accountsPage.ts';

const DAY_MS = 86_400_000;
const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;
const ATTACK = `<script>window.attacked = 1</script><img src=x onerror="window.attacked = 1">
<a href="javascript:window.attacked=1">press</a> {{t}} $t(title) \u202egnp.exe\u2069`;

let browser: Browser;
let accounts: AccountsHost;
let admin: { email: string; password: string };
let page: Page;
let problems: string[] = [];

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  const welcome = readWelcome(prepareBackendHome(accounts.dataDir).home);
  if (!welcome) throw new Error('the backend reported no welcome');
  admin = welcome;
  page = await openPage(browser);
  page.on('pageerror', (error) => problems.push(error.message));
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  await accounts.owner.query('delete from sounddesk_feedback');
  problems = [];
});
/** One page serves all cases. */
afterEach(() => {
  expect(problems).toEqual([]);
});

async function openAsAdmin(isByMenu = false): Promise<void> {
  await enterSignedIn(page, accounts.host, admin, isByMenu ? ROUTES.dashboard : ROUTES.inbox);
  if (isByMenu) await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
}
interface Written {
  type: string;
  message: string;
  email?: string | null;
  rating?: number;
  diagnostics?: string;
  daysAgo?: number;
}
async function receive({ type, message, email, rating, diagnostics, daysAgo = 0 }: Written): Promise<void> {
  const isContact = message.startsWith('Name: ');
  await accounts.owner.query(
    `insert into sounddesk_feedback (feedback_type, message, email, rating, diagnostics, created_at, kind)
     values ($1, $2, $3, $4, $5, now() - $6 * interval '1 day', $7)`,
    [
      type,
      message,
      email ?? null,
      rating ?? null,
      diagnostics ?? null,
      daysAgo,
      isContact ? 'contact' : null,
    ],
  );
}
const ada = (subject: string, message: string): Written => ({
  type: 'support',
  email: 'ada@example.org',
  message: contactMessage({ name: 'Ada Berg', email: 'ada@example.org', subject, message }),
});
const rows = () => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
const row = (text: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('link').filter({ hasText: text });
const message = () => page.getByRole('region', { name: 'Message' });
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const filter = async (name: string, option: string) => {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option }).click();
};
const axeFindings = async () => {
  return axeFindingsOf(page);
};
const image = async (name: string) => {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
};
/** Each theme and width; the last ones stay. */
const eachLook = (name: string) => expectGoodLooks(page, name);

describe('the inbox', () => {
  it('is empty at first and says where messages come from', async () => {
    await openAsAdmin(true);
    await said('No messages yet');
    await said('0 new');
    expect(await axeFindings()).toEqual([]);
    await image('empty');
  });

  it('shows, filters, answers and closes what arrives', async () => {
    await receive(ada('Hum on channel two', 'It hums since this morning.\n\nWhat can I do?'));
    await receive({ type: 'bug', message: 'The meter froze.', rating: 2, diagnostics: 'Linux\nx64' });
    await receive({
      type: 'gdpr_request',
      email: 'carl@example.org',
      daysAgo: 27,
      message: 'Request: erasure\n\nPlease delete everything.',
    });
    await openAsAdmin();
    await expect.poll(() => rows().count(), { timeout: 10_000 }).toBe(3);
    await row('Deletion of data')
      .getByText(`Answer by ${formatDate(Date.now() + 3 * DAY_MS)}`)
      .waitFor();
    await filter('Kind', 'Feedback');
    await expect.poll(() => rows().count(), { timeout: 10_000 }).toBe(1);
    await filter('Kind', 'All');
    await page.getByRole('searchbox', { name: 'Search messages and addresses' }).fill('HUMS since');
    await expect.poll(() => rows().count(), { timeout: 10_000 }).toBe(1);

    await row('Hum on channel two').click();
    await message().getByText('Ada Berg <ada@example.org>').waitFor();
    await message().getByText('Written without signing in: nobody has confirmed this address').waitFor();
    expect(await message().getByText('It hums since this morning. What can I do?').innerText()).toBe(
      'It hums since this morning.\n\nWhat can I do?',
    );
    await page.getByLabel('Your reply').fill('Use the other input.\nThen write again.');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await said('The reply was sent');
    const replies = page.getByRole('region', { name: 'Replies' });
    await replies.getByText('Use the other input. Then write again.').waitFor();
    await expect.poll(() => page.getByLabel('Your reply').inputValue(), { timeout: 10_000 }).toBe('');
    expect((await accounts.mails())[0]).toMatchObject({
      to: 'ada@example.org',
      subject: 'Re: Hum on channel two',
    });
    await said(/New → In progress$/);
    await page.getByRole('radio', { name: 'Done' }).click();
    await said(/In progress → Done$/);
    await row('Hum on channel two').getByText('1 reply').waitFor();

    await page.getByRole('searchbox').fill('');
    await filter('Status', 'New');
    await expect.poll(() => rows().count(), { timeout: 10_000 }).toBe(2);
    await page.getByText('2 new').waitFor();
    await row('Bug report').click();
    await said('This message came without an email address: it cannot be answered.');
    await said('2 of 5 – Fair');
    await message().getByText('Diagnostics that were sent along').first().click();
    await message().getByText('Linux x64').waitFor();
  });

  it('fits three widths in both themes, without findings', async () => {
    await receive({ ...ada('A_subject_without_a_place_to_break_'.repeat(5), 'It hums.\n\nWhat can I do?') });
    await receive({ type: 'bug', message: 'The meter froze.', rating: 2, diagnostics: 'Linux\nx64' });
    await receive({
      type: 'gdpr_request',
      email: 'c@example.org',
      message: 'Request: access\n\nAll.',
      daysAgo: 40,
    });
    await accounts.owner.query(
      `insert into inbox_replies (id, feedback_id, sent_to, subject, body, status, attempts, last_error)
       select gen_random_uuid(), id, email, 'Re: Hum', 'Hello Ada', r.status, 1, r.problem
       from sounddesk_feedback, (values ('sent', null), ('failed', 'the mail service answered 500')) as r (status, problem)
       where kind = 'contact'`,
    );
    await openAsAdmin();
    await row('A_subject').click();
    await page.getByRole('region', { name: 'Replies' }).getByText('Not delivered').waitFor();
    await eachLook('case');
  });

  it('shows hostile text as text', async () => {
    await receive({
      ...ada('x', ATTACK),
      message: contactMessage({
        name: ATTACK.split('\n')[0] ?? '',
        email: 'a@example.org',
        subject: '<img src=x onerror="window.attacked = 1">',
        message: ATTACK,
      }),
    });
    await receive({ type: 'bug', email: 'b@example.org', message: ATTACK, diagnostics: ATTACK });
    await openAsAdmin();
    for (const text of ['<img src=x', 'Bug report']) {
      await row(text).first().click();
      await message()
        .getByText(/^<script>window\.attacked = 1<\/script>/)
        .first()
        .waitFor();
      await message()
        .getByText(/\{\{t\}\} \$t\(title\)/)
        .first()
        .waitFor();
    }
    await page.getByLabel('Your reply').fill(ATTACK);
    await page.getByRole('button', { name: 'Send reply' }).click();
    await page
      .getByRole('region', { name: 'Replies' })
      .getByText(/^<script>/)
      .waitFor();
    expect(await page.evaluate(() => (window as { attacked?: number }).attacked)).toBeUndefined();
    expect(await page.locator('main script, main img, main a[href^="javascript"]').count()).toBe(0);
  });

  it('keeps what is typed for a message while others are read, and when sending fails', async () => {
    await receive(ada('First', 'One.'));
    await receive(ada('Second', 'Two.'));
    await openAsAdmin();
    await row('First').click();
    await page.getByLabel('Your reply').fill('A draft.');
    await row('Second').click();
    await message().getByRole('heading', { name: 'Second' }).waitFor();
    await expect.poll(() => page.getByLabel('Your reply').inputValue(), { timeout: 10_000 }).toBe('');
    await row('First').click();
    await expect.poll(() => page.getByLabel('Your reply').inputValue(), { timeout: 10_000 }).toBe('A draft.');
    accounts.faults.route('/functions/v1/send-inbox-reply', (route) => route.abort());
    await page.getByRole('button', { name: 'Send reply' }).click();
    await said('That did not work');
    expect(await page.getByLabel('Your reply').inputValue()).toBe('A draft.');
    accounts.faults.unroute('/functions/v1/send-inbox-reply');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await said('The reply was sent');
  });

  it('says that no mail is configured, and of a reply that waits why', async () => {
    await receive(ada('First', 'One.'));
    await accounts.owner.query(
      `insert into inbox_replies (id, feedback_id, sent_to, subject, body, status, attempts, last_error)
       select gen_random_uuid(), id, email, 'Re: First', 'Hello Ada', 'queued', 1, 'the mail service answered 500'
       from sounddesk_feedback`,
    );
    accounts.faults.route('/functions/v1/inbox-options', (route) =>
      route.fulfill({
        json: { success: true, data: { canSendMail: false } },
      }),
    );
    await openAsAdmin();
    await row('First').click();
    await said('Email service not configured');
    await page.getByText(/Not taken by the mail service yet \(the mail service answered 500\)/).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await said('The reply was sent');
    expect((await accounts.mails())[0]).toMatchObject({ to: 'ada@example.org', subject: 'Re: First' });
  });

  it('goes through many messages by keyboard and by pages, also in a narrow window', async () => {
    await accounts.owner.query(
      `insert into sounddesk_feedback (feedback_type, message, created_at)
       select 'bug', 'Message no. ' || n, now() - n * interval '1 minute' from generate_series(1, 60) n`,
    );
    await openAsAdmin();
    await row('Message no. 1').first().waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await row('Message no. 60').waitFor();
    expect(await rows().count()).toBe(10);
    onTestFinished(() => page.setViewportSize({ width: 1440, height: 900 }));
    await page.setViewportSize({ width: 360, height: 800 });
    await row('Message no. 60').focus();
    await page.keyboard.press('Enter');
    await message().getByText('Message no. 60').waitFor();
    expect(await page.getByRole('list', { name: 'Messages' }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'All messages' }).click();
    await row('Message no. 60').waitFor();
  });

  it('is nobody else’s to open', async () => {
    await enterSignedUp(page, accounts.host, `ben${Date.now()}@example.com`);
    await accountsPage(page, '').atDashboard();
    expect(await page.getByRole('link', { name: 'Inbox' }).count()).toBe(0);
    await goWithin(page, ROUTES.inbox);
    await said('The inbox is only available to super administrators.');
  });
});
