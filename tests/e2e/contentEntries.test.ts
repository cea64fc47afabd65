/** Content management beside the pages: tutorials, contact information, and who is an admin. */
import { mkdirSync } from 'node:fs';
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
import { enterSignedIn, PASSWORD, signUp } from './accountsPage.ts';

const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;
const ATTACK =
  '<script>window.attacked = 1</script><img src=x onerror="window.attacked = 1"> {{t}} $t(title)';
const LONG = 'A_title_without_a_place_to_break_'.repeat(5);

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
  page = await openPage(browser);
  page.on('pageerror', (error) => problems.push(error.message));
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  await accounts.owner.query('delete from admin_tutorials');
  await accounts.owner.query('delete from admin_contact_info');
  await accounts.owner.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data - array['admin', 'super_admin'] where email <> $1`,
    [admin.email],
  );
  problems = [];
});
/** One page serves all cases. */
afterEach(() => {
  expect(problems).toEqual([]);
});

async function openTab(name: string): Promise<void> {
  await enterSignedIn(page, accounts.host, admin, ROUTES.contentManagement);
  await page.getByRole('tab', { name }).click();
}
const button = (name: string) => page.getByRole('button', { name });
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const dialog = (name: string) => page.getByRole('dialog', { name });
const choose = async (inside: Locator, name: string, option: string) => {
  await inside.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option }).click();
};
const rowOf = async (table: string) =>
  (await accounts.owner.query(`select * from ${table}`)).rows[0] as unknown;
const axeFindings = async () => {
  return axeFindingsOf(page);
};
const image = async (name: string) => {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
};
/** Each theme and width; the last ones stay. */
const eachLook = (name: string) => expectGoodLooks(page, name);

describe('tutorials', () => {
  it('are added, changed and deleted', async () => {
    await openTab('Tutorials');
    await said('No tutorials yet');
    await button('Add tutorial').click();
    const add = dialog('Add tutorial');
    await add.getByRole('switch', { name: 'Published' }).click();
    await add.getByRole('button', { name: 'Save' }).click();
    await add.getByText('A title is required').waitFor();
    await add.getByText('A published tutorial needs its address').waitFor();
    await add.getByLabel('Title').fill('First take');
    await add.getByLabel('Content address').fill('javascript:alert(1)');
    await add.getByText('An address that begins with https://').waitFor();
    expect(await axeFindings()).toEqual([]);
    await image('tutorial-dialog');
    await add.getByLabel('Content address').fill('https://films.example.org/1');
    await add.getByLabel('Description (optional)').fill('From the microphone to the file.');
    await add.getByLabel('Duration (optional)').fill('4:30');
    await add.getByLabel('Tags (optional)').fill('start, microphone, start, ');
    await choose(add, 'Category', 'Recording & Broadcasting');
    await choose(add, 'Difficulty', 'Intermediate');
    await add.getByRole('button', { name: 'Save' }).click();
    await said('Tutorial saved successfully!');
    await page.getByText('Tutorial saved successfully!').waitFor({ state: 'hidden' });
    expect(await rowOf('admin_tutorials')).toMatchObject({
      title: 'First take',
      category: 'Recording & Broadcasting',
      content_type: 'video',
      duration: '4:30',
      content_url: 'https://films.example.org/1',
      thumbnail_url: null,
      difficulty: 'intermediate',
      tags: ['start', 'microphone'],
      is_published: true,
      is_featured: false,
      view_count: '0',
    });
    await said('Recording & Broadcasting · Video · Intermediate · 4:30 · 0 views · #start #microphone');

    await button('Edit: First take').click();
    const edit = dialog('Edit tutorial');
    expect(await edit.getByLabel('Tags (optional)').inputValue()).toBe('start, microphone');
    await edit.getByLabel('Title').fill('Your first take');
    await edit.getByRole('switch', { name: 'Featured' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 2, name: 'Your first take' }).waitFor();
    await said('Featured');

    await button('Delete: Your first take').click();
    const ask = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this tutorial?' });
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await button('Delete: Your first take').click();
    await ask.getByRole('button', { name: 'Delete' }).click();
    await said('Tutorial deleted successfully!');
    await said('No tutorials yet');
  });

  it('are neither overwritten nor deleted where somebody else has changed them meanwhile', async () => {
    await accounts.owner.query(
      `insert into admin_tutorials (title, category, content_type) values ('First take', 'Getting Started', 'video')`,
    );
    await openTab('Tutorials');
    await button('Edit: First take').click();
    const edit = dialog('Edit tutorial');
    await edit.getByLabel('Title').fill('Mine');
    await accounts.owner.query(`update admin_tutorials set title = 'Theirs', duration = '9:00'`);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText('Somebody else has changed this meanwhile: nothing was saved.').waitFor();
    expect(await edit.getByLabel('Title').inputValue()).toBe('Mine');
    expect(await axeFindings()).toEqual([]);
    await edit.getByRole('button', { name: 'Take the saved one' }).click();
    expect(await edit.getByLabel('Title').inputValue()).toBe('Theirs');
    await edit.getByLabel('Title').fill('Mine now');
    await accounts.owner.query(`update admin_tutorials set title = 'Theirs again'`);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByRole('button', { name: 'Keep mine' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'hidden' });
    expect(await rowOf('admin_tutorials')).toMatchObject({ title: 'Mine now', duration: '9:00' });
    // The list reads it again.
    await button('Delete: Mine now').waitFor();

    await accounts.owner.query(`update admin_tutorials set title = 'Theirs at last'`);
    await button('Delete: Mine now').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alert')
      .getByText(/it was not deleted/)
      .waitFor();
    await page.getByRole('heading', { level: 2, name: 'Theirs at last' }).waitFor();

    await button('Edit: Theirs at last').click();
    await edit.getByLabel('Title').fill('Too late');
    await accounts.owner.query('delete from admin_tutorials');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText(/^Somebody else has deleted this meanwhile\./).waitFor();
    expect(await edit.getByLabel('Title').inputValue()).toBe('Too late');
  });

  it('go by pages where there are many', async () => {
    await accounts.owner.query(
      `insert into admin_tutorials (title, category, content_type, created_at)
       select 'Tutorial no. ' || n, 'Getting Started', 'article', now() - (n / 2) * interval '1 minute'
       from generate_series(1, 60) n`,
    );
    await openTab('Tutorials');
    const listed = page.getByRole('list', { name: 'Tutorials' }).getByRole('listitem');
    await expect.poll(() => listed.count(), { timeout: 10_000 }).toBe(50);
    const first = await listed.getByRole('heading').allInnerTexts();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => listed.count(), { timeout: 10_000 }).toBe(10);
    const second = await listed.getByRole('heading').allInnerTexts();
    expect(new Set([...first, ...second]).size).toBe(60);
  });
});

describe('contact information', () => {
  it('is added, changed and deleted, in its order', async () => {
    await openTab('Contact Info');
    await said('No contact information yet');
    await button('Add contact').click();
    const add = dialog('Add contact');
    await add.getByLabel('Position').fill('first');
    await add.getByRole('button', { name: 'Save' }).click();
    await add.getByText('A title is required').waitFor();
    await add.getByText('Say how they are reached').waitFor();
    await add.getByText('A whole number').waitFor();
    expect(await axeFindings()).toEqual([]);
    await image('contact-dialog');
    await add.getByLabel('Title').fill('Support by mail');
    await add.getByLabel('Contact').fill('support@example.org');
    await add.getByLabel('Availability (optional)').fill('Within 24 hours');
    await add.getByLabel('Position').fill('5');
    await add.getByRole('button', { name: 'Save' }).click();
    await said('Contact info saved successfully!');
    expect(await rowOf('admin_contact_info')).toMatchObject({
      contact_type: 'support',
      title: 'Support by mail',
      contact_value: 'support@example.org',
      availability: 'Within 24 hours',
      order_index: 5,
      is_active: true,
      is_primary: false,
    });
    await button('Add contact').click();
    expect(await add.getByLabel('Position').inputValue()).toBe('6');
    await choose(add, 'Contact type', 'Legal');
    await add.getByLabel('Title').fill('Imprint');
    await add.getByLabel('Contact').fill('https://example.org/imprint');
    await add.getByLabel('Position').fill('1');
    await add.getByRole('switch', { name: 'Active' }).click();
    await add.getByRole('button', { name: 'Save' }).click();
    const titles = page.getByRole('list', { name: 'Contact information' }).getByRole('heading');
    await expect
      .poll(() => titles.allInnerTexts(), { timeout: 10_000 })
      .toEqual(['Imprint', 'Support by mail']);
    await said('Inactive');

    await button('Edit: Imprint').click();
    const edit = dialog('Edit contact');
    await edit.getByLabel('Title').fill('Mine');
    await accounts.owner.query(`update admin_contact_info set title = 'Theirs' where title = 'Imprint'`);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText('Somebody else has changed this meanwhile: nothing was saved.').waitFor();
    await edit.getByRole('button', { name: 'Keep mine' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'hidden' });

    await button('Delete: Mine').click();
    const ask = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this contact?' });
    await ask.getByRole('button', { name: 'Delete' }).click();
    await said('Contact deleted successfully!');
    await expect.poll(() => titles.allInnerTexts(), { timeout: 10_000 }).toEqual(['Support by mail']);
  });
});

describe('both', () => {
  const seed = (title: string) =>
    accounts.owner.query(
      `with t as (insert into admin_tutorials (title, description, category, content_type, tags, is_published, is_featured)
         values ($1, $1, 'Voice AI Features', 'interactive', array[left($1, 40)], true, true))
       insert into admin_contact_info (contact_type, title, description, contact_value, availability, is_primary)
       values ('sales', $1, $1, $1, $1, true)`,
      [title],
    );

  it('show hostile text as text', async () => {
    await seed(ATTACK);
    await openTab('Tutorials');
    await page
      .getByRole('heading', { level: 2 })
      .getByText(/^<script>window\.attacked = 1<\/script>/)
      .waitFor();
    await page.getByRole('button', { name: /^Delete: / }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/\{\{t\}\} \$t\(title\)/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Contact Info' }).click();
    await page
      .getByRole('heading', { level: 2 })
      .getByText(/\{\{t\}\} \$t\(title\)/)
      .waitFor();
    expect(await page.evaluate(() => (window as { attacked?: number }).attacked)).toBeUndefined();
    expect(await page.locator('main script, main img').count()).toBe(0);
  });

  it('fit three widths in both themes, without findings', async () => {
    await seed(LONG);
    await accounts.owner.query(
      `insert into admin_tutorials (title, description, category, content_type, duration, view_count)
       values ('First take', 'From the microphone to the file.', 'Getting Started', 'video', '4:30', 1204)`,
    );
    await openTab('Tutorials');
    await page.getByRole('heading', { level: 2, name: 'First take' }).waitFor();
    await eachLook('tutorials');
    await page.getByRole('tab', { name: 'Contact Info' }).click();
    await page.getByRole('list', { name: 'Contact information' }).waitFor();
    await eachLook('contacts');
  });
});

describe('admin users', () => {
  const addAccount = async (name: string): Promise<string> => {
    const email = `${name}${Date.now()}@example.com`;
    await signUp(accounts.host, email);
    return email;
  };
  const listed = (text: string) =>
    page.getByRole('list', { name: 'Administrators' }).getByRole('listitem').filter({ hasText: text });
  const claims = async (email: string) => {
    const { rows } = await accounts.owner.query<{ role: string | null }>(
      `select case when raw_app_meta_data ->> 'super_admin' = 'true' then 'super_admin'
         when raw_app_meta_data ->> 'admin' = 'true' then 'admin' end as role from auth.users where email = $1`,
      [email],
    );
    return rows[0]?.role;
  };

  it('are given the role, raised, and taken it', async () => {
    const email = await addAccount('eva');
    await openTab('Admin Users');
    await listed(admin.email)
      .getByText(/^The last super admin stays\./)
      .waitFor();
    expect(await listed(admin.email).getByRole('button').count()).toBe(0);
    await button('Grant role').click();
    await said('A valid email address is required');
    await page.getByLabel('Email').fill('nobody@example.com');
    await button('Grant role').click();
    await page.getByRole('alert').getByText('User not found with this email address').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com');
    expect(await axeFindings()).toEqual([]);
    await page.getByLabel('Email').fill(email);
    await button('Grant role').click();
    await said(new RegExp(`^${email} is an admin now\\.`));
    await listed(email).getByText('Admin').waitFor();
    expect(await claims(email)).toBe('admin');

    await button(`Make super admin: ${email}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make super admin' }).click();
    await said(new RegExp(`^${email} is a super admin now\\.`));
    expect(await claims(email)).toBe('super_admin');
    await button(`Revoke: ${admin.email}`).click();
    await page
      .getByRole('alertdialog')
      .getByText(/^This is your own role\./)
      .waitFor();
    await page.keyboard.press('Escape');
    await button(`Revoke: ${email}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await said(new RegExp(`^${email} is not an administrator any more`));
    await listed(email).waitFor({ state: 'hidden' });
    expect(await claims(email)).toBeNull();
  });

  it('say why the last super admin stays, also where another one went meanwhile', async () => {
    const email = await addAccount('eva');
    await accounts.owner.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"super_admin": true}' where email = $1`,
      [email],
    );
    await openTab('Admin Users');
    await button(`Revoke: ${admin.email}`).waitFor();
    await accounts.owner.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data - 'super_admin' where email = $1`,
      [email],
    );
    await button(`Revoke: ${admin.email}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('alert')
      .getByText(/^The last super admin stays/)
      .waitFor();
    expect(await claims(admin.email)).toBe('super_admin');
  });

  it('fit three widths in both themes, without findings', async () => {
    const email = await addAccount(`a-long-name-${'without-a-break-'.repeat(2)}`);
    await accounts.owner.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"super_admin": true}' where email = $1`,
      [email],
    );
    await openTab('Admin Users');
    await listed(email).waitFor();
    await eachLook('admins');
  });

  it('are not shown to an admin who is no super admin', async () => {
    const email = await addAccount('ann');
    await accounts.owner.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"admin": true}' where email = $1`,
      [email],
    );
    await enterSignedIn(page, accounts.host, { email, password: PASSWORD });
    await page.getByRole('link', { name: 'Content CMS' }).click();
    await page.getByRole('tab', { name: 'Contact Info' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Content Pages',
      'Tutorials',
      'Contact Info',
    ]);
    await page.goto(`${page.url().split('?')[0]}?tab=admins`);
    await said('No content pages yet');
  });
});
