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
  await accounts.owner.query('delete from gateway_events');
  await accounts.owner.query('delete from psfaba_api_keys');
  await accounts.owner.query('delete from private.gateway_webhook');
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await context.close();
});

async function openAsAdmin(link: string, heading: string): Promise<void> {
  await page.goto(accounts.host.address);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: link, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const confirm = (name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
const axeFindings = async () => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};
const picture = async (name: string) => {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
};
async function eachLook(name: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((look) => (document.documentElement.className = look), theme);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 10_000 })
        .toBeLessThanOrEqual(width);
      await picture(`${name}-${theme}-${width}`);
      expect(await axeFindings()).toEqual([]);
    }
  }
}

describe('keys of the payment gateway', () => {
  it('are made, shown once, copied, revoked, made good and deleted', async () => {
    await openAsAdmin('API Keys', 'API Key Management');
    await page.getByText('No API keys found').waitFor();
    await button('Generate API Key').click();
    const form = dialog('Generate API Key');
    expect(await form.getByRole('button', { name: 'Generate' }).isDisabled()).toBe(true);
    await form.getByLabel('Name').fill('Shop <b>');
    await form.getByLabel('Description (optional)').fill('The till in the hall');
    expect(await axeFindings()).toEqual([]);
    await picture('gateway-generate');
    await form.getByLabel('Name').press('Enter');
    const made = dialog('Your new API key');
    const key = await made.locator('code').innerText();
    expect(key).toMatch(/^psfaba_live_[0-9a-z]{32}$/);
    await made.getByText('This is the only time', { exact: false }).waitFor();
    await made.getByRole('button', { name: 'Copy to Clipboard' }).click();
    await page.getByText('API key copied to clipboard').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    expect(await axeFindings()).toEqual([]);
    await picture('gateway-once');
    await made.getByRole('button', { name: 'Done' }).click();
    await page.getByText('API key “Shop <b>” generated successfully').waitFor();
    expect(await page.content()).not.toContain(key);
    const row = page.getByRole('row', { name: /Shop <b>/ });
    await row.getByText(`${key.slice(0, 16)}…${key.slice(-4)}`).waitFor();
    await row.getByText('Never used').waitFor();

    await button('Revoke: Shop <b>').click();
    await page.getByText('this will immediately disable all payments using this key', { exact: false }).waitFor();
    await confirm('Cancel');
    await button('Revoke: Shop <b>').click();
    await confirm('Revoke');
    await page.getByText('API key is revoked now').waitFor();
    await button('Reactivate: Shop <b>').click();
    await page.getByText('API key is active now').waitFor();
    await button('Delete: Shop <b>').click();
    await page.getByText('This cannot be undone.', { exact: false }).waitFor();
    await confirm('Delete');
    await page.getByText('API key “Shop <b>” deleted successfully').waitFor();
    await page.getByText('No API keys found').waitFor();
  });

  it('stand beside the connection, which takes a real call and counts it', async () => {
    await openAsAdmin('PS-FABA Gateway', 'Payment Gateway');
    await page.getByText('None yet: no call is taken.').waitFor();
    await page.getByText('No call came yet.').waitFor();
    await picture('gateway-empty');
    await button('Make a secret').click();
    const secretDialog = dialog('Your new webhook secret');
    const secret = await secretDialog.locator('code').innerText();
    await secretDialog.getByRole('button', { name: 'Done' }).click();
    await button('Generate API Key').click();
    await dialog('Generate API Key').getByLabel('Name').fill('Kiosk');
    await dialog('Generate API Key').getByRole('combobox', { name: 'Valid for' }).click();
    await page.getByRole('option', { name: '90 days' }).click();
    await dialog('Generate API Key').getByRole('button', { name: 'Generate' }).click();
    const key = await dialog('Your new API key').locator('code').innerText();
    await dialog('Your new API key').getByRole('button', { name: 'Done' }).click();
    const url = await page.getByRole('region', { name: 'Connection' }).locator('code').innerText();
    const called = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-webhook-secret': secret },
      body: JSON.stringify({ id: 'evt-1', type: 'payment.received' }),
    });
    expect(called.status).toBe(200);
    await page.reload();
    await page.getByRole('region', { name: 'Last calls' }).getByText('payment.received').waitFor();
    const row = page.getByRole('row', { name: /Kiosk/ });
    await row.getByText('1 call', { exact: true }).waitFor();
    // A whole key that was pasted finds its row.
    await page.getByRole('searchbox').fill(key);
    await row.waitFor();
    await page.getByRole('searchbox').fill('nothing');
    await page.getByText('No API keys found').waitFor();
    await page.getByRole('searchbox').fill('');
    await eachLook('gateway');
    await button('Rotate').click();
    await confirm('Rotate');
    const next = await dialog('Your new webhook secret').locator('code').innerText();
    expect(next).not.toBe(secret);
    await dialog('Your new webhook secret').getByRole('button', { name: 'Done' }).click();
  });

  it('are nobody else’s', async () => {
    await accountsPage(page, accounts.host.address).signUp(`ben${Date.now()}@example.com`);
    for (const [route, text] of [
      [ROUTES.gatewayAdmin, 'Super Admin Access Required'],
      [ROUTES.apiKeyManagement, 'Admin Access Required'],
    ] as const) {
      await page.goto(`${new URL(accounts.host.address).origin}${route}`);
      await page.getByText(text, { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Return to Dashboard' }).waitFor();
    }
  });
});
