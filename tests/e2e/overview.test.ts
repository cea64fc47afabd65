import { mkdirSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchChromium } from '../lib/chromium.ts';
import { accountsPage } from './accountsPage.ts';

const PICTURES = process.env.SOUNDDESK_PICTURES;

let browser: Browser;
let accounts: AccountsHost;
let admin: { email: string; password: string };
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchChromium(), startAccountsHost()]);
  const welcome = readWelcome(prepareBackendHome(accounts.dataDir).home);
  if (!welcome) throw new Error('the backend told no welcome');
  admin = welcome;
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await context.close();
});

async function openAsAdmin(): Promise<void> {
  await page.goto(accounts.host.address);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}
/** The admin's own workspace has paid $14 a month twice: 40 and 10 days ago. */
async function payTwice(): Promise<void> {
  await accounts.owner.query(`delete from paypal_subscriptions`);
  await accounts.owner.query(
    `with paying as (
       insert into paypal_subscriptions (id, organization_id, plan_id, cycle, seats, unit_price_usd, approve_url, status, created_at)
       select 'I-OVERVIEW', o.id, 'professional', 'monthly', 1, 14, 'https://example.org', 'ACTIVE', now() - interval '40 days'
       from organizations o where o.is_personal limit 1 returning id, organization_id)
     insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at, covers_from, covers_until)
     select p.organization_id, p.id, 'T-' || ago, 14, 'completed', at, at, at + interval '30 days'
     from paying p, (select ago, now() - make_interval(days => ago) as at from unnest(array[40, 10]) ago) paid`,
  );
}
const figure = (name: string) => page.getByRole('region', { name, exact: true });
const axeFindings = async () => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};
const picture = async (name: string) => {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
};

describe('the overview', () => {
  it('shows the figures of the books, and of another period by keys', async () => {
    await payTwice();
    await accounts.owner.query(
      `insert into service_checks (service, status, response_ms) values ('database', 'operational', 3)`,
    );
    await openAsAdmin();
    await figure('Paying workspaces').getByText('0 of 1 that paid 30 days ago pay no more').waitFor();
    await figure('Kept in 30 days').getByText('$14.00', { exact: true }).waitFor();
    await figure('Kept in 30 days').getByText('$14.00 a month from those who pay now').waitFor();
    await page.getByText('Database', { exact: true }).waitFor();
    await page.getByRole('radio', { name: '30 days' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await figure('Kept in 90 days').getByText('$28.00', { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Revenue kept, .*\$28\.00 in all, at most \$14\.00/ }).waitFor();
    for (const theme of ['light', 'dark']) {
      await page.evaluate((look) => (document.documentElement.className = look), theme);
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 10_000 })
          .toBeLessThanOrEqual(width);
        await picture(`overview-${theme}-${width}`);
        expect(await axeFindings()).toEqual([]);
      }
    }
  });

  it('is empty where nothing happened, and says what failed', async () => {
    await accounts.owner.query(`delete from paypal_subscriptions`);
    await openAsAdmin();
    await figure('Paying workspaces').getByText('None paid 30 days ago').waitFor();
    await page.getByText('Nothing in these days.').first().waitFor();
    await picture('overview-empty');
    await page.route('**/rpc/summarise_business', (route) => route.abort());
    await page.getByRole('radio', { name: '365 days' }).click();
    const again = page.getByRole('button', { name: /again/i });
    await again.waitFor();
    await picture('overview-failed');
    await page.unroute('**/rpc/summarise_business');
    await again.click();
    await figure('Kept in 365 days').waitFor();
  });

  it('is nobody else’s to see', async () => {
    await accountsPage(page, accounts.host.address).signUp(`ben${Date.now()}@example.com`);
    expect(await page.getByRole('link', { name: 'Overview', exact: true }).count()).toBe(0);
    await page.goto(`${new URL(accounts.host.address).origin}/sounddesk-overview`);
    await page.getByText('The overview is only available to super administrators.').waitFor();
    await picture('overview-refused');
  });
});
