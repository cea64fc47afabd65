import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { expectToFit } from '../lib/sitePages.ts';
import { openSignedUp } from './accountsPage.ts';

let browser: Browser;
let accounts: AccountsHost;
let page: Page;
let problems: string[];

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  page = await openPage(browser);
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await page.context().close();
});

/** With the token that opens the host. */
const open = async (query = '') => {
  const { origin, hash } = new URL(accounts.host.address);
  await page.goto(`${origin}${ROUTES.gdpr}${query}${hash}`);
  await page.getByRole('heading', { level: 1, name: 'Your data is yours' }).waitFor();
};
const submit = () => page.getByRole('button', { name: 'Submit Request' });
const stored = async (email: string) => {
  const { rows } = await accounts.owner.query<Record<string, unknown>>(
    'select feedback_type as type, message, status, user_id from sounddesk_feedback where email = $1',
    [email],
  );
  return rows;
};

describe('the GDPR page', () => {
  it('has three tabs by keyboard, and fits three widths in both themes', async () => {
    await open();
    await page
      .getByRole('region', { name: 'Data protection officer' })
      .getByText(/within 72 hours/)
      .waitFor();
    await page.getByRole('tab', { name: 'Your Rights' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('rowheader', { name: 'Audio and video content' }).waitFor();
    await page.keyboard.press('End');
    await submit().waitFor();
    await expectToFit(page);
  });

  it('takes a request of a visitor once a type is chosen, as a case, and says so', async () => {
    const email = `${randomUUID()}@example.org`;
    await open('?tab=requests');
    await submit().waitFor();
    expect(await submit().isDisabled()).toBe(true);
    await page.getByRole('combobox', { name: 'What you ask for' }).click();
    await page.getByRole('option', { name: 'Access: what is kept of me' }).click();
    await submit().click();
    await page.getByText(/^Enter an e-mail address/).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Details (optional)').fill('<b>All</b> of it');
    await submit().click();
    await page.getByRole('heading', { name: 'Request Submitted' }).waitFor();
    await page.getByText(/^It is processed within 30 days/).waitFor();
    expect(await stored(email)).toEqual([
      {
        type: 'gdpr_request',
        message: 'Request: access\n\n<b>All</b> of it',
        status: 'pending',
        user_id: null,
      },
    ]);
    await page.getByRole('button', { name: 'Submit another request' }).click();
    await submit().waitFor();
  });

  it('is filled in by ?type=, and keeps what was typed where the server does not answer', async () => {
    accounts.faults.route('/functions/v1/submit-data-request', (route) => route.abort());
    await open('?type=erasure');
    await page.getByRole('combobox').getByText('Erasure: delete my data').waitFor();
    await page.getByLabel('E-mail').fill('ada@example.org');
    await submit().click();
    await page.getByText(/^The server was not reached/).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ada@example.org');
  });

  it('downloads page by page whatever there is, can be given up, and says what failed', async () => {
    const email = `${randomUUID()}@example.org`;
    await openSignedUp(page, accounts.host, email);
    await accounts.owner.query(
      `insert into usage_sessions (user_id, kind, preset_id, started_at)
       select u.id, 'recording', n::text, now() - n * interval '1 minute' from auth.users u, generate_series(1, 1600) n
       where u.email = $1`,
      [email],
    );
    await open('?tab=requests');
    // The third page waits until it is given up.
    let pages = 0;
    accounts.faults.route('/rpc/list_my_data', (route) => {
      const { list } = route.postDataJson() as { list: string };
      if (list === 'sessions' && (pages += 1) > 2) return undefined;
      return route.continue();
    });
    const start = page.getByRole('button', { name: 'Download my data' });
    await start.click();
    await page.getByText(/Reading: 1,0\d\d entries so far/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Download canceled. No file was saved.').waitFor();
    accounts.faults.unroute('/rpc/list_my_data');
    accounts.faults.route('/rpc/list_my_data', (route) => route.abort());
    await page.reload();
    await start.click();
    await page.getByText(/^Your data could not be read/).waitFor();
    accounts.faults.unroute('/rpc/list_my_data');
    const [download] = await Promise.all([page.waitForEvent('download'), start.click()]);
    const { sessions } = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      sessions: { id: string }[];
    };
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1600);
  });

  it('lets who is signed in download all, ask for the end of the account, and take it back', async () => {
    const email = `${randomUUID()}@example.org`;
    await openSignedUp(page, accounts.host, email);
    await open('?tab=requests');
    await page.getByText(`Signed in as ${email}.`).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('sounddesk-my-data.json');
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      account: { email: string };
      organizations: unknown[];
    };
    expect(data.account.email).toBe(email);
    expect(data.organizations).toHaveLength(1);
    await page.getByText('Your data was downloaded as sounddesk-my-data.json.').waitFor();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(/^It goes after 14 days/).waitFor();
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText(/^Your account is deleted on/).waitFor();
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await page.getByText('Your account stays.').waitFor();
    const { rows } = await accounts.owner.query(
      'select 1 from account_deletions d join auth.users u on u.id = d.user_id where u.email = $1',
      [email],
    );
    expect(rows).toEqual([]);
  });
});
