import type { Browser, BrowserContext, Page, Locator } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { readOptions } from '../lib/options.ts';
import { accountsPage, enterSignedUp } from './accountsPage.ts';

/** A machine that is busy may take its time. */
const BUSY = { timeout: 20_000 };
const USERS = '/sounddesk-users';

let browser: Browser;
let accounts: AccountsHost;
/** Of those who are invited: they have browsers of their own. */
let contexts: BrowserContext[] = [];
/** Of those who invite: one serves all cases. */
let shared: Page;
let problems: string[] = [];
let count = 0;

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  shared = await newPage();
  contexts = [];
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  contexts = [];
  problems = [];
  count += 1;
  await accounts.owner.query('delete from private.rate_limits');
});
afterEach(() => Promise.all(contexts.map((context) => context.close())));

async function newPage(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return page;
}
const addressOf = (path: string) => `http://127.0.0.1:${accounts.host.port}${path}`;
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** A layer is seen before it has the keyboard, and takes it to its first entry some time later: keys until it is reached. */
async function pressTo(page: Page, key: 'ArrowDown' | 'Tab', target: Locator): Promise<void> {
  await target.waitFor();
  await expect
    .poll(async () => {
      const isReached = await target.evaluate((entry) => entry === document.activeElement);
      if (!isReached) await page.keyboard.press(key);
      return isReached;
    }, BUSY)
    .toBe(true);
}

/** A new account, on the users screen of an organisation that it made. */
async function openOrganization(name = 'Night Shift', email = `maria${count}@example.com`): Promise<Page> {
  const page = shared;
  await enterSignedUp(page, accounts.host, email);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Create Organization' }).click();
  await page.getByRole('dialog').getByLabel('Organization name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create Organization' }).click();
  await said(page, `Organization “${name}” created`);
  await said(page, '1 of 5 seats taken');
  return page;
}
async function invite(page: Page, email: string, role?: string) {
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email').fill(email);
  if (role !== undefined) {
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: role }).click();
  }
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await said(page, `Invitation sent to ${email}`);
}
async function linkTo(email: string): Promise<string> {
  const mail = (await accounts.mails()).find(({ to }) => to === email);
  return /http:\S+invitation=\w+/.exec(mail?.text ?? '')?.[0] ?? '';
}
/** Opens the mail's link as somebody without an account, makes one, and joins. */
async function join(email: string, organization = 'Night Shift'): Promise<Page> {
  const page = await newPage();
  await page.goto(accounts.host.address);
  await page.getByRole('button', { name: 'Create one' }).waitFor();
  await page.goto(await linkTo(email));
  await page.getByRole('button', { name: 'Create one' }).click();
  const at = accountsPage(page, accounts.host.address);
  const password = 'correct horse 7';
  await at.fill({ Name: 'Ben Adler', Email: email, Password: password, 'Confirm password': password });
  await at.submit('Create Account');
  const dialog = page.getByRole('dialog', { name: `Join ${organization}` });
  await dialog.getByText(/invites you to Night Shift as Member/).waitFor();
  await dialog.getByRole('button', { name: 'Join' }).click();
  await said(page, `You joined ${organization}`);
  return page;
}
async function choose(page: Page, row: string, item: string) {
  await rowOf(page, row)
    .getByRole('button', { name: /^Actions: / })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}
async function confirm(page: Page, button: string) {
  await page.getByRole('alertdialog').getByRole('button', { name: button }).click();
}
/** As many users as asked for, in the organisation that was made last. */
async function fill(people: number): Promise<void> {
  await accounts.owner.query(
    `with made as (
       insert into auth.users (id, email, raw_user_meta_data)
       select gen_random_uuid(), 'person' || n || '-${count}@example.org', '{}' from generate_series(1, $1::int) n
       returning id, email),
     named as (
       insert into sounddesk_profiles (user_id, display_name)
       select id, 'Person ' || split_part(substr(email, 7), '-', 1) from made returning user_id)
     insert into organization_members (organization_id, user_id, role, status, joined_at, last_active_at)
     select (select id from organizations where not is_personal order by created_at desc limit 1), id,
       (array['member', 'admin'])[1 + (row_number() over (order by email) % 5 = 0)::int],
       (array['active', 'pending', 'inactive'])[1 + (row_number() over (order by email) % 3)::int],
       now() - split_part(substr(email, 7), '-', 1)::int * interval '1 hour', null
     from made`,
    [people],
  );
}
/** Seen from outside one statement, the profiles' names are there for the search. */
const followNames = () =>
  accounts.owner.query(
    `update organization_members m set search_text = private.member_search_text(m.user_id)`,
  );

/** What the foot of the menu calls anyone who works here. */
const roleShown = (page: Page, role: 'Member' | 'Team Admin') =>
  page.getByRole('button', { name: 'Sign out' }).locator('..').getByText(role).waitFor(BUSY);

describe('users', () => {
  it('are invited by email, join, change roles, are deactivated and removed', async () => {
    const owner = await openOrganization();
    const email = `ben${count}@example.com`;
    await owner.getByRole('button', { name: 'Invite User' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Invite User' });
    await dialog.getByText('They get an email with a link that is good for 14 days.').waitFor();
    await dialog.getByLabel('Email').fill('ben');
    await dialog.getByRole('button', { name: 'Send Invitation' }).click();
    await dialog.getByText('Enter a valid email address.').waitFor();
    await owner.keyboard.press('Escape');
    await invite(owner, email);
    const row = rowOf(owner, email);
    await row.getByText('Pending').filter({ visible: true }).waitFor();
    await owner.getByText(/^The link opens on this computer only\./).waitFor();
    await row
      .getByText(/^Expires /)
      .filter({ visible: true })
      .waitFor();
    await said(owner, '1 invitation open');
    const first = await linkTo(email);
    await row.getByRole('button', { name: /^Resend: / }).click();
    await said(owner, `Invitation sent again to ${email}`);
    expect(await linkTo(email)).not.toBe(first);

    const ben = await join(email);
    await said(ben, 'Only owners and admins can invite and change users.');
    await Promise.all([roleShown(owner, 'Team Admin'), roleShown(ben, 'Member')]);
    await expect.poll(() => ben.getByRole('button', { name: 'Invite User' }).count(), BUSY).toBe(0);
    await ben.goto(first);
    await said(ben, 'This invitation was used, revoked, or has expired. Ask for a new one.');

    await owner.reload();
    await rowOf(owner, 'Ben Adler').getByText('Active').filter({ visible: true }).waitFor();
    await said(owner, '2 of 5 seats taken');
    await choose(owner, 'Ben Adler', 'Change role to Admin');
    await said(owner, 'Ben Adler is now: Admin');
    await ben.goto(addressOf(USERS));
    await roleShown(ben, 'Team Admin');
    // By the name that was given at sign-up.
    await ben.getByRole('link', { name: 'Home' }).click();
    await ben
      .getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Ben Adler$/ })
      .waitFor(BUSY);
    await choose(owner, 'Ben Adler', 'Deactivate');
    await confirm(owner, 'Deactivate');
    await rowOf(owner, 'Ben Adler').getByText('Inactive').filter({ visible: true }).waitFor();
    await said(owner, '1 of 5 seats taken');
    await choose(owner, 'Ben Adler', 'Activate');
    await said(owner, 'Ben Adler was activated');
    await choose(owner, 'Ben Adler', 'Hand over ownership');
    await confirm(owner, 'Hand over ownership');
    await said(owner, 'Ben Adler is now the owner. You are an admin.');
    await rowOf(owner, 'Ben Adler').getByText('Owner').filter({ visible: true }).waitFor();
    await expect.poll(() => rowOf(owner, 'Ben Adler').getByRole('button').count(), BUSY).toBe(0);

    await ben.goto(addressOf(USERS));
    await choose(ben, `maria${count}@example.com`, 'Remove');
    await confirm(ben, 'Remove');
    await expect.poll(() => rowOf(ben, `maria${count}@example.com`).count(), BUSY).toBe(0);
    await choose(ben, 'Ben Adler', 'Leave organization');
    await confirm(ben, 'Leave organization');
    await said(ben, 'An organization needs an active owner. Make another user owner first.');
  });

  it('wait for approval where no seat was left, and say so', async () => {
    const owner = await openOrganization();
    const email = `late${count}@example.com`;
    await invite(owner, email);
    await accounts.owner.query(
      `update subscriptions set seats = 1 where organization_id in (select id from organizations where not is_personal)`,
    );
    const late = await join(email);
    await said(late, 'Waiting for approval');
    await owner.reload();
    await said(owner, /Every seat is taken or promised/);
    await rowOf(owner, 'Ben Adler').getByRole('button', { name: 'Approve: Ben Adler' }).click();
    await said(owner, /All 1 seats of the plan are taken/);
    await accounts.owner.query(
      `update subscriptions set seats = 2 where organization_id in (select id from organizations where not is_personal)`,
    );
    await rowOf(owner, 'Ben Adler').getByRole('button', { name: 'Approve: Ben Adler' }).click();
    await said(owner, 'Ben Adler was approved');
    await late.reload();
    await rowOf(late, 'Ben Adler').getByText('You').filter({ visible: true }).waitFor();
  });

  it('are found, filtered and paged', async () => {
    const page = await openOrganization();
    await fill(120);
    await followNames();
    await page.reload();
    await rowOf(page, `person1-${count}@`).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await said(page, 'Page 2');
    await rowOf(page, `person90-${count}@`).waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await rowOf(page, `person1-${count}@`).waitFor();
    await page.getByRole('searchbox').fill('Person 77');
    await expect.poll(() => page.getByRole('row').count(), BUSY).toBe(2);
    await page.getByRole('searchbox').fill('');
    expect((await page.getByRole('columnheader').allTextContents()).map((text) => text.trim())).toEqual([
      ...['User', 'Role', 'Status', 'Last Active', 'Joined', 'Actions'],
    ]);
    await page.getByRole('combobox', { name: 'Role' }).click();
    const [all, ...roles] = await readOptions(page);
    expect(all).toMatch(/^All/);
    expect(roles).toEqual(['Owner', 'Admin', 'Member']);
    await page.getByRole('option', { name: 'Owner' }).click();
    await expect.poll(() => page.getByRole('row').count(), BUSY).toBe(2);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Inactive' }).click();
    await said(page, 'No users found');
    await page.getByRole('button', { name: 'Invite Your First User' }).click();
    await page.getByRole('dialog', { name: 'Invite User' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('of a personal workspace are one: inviting makes an organization first', async () => {
    const page = shared;
    await enterSignedUp(page, accounts.host, `solo${count}@example.com`, USERS);
    await said(page, '1 of 1 seat taken');
    await page.getByRole('button', { name: 'Invite User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Organization' });
    await dialog.getByText(/^Your personal workspace has one user\./).waitFor();
    await dialog.getByLabel('Organization name').fill('Duo');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Invite User' }).waitFor();
  });

  it('are distinguished from a server that does not answer', async () => {
    const page = await openOrganization();
    accounts.faults.route('/rpc/search_organization_members', (route) => route.abort());
    await page.getByRole('searchbox').fill('somebody');
    await said(page, 'The account server does not answer');
    expect(await page.getByRole('searchbox').inputValue()).toBe('somebody');
    accounts.faults.unroute('/rpc/search_organization_members');
    await page.getByRole('button', { name: 'Try again' }).click();
    await said(page, 'No users found');
  });

  it('are managed by keyboard alone', async () => {
    const page = await openOrganization();
    await fill(1);
    await followNames();
    await page.reload();
    await rowOf(page, 'Person 1').waitFor();
    await page.getByRole('searchbox').focus();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      if (label === 'Actions: Person 1') break;
    }
    await page.keyboard.press('Enter');
    await pressTo(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Remove' }));
    await page.keyboard.press('Enter');
    await pressTo(page, 'Tab', page.getByRole('alertdialog').getByRole('button', { name: /^Remove/ }));
    await page.keyboard.press('Enter');
    await said(page, 'Person 1 was removed');
  });

  it('pass axe at three widths in both themes', async () => {
    const page = await openOrganization();
    await fill(8);
    await followNames();
    await invite(page, 'new.colleague@example.org', 'Admin');
    await page.reload();
    await rowOf(page, 'new.colleague@example.org').waitFor();
    await expectGoodLooks(page, 'users');
  });
});
