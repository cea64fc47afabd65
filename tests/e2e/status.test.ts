import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { expectToFit } from '../lib/sitePages.ts';

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
  // The backend's own probes of today stay: they are made once, some seconds after its start.
  await accounts.owner.query(`delete from service_checks where checked_at < now() - interval '1 day'`);
  await accounts.owner.query('delete from service_incidents');
  page = await openPage(browser);
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await page.context().close();
});

const open = async () => {
  const { origin, hash } = new URL(accounts.host.address);
  await page.goto(`${origin}${ROUTES.status}${hash}`);
  await page.getByRole('heading', { level: 1, name: 'Status' }).waitFor();
};

describe('the status page', () => {
  it('shows what the backend’s own probes found, without anybody asking for it', async () => {
    await expect
      .poll(
        async () => (await accounts.owner.query('select 1 from service_checks')).rows.length,
        // The first probe is made some seconds after the start.
        { timeout: 30_000 },
      )
      .toBeGreaterThanOrEqual(4);
    await open();
    for (const part of ['Database', 'REST interface', 'Sign-in', 'Functions'])
      await page.getByRole('heading', { level: 3, name: part }).waitFor();
    await page.getByRole('list', { name: 'Sign-in: the last 30 days, 1 of them with data' }).waitFor();
    await page.getByText('No incident was reported.').waitFor();
    for (const part of ['Mail', 'Payments', 'Voice providers']) {
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3, name: part }) });
      await row.getByText('Not configured').waitFor();
    }
    await page.getByText('4 of 4').waitFor();
  });

  it('shows outages, days without data, and incidents, and fits three widths in both themes', async () => {
    await accounts.owner.query(
      `insert into service_checks (service, status, response_ms, checked_at)
       select 'auth', case when n % 4 = 0 then 'outage' else 'operational' end, 20, now() - make_interval(days => n)
       from generate_series(1, 12) n`,
    );
    await accounts.owner.query(
      `insert into service_incidents (title, description, status, impact)
       values ('Slow <b>sign-in</b>', 'It took long.', 'monitoring', 'medium')`,
    );
    await open();
    await page.getByText('Slow <b>sign-in</b>').waitFor();
    await page.getByText('Monitoring · Medium impact').waitFor();
    await page
      .getByText(/^\d{4}-\d\d-\d\d: 0 of 1 probes answered/)
      .first()
      .waitFor({ state: 'attached' });
    await expectToFit(page);
  });

  it('mails news of incidents to an address that was confirmed, until its link ends it', async () => {
    await accounts.owner.query('delete from private.rate_limits');
    await accounts.owner.query('delete from private.status_subscribers');
    await open();
    const form = page.getByRole('region', { name: 'News of incidents by e-mail' });
    await form.getByLabel('E-mail').fill('ada@');
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await form.getByText('Enter a valid e-mail address.').waitFor();
    await form.getByLabel('E-mail').fill('ada@example.org');
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await form.getByText(/there is a mail for ada@example\.org/).waitFor();
    const follow = async (link: 'confirm' | 'unsubscribe', token: string) => {
      const { origin, hash } = new URL(accounts.host.address);
      await page.goto('about:blank');
      await page.goto(`${origin}${ROUTES.status}?${link}=${token}${hash}`);
    };
    const subscribed = async () =>
      (await accounts.owner.query('select confirmed_at from private.status_subscribers')).rows.length;
    const [mail] = await accounts.mails();
    const token = new RegExp(`^${new URL(accounts.host.address).origin}/status\\?confirm=(\\S+)$`, 'm').exec(
      mail?.text ?? '',
    )?.[1];
    await follow('confirm', `${token}0`);
    await page.getByText('This link is no longer valid. Subscribe again to get a new one.').waitFor();
    await follow('confirm', token ?? '');
    await page.getByText('Confirmed: incidents are sent to you by e-mail.').waitFor();
    // The token is not left in the address.
    await expect.poll(() => new URL(page.url()).search, { timeout: 10_000 }).toBe('');

    await form.getByLabel('E-mail').fill('ada@example.org');
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await form.getByText(/there is a mail for ada@example\.org/).waitFor();
    const [known] = await accounts.mails();
    expect(known?.subject).toBe('You get mail on incidents of SoundDesk');
    await follow('unsubscribe', /unsubscribe=(\S+)/.exec(known?.text ?? '')?.[1] ?? '');
    await page.getByText('You get no more of these mails, and your address is erased.').waitFor();
    expect(await subscribed()).toBe(0);
    await page.getByRole('button', { name: 'Switch to the light theme' }).click();
    expect(await axeFindingsOf(page)).toEqual([]);
  });

  it('says so where there is no data yet', async () => {
    await accounts.owner.query('delete from service_checks');
    await open();
    await page.getByText('No data yet').waitFor();
  });
});
