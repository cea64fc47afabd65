import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { openSignedUp } from './accountsPage.ts';

let browser: Browser;
let accounts: AccountsHost;
let context: BrowserContext;
let page: Page;
let problems: string[];
let people = 0;

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
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

const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (name: string) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

/** A new account in its personal workspace, with that plan, at its keys. */
async function openKeys(plan: string | null): Promise<void> {
  const email = `keys${(people += 1)}@example.com`;
  await openSignedUp(page, accounts.host, email);
  if (plan !== null)
    await accounts.owner.query(
      `update subscriptions set plan_id = $2, status = 'active', trial_ends_at = null, current_period_ends_at = 'infinity'
       where organization_id = (select o.id from organizations o join auth.users u on u.id = o.created_by where u.email = $1)`,
      [email, plan],
    );
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('tab', { name: 'API keys' }).click();
  await page.getByRole('link', { name: 'API reference' }).waitFor();
}

const eachLook = (name: string) => expectGoodLooks(page, name);

describe('keys of an organization', () => {
  it('are made, shown once, used, revoked, made good, deleted, and listed in the trail', async () => {
    await openKeys('enterprise');
    await said('No API keys yet');
    await said('0, unlimited');
    await said(/A computer checks a key with the server/);
    await button('Make API key').click();
    const form = dialog('Make API key');
    await form.getByRole('button', { name: 'Make key' }).click();
    await form.getByText('API key name is required').waitFor();
    await form.getByText('Choose at least one').waitFor();
    await form.getByLabel('Name').fill('Studio <b>');
    await form.getByLabel('Create a recording').check();
    await form.getByLabel('Transcribe speech').check();
    await form.getByLabel('Read everything').waitFor();
    await eachLook('api-keys-make');
    await form.getByLabel('Name').press('Enter');
    const made = dialog('Your new API key');
    const key = await made.locator('code').innerText();
    expect(key).toMatch(/^sd_live_[0-9a-f]{64}$/);
    await made.getByRole('button', { name: 'Copy to Clipboard' }).click();
    await said('API key copied to clipboard');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await made.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(key);
    const row = page.getByRole('row', { name: /Studio <b>/ });
    await row.getByText(`${key.slice(0, 12)}…`).waitFor();
    await row.getByText('Never used').waitFor();
    await row.getByText(/^Until /).waitFor();
    await row.getByText('Transcribe speech').waitFor();

    // As the API of a computer asks.
    const use = (scope: string) =>
      accounts.owner.query<{ verdict: { outcome: string } }>('select use_api_key($1, $2) as verdict', [
        key,
        scope,
      ]);
    expect((await use('recording:create')).rows[0]?.verdict.outcome).toBe('OK');
    expect((await use('broadcast:start')).rows[0]?.verdict.outcome).toBe('BAD_SCOPE');
    await page.reload();
    await page.getByRole('tab', { name: 'API keys', selected: true }).waitFor();
    await row.getByText('1 call').waitFor();
    await said('1, unlimited');
    await eachLook('api-keys');

    await button('Revoke: Studio <b>').click();
    await said(/calls with this key are refused within 30 seconds/);
    await confirm('Cancel');
    await button('Revoke: Studio <b>').click();
    await confirm('Revoke');
    await row.getByText('Revoked').waitFor();
    expect((await use('recording:create')).rows[0]?.verdict.outcome).toBe('BAD_KEY');
    await button('Reactivate: Studio <b>').click();
    await row.getByText('Active').waitFor();
    await button('Delete: Studio <b>').click();
    await said(/This cannot be undone\./);
    await confirm('Delete');
    await said('No API keys yet');
    await page.getByRole('tab', { name: 'Audit trail' }).click();
    for (const what of ['created', 'revoked', 'reactivated', 'deleted'])
      await said(new RegExp(`${what} the API key Studio <b>$`));
  });

  it('are explained on another plan, with the way to billing; what is left of the plan before can be taken away', async () => {
    await openKeys(null);
    await said('API access is part of the Enterprise plan');
    await said(/This workspace has the Professional plan/);
    expect(await button('Make API key').count()).toBe(0);
    await eachLook('api-keys-no-access');
    await page.getByRole('link', { name: 'Open billing' }).click();
    await page.waitForURL(`**${ROUTES.billing}?workspace=*`);
    // What the plan allows is there.
    const limits = page.getByRole('region', { name: 'What your plan allows' });
    await limits.getByText('4 per recording').waitFor();
    await limits.getByText('2 per recording').waitFor();
    await limits.getByText('1 of 1 in use').waitFor();
    await limits.getByText('Not in your plan').waitFor();
    // All that the plans name is there.
    expect(await limits.getByText('In the making').count()).toBe(0);
    await eachLook('billing-limits');
    await limits.getByRole('link', { name: 'Open API keys' }).click();
    await said('API access is part of the Enterprise plan');
  });

  it('say that the plan has ended in the meantime, and keep what was typed', async () => {
    await openKeys('enterprise');
    await button('Make API key').click();
    const form = dialog('Make API key');
    await form.getByLabel('Name').fill('Late');
    await form.getByLabel('Create a recording').check();
    await accounts.owner.query(`update subscriptions set plan_id = 'professional'`);
    await form.getByRole('button', { name: 'Make key' }).click();
    await form.getByText(/API access is part of the Enterprise plan/).waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('Late');
  });
});
