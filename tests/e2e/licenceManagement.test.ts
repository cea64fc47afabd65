import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { countCards } from '../lib/countCards.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { goWithin } from '../lib/goWithin.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { readOptions } from '../lib/options.ts';
import { accountsPage, enterSignedIn, enterSignedUp, newAddress } from './accountsPage.ts';

/** A machine that is busy may take its time. */
const BUSY = { timeout: 20_000 };
const LICENCES = '/sounddesk-license-management';

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
  page = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
/** One page serves all cases. */
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  await accounts.owner.query('delete from license_keys');
  problems = [];
});

async function axeFindings(): Promise<string[]> {
  return axeFindingsOf(page);
}

async function openAsAdmin(isByMenu = false): Promise<void> {
  await enterSignedIn(page, accounts.host, admin, isByMenu ? ROUTES.dashboard : ROUTES.licenceManagement);
  if (isByMenu) await page.getByRole('link', { name: 'License Keys' }).click();
  await page.getByRole('heading', { level: 1, name: 'License Key Management' }).waitFor();
}
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
const said = (text: string) => page.getByText(text).first().waitFor();

/** A hundred and twenty licences, the newest first by number. */
async function fill(): Promise<void> {
  await accounts.owner.query(
    `insert into license_keys (user_email, key_hash, key_prefix, platform, status, device_name, device_id, created_at)
     select 'person' || n || '@example.org', sha256(('fill' || n)::bytea), 'SD-' || upper(substr(md5(n::text), 1, 5)),
       (array['windows', 'mac', 'linux'])[1 + n % 3], (array['active', 'expired'])[1 + n % 2],
       'Studio ' || n, md5(n::text), now() - interval '1 day' - n * interval '1 hour'
     from generate_series(1, 120) n on conflict do nothing`,
  );
}

describe('license key management', () => {
  it('generates a key, shows it once more, copies it, and leads it through its states', async () => {
    await openAsAdmin(true);
    await page.getByRole('button', { name: 'Generate License' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Generate License' });
    const submit = dialog.getByRole('button', { name: 'Generate License' });
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel('User email').fill(' ');
    await dialog.getByLabel('User email').blur();
    await dialog.getByText('User email is required').waitFor();
    await dialog.getByLabel('User email').fill('nobody@example.org');
    await submit.click();
    await dialog.getByText('User not found with this email address').waitFor();
    expect(await axeFindings()).toEqual([]);
    await dialog.getByLabel('User email').fill(admin.email);
    await dialog.getByRole('combobox', { name: 'Trial days' }).click();
    await page.getByRole('option', { name: '30 days' }).click();
    await submit.click();
    const reported = await dialog.getByText(/License key created successfully: SD-/).innerText();
    const key = /SD(-[A-Z0-9]{5}){4}/.exec(reported)?.[0] ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();

    const row = rowOf(key.slice(0, 8));
    await row.getByText('Trial').waitFor();
    expect(await row.getByText('Not activated').count()).toBeGreaterThan(0);
    expect(await row.innerText()).not.toContain(key);
    await row.getByRole('button', { name: /^Reveal SD-/ }).click();
    await row.getByText(key).waitFor();
    await row.getByRole('button', { name: /^Copy SD-/ }).click();
    await said('License key copied to clipboard');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

    await row.getByRole('button', { name: /^Activate: SD-/ }).click();
    await said('License status updated to active');
    await row.getByRole('button', { name: /^Expire: SD-/ }).click();
    await said('License status updated to expired');
    await row.getByRole('button', { name: /^Revoke: SD-/ }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/cannot be undone/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await said('License status updated to revoked');
    await expect
      .poll(() => row.getByRole('button', { name: /Activate|Expire|Revoke/ }).count(), BUSY)
      .toBe(0);
    const { rows } = await accounts.owner.query(
      `select a.action from audit_log a join license_keys k on k.id::text = a.row_id
       where a.table_name = 'license_keys' and a.actor_id is not null order by a.id`,
    );
    expect(rows.map(({ action }: { action: string }) => action)).toEqual([
      'reveal',
      'update',
      'update',
      'update',
    ]);
  });

  it('says Unknown of whom and of what it does not know, and Not activated where no device is', async () => {
    await accounts.owner.query(
      `insert into license_keys (user_email, key_hash, key_prefix, platform, status, device_id, device_name)
       values ('', sha256('nobody'), 'SD-NOONE', 'linux', 'active', 'f00dfeed00112233', ''),
         ('idle@example.org', sha256('idle'), 'SD-IDLEE', 'mac', 'trial', null, null)`,
    );
    await openAsAdmin();
    const nobody = rowOf('SD-NOONE');
    await nobody.waitFor();
    expect(await nobody.getByText('Unknown').count()).toBe(2);
    await nobody.getByText('f00dfeed…').waitFor();
    expect(await rowOf('SD-IDLEE').getByText('Not activated').count()).toBe(2);
    await nobody.getByRole('button', { name: /^Revoke: SD-/ }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/of Unknown stops working/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('offers the first key where there is none', async () => {
    await openAsAdmin();
    await said('No licenses found');
    await said('Generate a license key for a user, who then activates the desktop app with it.');
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('button', { name: 'Generate First License' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate License' });
    await dialog.getByLabel('User email').fill(admin.email);
    await dialog.getByRole('button', { name: 'Generate License' }).click();
    await dialog.getByText(/License key created successfully: SD-/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await rowOf(admin.email).waitFor();
    expect(await page.getByRole('button', { name: 'Generate First License' }).count()).toBe(0);
  });

  it('finds, filters and pages', async () => {
    await fill();
    await openAsAdmin();
    await rowOf('person1@example.org').waitFor();
    const cards = () => countCards(page, 'Licenses by status');
    await expect.poll(async () => Number((await cards()).Total), BUSY).toBeGreaterThanOrEqual(120);
    expect(Object.keys(await cards())).toEqual(['Total', 'Active', 'Trial', 'Expired', 'Revoked']);
    await page.getByRole('button', { name: 'Next' }).click();
    await said('Page 2');
    await rowOf('person90@example.org').waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await rowOf('person1@example.org').waitFor();
    await page.getByRole('searchbox').fill('Studio 77');
    await expect.poll(() => page.getByRole('row').count(), BUSY).toBe(2);
    await rowOf('person77@example.org').waitFor();
    await page.getByRole('searchbox').fill('person');
    await page.getByRole('combobox', { name: 'Status' }).click();
    expect((await readOptions(page)).slice(1).toSorted()).toEqual([
      ...['Active', 'Expired', 'Revoked', 'Trial'],
    ]);
    await page.getByRole('option', { name: 'Expired' }).click();
    await page.getByRole('combobox', { name: 'Platform' }).click();
    await page.getByRole('option', { name: 'Mac' }).click();
    await expect.poll(() => page.getByRole('row').count(), BUSY).toBe(21);
    await page.getByRole('searchbox').fill('no such thing');
    await said('No licenses found');
    expect(problems).toEqual([]);
  });

  it('passes axe at three widths in both themes', async () => {
    await fill();
    await openAsAdmin();
    await rowOf('person1@example.org').waitFor();
    await expectGoodLooks(page, 'licences');
  });

  it('is closed to everybody else', async () => {
    await enterSignedUp(page, accounts.host, newAddress('ben'));
    await accountsPage(page, '').atDashboard();
    expect(await page.getByRole('link', { name: 'License Keys' }).count()).toBe(0);
    await goWithin(page, LICENCES);
    await said('License key management is only available to super administrators.');
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
  });
});
