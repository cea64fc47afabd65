import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { openSignedIn } from './accountsPage.ts';

const PASSWORD = 'correct horse 7';

let browser: Browser;
let accounts: AccountsHost;
let admin: { email: string; password: string };
let page: Page;
let problems: string[];

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
  await accounts.owner.query('delete from service_incidents');
  page = await openPage(browser);
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await page.context().close();
});

async function openAsAdmin(isByMenu = false): Promise<void> {
  await openSignedIn(page, accounts.host, admin, isByMenu ? ROUTES.dashboard : ROUTES.incidents);
  if (isByMenu) await page.getByRole('link', { name: 'Incidents' }).click();
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
}
const button = (name: string) => page.getByRole('button', { name });
const choose = async (dialog: Locator, name: string, option: string) => {
  await dialog.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option }).click();
};
const axeFindings = async () => {
  return axeFindingsOf(page);
};

describe('incidents', () => {
  it('are reported, changed, resolved and deleted, and stand on the status page', async () => {
    await openAsAdmin(true);
    await page.getByText('No incidents').waitFor();
    await button('Report an incident').click();
    const dialog = page.getByRole('dialog', { name: 'Report an incident' });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('A title is required').waitFor();
    await dialog.getByLabel('Title').fill('Sign-in is slow <b>');
    await dialog.getByLabel('Description (optional)').fill('Since noon.\nWe are looking.');
    await choose(dialog, 'Impact', 'High impact');
    expect(await axeFindings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 2, name: 'Sign-in is slow <b>' }).waitFor();

    await button('Edit: Sign-in is slow <b>').click();
    const change = page.getByRole('dialog', { name: 'Change the incident' });
    expect(await change.getByRole('combobox', { name: 'Impact' }).innerText()).toContain('High impact');
    await change.getByLabel('Title').fill('Sign-in was slow');
    await choose(change, 'Status', 'Monitoring');
    await change.getByRole('button', { name: 'Save' }).click();
    await change.waitFor({ state: 'hidden' });
    await button('Resolve: Sign-in was slow').click();
    await page.getByText('The incident is resolved').first().waitFor();
    await button('Resolve: Sign-in was slow').waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: 'Status page' }).click();
    await page.getByRole('heading', { level: 3, name: 'Sign-in was slow' }).waitFor();
    await page.getByText('Resolved · High impact').waitFor();
    await page.goBack();
    await button('Delete: Sign-in was slow').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No incidents').waitFor();
  });

  it('fits three widths in both themes, without findings', async () => {
    await accounts.owner.query(
      `insert into service_incidents (title, description, status, impact, started_at)
       values ('Sign-in is slow', 'Signing in takes up to a minute. We are looking for the cause.', 'investigating', 'medium', now()),
         ($1, '', 'completed', 'low', now() - interval '3 days')`,
      ['A_title_without_a_place_to_break_'.repeat(5)],
    );
    await openAsAdmin();
    await page.getByRole('heading', { level: 2, name: 'Sign-in is slow' }).waitFor();
    await expectGoodLooks(page, 'incidents', { height: 800 });
  });

  it('are nobody else’s to write', async () => {
    await page.goto(accounts.host.address);
    await page.getByRole('button', { name: 'Create one' }).click();
    await page.getByLabel('Name').fill('Ben');
    await page.getByLabel('Email').fill(`ben${Date.now()}@example.com`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    expect(await page.getByRole('link', { name: 'Incidents' }).count()).toBe(0);
    await page.goto(`${new URL(accounts.host.address).origin}${ROUTES.incidents}`);
    await page.getByText('Incidents are written by super administrators.').waitFor();
  });
});
