import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { accountsPage, enterSignedUp } from './accountsPage.ts';

const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;

let browser: Browser;
let accounts: AccountsHost;
let page: Page;
let at: ReturnType<typeof accountsPage>;
let people = 0;

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  at = accountsPage(page, accounts.host.address);
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});

/** The teams of an account of their own, on the page that all cases share. */
async function openTeams(): Promise<void> {
  people += 1;
  await enterSignedUp(page, accounts.host, `maria${people}@example.com`);
  await page.getByRole('link', { name: 'Teams' }).click();
  await card('Personal workspace').getByText('1 user').waitFor();
}

/** Another plan for the organization with others; a new account's is the trial's Professional. */
const givePlan = (plan: string) =>
  accounts.owner.query(
    `update subscriptions s set plan_id = $1, status = 'active', trial_ends_at = null, current_period_ends_at = 'infinity'
     from organizations o join auth.users u on u.id = o.created_by
     where s.organization_id = o.id and not o.is_personal and u.email = $2`,
    [plan, `maria${people}@example.com`],
  );

async function createTeam(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Team' }).click();
  const first = page.getByRole('dialog', { name: 'Create Organization' });
  await first.getByLabel('Organization name').fill('Night Shift');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create Team' });
  await dialog.getByLabel('Team name').fill(name);
  await dialog.getByLabel('Description').fill('The evening show');
  await dialog.getByRole('radio', { name: 'Green' }).click();
  await dialog.getByRole('button', { name: 'Create Team' }).click();
  await said(`Team “${name}” created`);
  await card(name).getByText('0 users').waitFor();
}

const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const card = (name: string) => page.getByRole('article', { name });

describe('teams', () => {
  it('are made in an organization, get a colour and users, are edited, and are in the audit trail in words', async () => {
    await openTeams();
    await createTeam('Live Room');
    await givePlan('enterprise');
    await card('Live Room').getByRole('button', { name: 'Add: Live Room' }).click();
    const users = page.getByRole('dialog', { name: 'Live Room: users' });
    await users.getByText('Nobody is in this team yet.').waitFor();
    await users.getByRole('button', { name: 'Add: Maria' }).click();
    await users.getByRole('button', { name: 'Remove: Maria' }).waitFor();
    expect(await at.axeFindings()).toEqual([]);
    await page.keyboard.press('Escape');
    await card('Live Room').getByText('1 user').waitFor();

    await card('Live Room').getByRole('button', { name: 'Edit: Live Room' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Team' });
    expect(await edit.getByRole('radio', { name: 'Green' }).isChecked()).toBe(true);
    await edit.getByLabel('Team name').fill('Main Room');
    expect(await at.axeFindings()).toEqual([]);
    await edit.getByRole('button', { name: 'Save' }).click();
    await card('Main Room').waitFor();
    await page.getByRole('searchbox').fill('nothing like it');
    await said('No teams found');
    await page.getByRole('searchbox').fill('');
    await card('Main Room').waitFor();

    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('tab', { name: 'Audit trail' }).click();
    await said('Maria created the team Live Room');
    await said('Maria added Maria to the team Main Room');
    expect(await at.axeFindings()).toEqual([]);
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/trail-1440.png` });

    await page.getByRole('link', { name: 'Teams' }).click();
    await card('Main Room').getByRole('button', { name: 'Edit: Main Room' }).click();
    await edit.getByRole('button', { name: 'Delete Team' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete the team “Main Room”?' });
    await question.getByRole('button', { name: 'Delete Team' }).click();
    await said('Team “Main Room” deleted');
    await card('Main Room').waitFor({ state: 'detached' });
  });

  it('have on Enterprise a lead and an export, which the trial does not have', async () => {
    await openTeams();
    await createTeam('Live Room');
    await said(/^Your plan has teams with users\. A lead for each team/);
    await card('Live Room').getByRole('button', { name: 'Add: Live Room' }).click();
    const users = page.getByRole('dialog', { name: 'Live Room: users' });
    await users.getByRole('button', { name: 'Add: Maria' }).click();
    await users.getByRole('button', { name: 'Remove: Maria' }).waitFor();
    expect(await users.getByRole('button', { name: 'Make lead: Maria' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await expectGoodLooks(page, 'teams-basic');
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('tab', { name: 'Audit trail' }).click();
    await said(/^The audit trail comes with the Enterprise plan/);
    await expectGoodLooks(page, 'trail-basic');

    await givePlan('enterprise');
    await page.getByRole('link', { name: 'Teams' }).click();
    await card('Live Room').getByRole('button', { name: 'Add: Live Room' }).click();
    await users.getByRole('button', { name: 'Make lead: Maria' }).click();
    await users.getByText('Lead').waitFor();
    await users.getByRole('button', { name: 'Make member: Maria' }).waitFor();
    expect(await at.axeFindings()).toEqual([]);
    await page.keyboard.press('Escape');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export teams' }).click();
    const file = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
    expect(file[0]).toBe('team,description,name,email,role,added');
    expect(file[1]).toMatch(/^Live Room,The evening show,Maria,maria\d+@example\.com,lead,2/);
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('tab', { name: 'Audit trail' }).click();
    await said('Maria made Maria lead of the team Live Room');
  });

  it('are not made on Essential, which leads to billing', async () => {
    await openTeams();
    await createTeam('Live Room');
    await givePlan('essential');
    await page.reload();
    await said(/^Teams come with the Professional and Enterprise plans/);
    await card('Live Room').waitFor();
    expect(await page.getByRole('button', { name: 'Create Team' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Open billing' }).click();
    await page.getByRole('heading', { level: 1, name: 'Billing and Subscription' }).waitFor();
  });

  it('pass axe at three widths in both themes', async () => {
    await openTeams();
    await createTeam('Live Room');
    await expectGoodLooks(page, 'teams');
    await card('Live Room').getByRole('button', { name: 'Add: Live Room' }).click();
    await page.getByRole('heading', { name: 'In this team' }).waitFor();
    await expectGoodLooks(page, 'team-members');
  });
});
