import { mkdirSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchChromium } from '../lib/chromium.ts';
import { accountsPage } from './accountsPage.ts';

const PICTURES = process.env.SOUNDDESK_PICTURES;
const QUOTE = 'The dishwasher was gone. <script>window.attacked = 1</script>';

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
  await accounts.owner.query('delete from testimonials');
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
  await page.getByRole('link', { name: 'Testimonials', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Testimonials' }).waitFor();
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const section = () => page.getByRole('region', { name: 'What people say' });
const axeFindings = async () => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};
const picture = async (name: string) => {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
};
async function eachLook(name: string, arrive = async () => undefined as void): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((look) => (document.documentElement.className = look), theme);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 10_000 })
        .toBeLessThanOrEqual(width);
      await arrive();
      await picture(`${name}-${theme}-${width}`);
      expect(await axeFindings()).toEqual([]);
    }
  }
}
/** The front page, read to its end. */
async function readFrontPage(): Promise<void> {
  const { origin, hash } = new URL(accounts.host.address);
  await page.goto(`${origin}${ROUTES.landing}${hash}`);
  await expect
    .poll(() => page.getByRole('button', { name: 'Use my microphone' }).isEnabled(), { timeout: 30_000 })
    .toBe(true);
  await page.getByRole('region', { name: 'Beside others' }).scrollIntoViewIfNeeded();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
}

describe('testimonials', () => {
  it('are written, published, shown on the front page as text, and taken off again', async () => {
    await openAsAdmin();
    await page.getByText('No testimonials').waitFor();
    await button('Add a testimonial').click();
    const dialog = page.getByRole('dialog', { name: 'Add a testimonial' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The words are required').waitFor();
    await dialog.getByText('A name is required').waitFor();
    await dialog.getByLabel('What was said').fill(QUOTE);
    await dialog.getByLabel('Name').fill('Ada Berg');
    await dialog.getByLabel('Who that is (optional)').fill('Makes a podcast');
    await dialog.getByLabel('Where it was said (optional)').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is no link that starts with https://.').waitFor();
    expect(await axeFindings()).toEqual([]);
    await dialog.getByLabel('Where it was said (optional)').fill('https://example.org/ada');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Draft').waitFor();
    await button('Publish: Ada Berg').click();
    await page.getByText('The testimonial is on the front page').first().waitFor();
    await eachLook('admin');

    await readFrontPage();
    await section().getByText(QUOTE).waitFor();
    await section().getByText('Makes a podcast').waitFor();
    expect(await section().getByRole('link').getAttribute('href')).toBe('https://example.org/ada');
    expect(await page.evaluate(() => (window as { attacked?: number }).attacked)).toBeUndefined();
    await eachLook('front', () => section().scrollIntoViewIfNeeded());

    await page.goto(accounts.host.address);
    await page.getByRole('link', { name: 'Testimonials', exact: true }).click();
    await button('Edit: Ada Berg').click();
    const change = page.getByRole('dialog', { name: 'Change the testimonial' });
    await change.getByLabel('Name').fill('Ada B.');
    await change.getByRole('button', { name: 'Save' }).click();
    await change.waitFor({ state: 'hidden' });
    await button('Unpublish: Ada B.').click();
    await page.getByText('The testimonial is off the front page').first().waitFor();
    await button('Delete: Ada B.').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No testimonials').waitFor();
  });

  it('leave no trace on the front page while none is published', async () => {
    await accounts.owner.query(
      `insert into testimonials (quote, author_name) values ('Only a draft', 'Ada')`,
    );
    const asked = page.waitForResponse((response) => response.url().includes('/rest/v1/testimonials'));
    await readFrontPage();
    expect(await (await asked).json()).toEqual([]);
    expect(await section().count()).toBe(0);
    expect(await page.getByText('Only a draft').count()).toBe(0);
  });

  it('are nobody else’s to write', async () => {
    await accountsPage(page, accounts.host.address).signUp(`ben${Date.now()}@example.com`);
    expect(await page.getByRole('link', { name: 'Testimonials', exact: true }).count()).toBe(0);
    await page.goto(`${new URL(accounts.host.address).origin}/sounddesk-testimonials`);
    await page.getByText('Testimonials are written by super administrators.').waitFor();
  });
});
