import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { forgetAddressChecks, startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { goWithin } from '../lib/goWithin.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { accountsPage, enterSignedIn, enterSignedUp } from './accountsPage.ts';

const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;
const ATTACK =
  '<script>window.attacked = 1</script><img src=x onerror="window.attacked = 1"> {{t}} $t(title)';
const CONTENT = {
  sections: [
    { heading: 'Who we are', text: 'We make a studio.\n\nIt listens.', items: ['Small', 'Careful'] },
    { heading: 'Write to us', link: { label: 'Contact', address: '/contact' } },
  ],
};

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
  await openOne();
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  await accounts.owner.query('delete from admin_content_pages');
  problems = [];
});
afterEach(() => {
  expect(problems).toEqual([]);
});

/** One page serves all cases that need none of their own. */
async function openOne(): Promise<void> {
  page = await openPage(browser);
  page.on('pageerror', (error) => problems.push(error.message));
}

async function openAsAdmin(isByMenu = false): Promise<void> {
  await enterSignedIn(page, accounts.host, admin, isByMenu ? ROUTES.dashboard : ROUTES.contentManagement);
  if (isByMenu) await page.getByRole('link', { name: 'Content CMS' }).click();
  await page.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
}
async function writePage(
  key: string,
  title: string,
  content: unknown = {},
  status = 'draft',
): Promise<string> {
  const { rows } = await accounts.owner.query<{ id: string }>(
    'insert into admin_content_pages (page_key, title, content, status) values ($1, $2, $3, $4) returning id',
    [key, title, JSON.stringify(content), status],
  );
  return rows[0]?.id ?? '';
}
const stored = async (key: string) => {
  const { rows } = await accounts.owner.query<{
    title: string;
    status: string;
    content: unknown;
    description: string;
  }>(
    `select title, status, content, meta_data ->> 'description' as description from admin_content_pages where page_key = $1`,
    [key],
  );
  return rows[0];
};
const button = (name: string) => page.getByRole('button', { name });
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const listed = (text: string) =>
  page.getByRole('list', { name: 'Content pages' }).getByRole('link').filter({ hasText: text });
const json = () => page.getByLabel('Content (JSON)');
const view = (name: string) => page.getByRole('radio', { name }).click();
const preview = () => page.getByRole('article', { name: 'Preview' });
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

describe('content pages', () => {
  it('are added, written, looked at and published', async () => {
    await openAsAdmin(true);
    await said('No content pages yet');
    expect(await axeFindings()).toEqual([]);
    await button('New page').click();
    const dialog = page.getByRole('dialog', { name: 'New page' });
    await dialog.getByRole('button', { name: 'Add page' }).click();
    await dialog.getByText('A title is required').waitFor();
    await dialog.getByLabel('Page key').fill('About us');
    await dialog.getByText('Small letters, digits and hyphens only, up to 80').waitFor();
    expect(await axeFindings()).toEqual([]);
    await dialog.getByLabel('Page key').fill('about-us');
    await dialog.getByLabel('Title').fill('About us');
    await dialog.getByRole('button', { name: 'Add page' }).click();
    await page.getByRole('heading', { level: 2, name: 'About us' }).waitFor();

    await json().fill(JSON.stringify(CONTENT));
    await button('Tidy up').click();
    expect(await json().inputValue()).toBe(JSON.stringify(CONTENT, null, 2));
    await page.getByLabel('Title').fill('About SoundDesk');
    await page.getByLabel('Meta description').fill('Who makes it.');
    await listed('about-us').getByText('Not saved').waitFor();
    await view('Preview');
    await preview().getByRole('heading', { level: 4, name: 'Who we are' }).waitFor();
    expect(await preview().getByRole('listitem').allInnerTexts()).toEqual(['Small', 'Careful']);
    expect(await preview().getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe('/contact');
    await button('Save').click();
    await said('Page updated successfully!');
    await page.getByText('Page updated successfully!').waitFor({ state: 'hidden' });
    expect(await stored('about-us')).toEqual({
      title: 'About SoundDesk',
      status: 'draft',
      content: CONTENT,
      description: 'Who makes it.',
    });
    await listed('About SoundDesk').getByText('Draft').waitFor();

    await button('Publish').click();
    await listed('About SoundDesk').getByText('Published').waitFor();
    await expect.poll(async () => (await stored('about-us'))?.status, { timeout: 10_000 }).toBe('published');
    await button('Unpublish').click();
    await listed('About SoundDesk').getByText('Draft').waitFor();
    await expect.poll(async () => (await stored('about-us'))?.status, { timeout: 10_000 }).toBe('draft');

    await button('New page').click();
    await dialog.getByLabel('Page key').fill('about-us');
    await dialog.getByLabel('Title').fill('Again');
    await dialog.getByRole('button', { name: 'Add page' }).click();
    await dialog.getByText('A page with the key “about-us” is there already.').waitFor();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Again');
  });

  it('say what is wrong with the JSON, and keep it as it was typed', async () => {
    await writePage('about-us', 'About us', CONTENT, 'published');
    await writePage('jobs', 'Jobs');
    await openAsAdmin();
    await listed('about-us').click();
    const typed = '{\n  "sections": [\n    { "heading": "Us", }\n  ]\n}';
    await json().fill(typed);
    await said(/^Not valid JSON, line 3, column 24/);
    await expect.poll(() => button('Save').isDisabled()).toBe(true);
    expect(await axeFindings()).toEqual([]);
    await image('invalid');
    await json().fill('[]');
    await said(/^The content has to be one JSON object/);
    await json().fill(typed);
    await view('Preview');
    await said('The preview follows as soon as the content is valid JSON.');
    // Neither another page, nor another screen, nor a reload loses it.
    await listed('jobs').click();
    await page.getByRole('heading', { level: 2, name: 'Jobs' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Content CMS' }).click();
    await listed('about-us').getByText('Not saved').waitFor();
    await listed('about-us').click();
    await expect.poll(() => json().inputValue(), { timeout: 10_000 }).toBe(typed);
    // It can be taken back all the same.
    await button('Unpublish').click();
    await listed('about-us').getByText('Draft').waitFor();
    expect(await json().inputValue()).toBe(typed);
    await json().fill('{"sections": [{"heading": "Us"}]}');
    await button('Save and publish').click();
    await said('Page updated successfully!');
    // The same was said of what came before.
    await expect
      .poll(() => stored('about-us'))
      .toMatchObject({
        status: 'published',
        content: { sections: [{ heading: 'Us' }] },
      });

    await page.getByLabel('Title').fill('x');
    await button('Discard changes').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => page.getByLabel('Title').inputValue(), { timeout: 10_000 }).toBe('About us');
  });

  it('have a history, and go back to any version', async () => {
    const id = await writePage('about-us', 'About us', CONTENT);
    await accounts.owner.query(`update admin_content_pages set title = 'Us', content = '{}' where id = $1`, [
      id,
    ]);
    await openAsAdmin();
    await listed('about-us').click();
    await view('History');
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await expect.poll(() => versions.count(), { timeout: 10_000 }).toBe(2);
    await versions.nth(1).getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { level: 4, name: 'Who we are' }).waitFor();
    expect(await axeFindings()).toEqual([]);
    await image('version');
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await said('Page updated successfully!');
    await page.getByRole('heading', { level: 2, name: 'About us' }).waitFor();
    await expect.poll(() => versions.count(), { timeout: 10_000 }).toBe(3);
    expect(await stored('about-us')).toMatchObject({ title: 'About us', content: CONTENT });
  });

  it('are not overwritten by who began before somebody else saved', async () => {
    const id = await writePage('about-us', 'About us', CONTENT);
    await openAsAdmin();
    await listed('about-us').click();
    await page.getByLabel('Title').fill('Mine');
    await accounts.owner.query(`update admin_content_pages set title = 'Theirs' where id = $1`, [id]);
    await button('Save').click();
    await said('Somebody else has changed this page: it was not saved. What you typed is kept.');
    await said('This page was changed while you were editing it.');
    expect(await page.getByLabel('Title').inputValue()).toBe('Mine');
    expect((await stored('about-us'))?.title).toBe('Theirs');
    expect(await axeFindings()).toEqual([]);
    await image('conflict');
    await button('Keep mine').click();
    await button('Save').click();
    await said('Page updated successfully!');
    expect((await stored('about-us'))?.title).toBe('Mine');

    await page.getByLabel('Title').fill('Mine again');
    await accounts.owner.query(`update admin_content_pages set title = 'Theirs again' where id = $1`, [id]);
    await button('Save').click();
    await button('Take the saved one').click();
    await expect.poll(() => page.getByLabel('Title').inputValue(), { timeout: 10_000 }).toBe('Theirs again');
  });

  it('keep what was typed where saving fails, and say why', async () => {
    await writePage('about-us', 'About us', CONTENT);
    await openAsAdmin();
    await listed('about-us').click();
    await page.getByLabel('Title').fill('Typed');
    accounts.faults.route('/rest/v1/admin_content_pages?', (route) =>
      route.method === 'PATCH'
        ? route.fulfill({
            status: 500,
            json: { code: 'XX000', message: 'The disk is full.', details: null, hint: null },
          })
        : route.continue(),
    );
    await button('Save').click();
    await page.getByRole('alert').getByText('The disk is full.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Typed');
    accounts.faults.unroute('/rest/v1/admin_content_pages?');
    await button('Save').click();
    await said('Page updated successfully!');
  });

  it('show hostile text as text', async () => {
    const link = { label: ATTACK, address: 'javascript:window.attacked=1' };
    await writePage('attack', ATTACK, {
      sections: [{ heading: ATTACK, text: ATTACK, items: [ATTACK], link }],
      [ATTACK]: 1,
      __proto__: { attacked: 1 },
    });
    await openAsAdmin();
    await listed('<script>').click();
    await view('Preview');
    await preview()
      .getByRole('heading', { level: 4 })
      .getByText(/<script>window\.attacked = 1<\/script>/)
      .waitFor();
    await said(/sections\[0\]\.link/);
    expect(await preview().getByRole('link').count()).toBe(0);
    await view('History');
    await page.getByRole('list', { name: 'Versions' }).getByRole('button').first().click();
    await page
      .getByRole('dialog')
      .getByText(/\{\{t\}\} \$t\(title\)/)
      .first()
      .waitFor();
    expect(await page.evaluate(() => (window as { attacked?: number }).attacked)).toBeUndefined();
    expect(
      await page.locator('main script, main img, a[href^="javascript"], [role=dialog] img').count(),
    ).toBe(0);
  });

  it('fit three widths in both themes, without findings', async () => {
    await writePage(
      'a-page-with-a-long-key-'.repeat(3),
      'A_title_without_a_place_to_break_'.repeat(5),
      CONTENT,
      'published',
    );
    const id = await writePage('about-us', 'About us', CONTENT);
    await openAsAdmin();
    await listed('about-us').click();
    await json().waitFor();
    await eachLook('edit');
    await view('Preview');
    await eachLook('preview');
    await accounts.owner.query(`update admin_content_pages set title = 'Us' where id = $1`, [id]);
    await view('History');
    await page.getByRole('list', { name: 'Versions' }).waitFor();
    await eachLook('history');
    await page.goBack();
    await listed('about-us').waitFor();
    await eachLook('list');
  });
});

describe('content management', () => {
  const makeAdmin = (email: string, claim: object) =>
    accounts.owner.query(
      'update auth.users set raw_app_meta_data = raw_app_meta_data || $1 where email = $2',
      [JSON.stringify(claim), email],
    );

  it('is nobody else’s to open', async () => {
    await enterSignedUp(page, accounts.host, `ben${Date.now()}@example.com`);
    await accountsPage(page, '').atDashboard();
    expect(await page.getByRole('link', { name: 'Content CMS' }).count()).toBe(0);
    await goWithin(page, ROUTES.contentManagement);
    await said('Admin Access Required');
    await page.getByText(/Contact the super admin/).waitFor();
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
  });

  it('is there for an admin who is no super admin, and nothing else of the administration', async () => {
    const email = `eva${Date.now()}@example.com`;
    const eva = accountsPage(page, accounts.host.address);
    await enterSignedUp(page, accounts.host, email);
    await eva.atDashboard();
    await makeAdmin(email, { admin: true });
    await eva.signOut();
    await eva.signIn(email);
    await page.getByRole('link', { name: 'Content CMS' }).click();
    await said('No content pages yet');
    expect(
      await page.getByRole('group', { name: 'Administration' }).getByRole('link').allInnerTexts(),
    ).toEqual(['Content CMS']);
    await writePage('about-us', 'About us');
    await page.reload();
    await listed('about-us').click();
    await page.getByLabel('Title').fill('By Eva');
    // Taken away meanwhile: the server does not write, and what was typed stays.
    await makeAdmin(email, { admin: false });
    await button('Save').click();
    await page
      .getByRole('alert')
      .getByText(/you are not an administrator any more/)
      .waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('By Eva');
    expect((await stored('about-us'))?.title).toBe('About us');
  });
});

describe('an article that admins publish', () => {
  // Read by who is signed out.
  beforeAll(async () => {
    await page.context().close();
    await openOne();
  });

  const ARTICLE = {
    sections: [
      { heading: 'Before you begin', text: 'Turn the fridge off.', items: ['Close the window', ATTACK] },
    ],
  };
  const openSite = (path: string) => {
    const { origin, hash } = new URL(accounts.host.address);
    return page.goto(`${origin}${path}${hash}`);
  };
  const more = () => page.getByRole('region', { name: 'More articles' });
  const write = (count: number) =>
    accounts.owner.query(
      `insert into admin_content_pages (page_key, title, content, meta_data, status)
       select 'article-' || n, 'Room ' || n || ' zither', $1, '{"description": "How a room is made quiet."}', 'published'
       from generate_series(1, $2::integer) as n`,
      [JSON.stringify(ARTICLE), count],
    );

  it('is in the documentation and its search, and is read as text', async () => {
    await write(1);
    await writePage('article-draft', 'Draft zither', ARTICLE);
    await writePage('about-us', 'About the zither', ARTICLE, 'published');
    await openSite(ROUTES.documentation);
    await page.getByRole('heading', { level: 2, name: 'Getting started' }).waitFor();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await more()
      .getByRole('link', { name: /^Room 1 zither/ })
      .waitFor();
    expect(await more().getByRole('link').count()).toBe(1);
    await eachLook('documentation-published');

    await page.getByRole('textbox', { name: 'Search the help' }).fill('zither fridge');
    const results = page.getByRole('list', { name: 'Results' });
    await results.getByRole('link', { name: /^Room 1 zither/ }).waitFor();
    expect(await results.getByRole('link').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Room 1 zither' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Before you begin' }).waitFor();
    await page.getByText(ATTACK).waitFor();
    await expect.poll(() => page.title()).toBe('Room 1 zither: SoundDesk');
    await eachLook('article-published');
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    await page.getByRole('link', { name: 'Search results' }).click();
    await results.waitFor();
  });

  it('is found among many, from the help center too', async () => {
    await write(120);
    await openSite(`${ROUTES.helpCenter}?search=zither`);
    await page.getByText('120 results for “zither”').waitFor();
  });

  it('is beside tutorials in the help center, whose views are counted', async () => {
    const { origin, hash } = new URL(accounts.host.address);
    await forgetAddressChecks(accounts.owner);
    await accounts.owner.query(
      `insert into admin_tutorials (title, description, category, content_type, content_url, duration, view_count,
         is_featured, is_published)
       values ('First take', 'From the microphone to the file.', 'Getting Started', 'video', 'https://films.example/1',
           '4 min', 7, false, true),
         ('Many voices', '', 'Recording & Broadcasting', 'interactive', 'https://films.example/2', null, 1, true, true),
         ('Hostile', '', 'Getting Started', 'video', 'javascript:alert(1)', null, 0, true, true),
         ('Draft', '', 'Getting Started', 'video', 'https://films.example/3', null, 0, true, false)`,
    );
    await accounts.owner.query(
      `insert into admin_contact_info (contact_type, title, contact_value, availability)
       values ('support', 'Phone', '+1 555 010 0199', 'Monday to Friday')`,
    );
    try {
      await page.goto(`${origin}${ROUTES.helpCenter}${hash}`);
      await page.getByRole('heading', { level: 2, name: 'What is asked most' }).waitFor();
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      const tutorials = page.getByRole('region', { name: 'Tutorials' });
      await tutorials.getByText('7 views').waitFor();
      const names = await tutorials.getByRole('link').allTextContents();
      expect(names).toEqual([
        expect.stringContaining('Many voices'),
        expect.stringContaining('First take'),
      ] as string[]);
      expect(await page.getByRole('link', { name: '+1 555 010 0199' }).getAttribute('href')).toBe(
        'tel:+15550100199',
      );
      await eachLook('help-center-tutorials');
      await page.context().route('https://films.example/**', (route) => route.fulfill({ body: 'a film' }));
      await tutorials.getByRole('link', { name: /First take/ }).click();
      const views = async () =>
        (
          await accounts.owner.query<{ view_count: string }>(
            `select view_count from admin_tutorials where title = 'First take'`,
          )
        ).rows;
      await expect.poll(views).toEqual([{ view_count: '8' }]);
      await page.getByRole('textbox', { name: 'Search the help' }).fill('microphone');
      await tutorials.waitFor({ state: 'hidden' });
    } finally {
      await accounts.owner.query('delete from admin_tutorials; delete from admin_contact_info');
    }
  });

  it('leads to the contents where it is gone, and to the page of its language', async () => {
    await write(1);
    await openSite(`/de${ROUTES.documentation}/article-1`);
    await page.getByRole('heading', { level: 1, name: 'Room 1 zither' }).waitFor();
    await page.getByRole('link', { name: 'Dokumentation' }).first().waitFor();
    await accounts.owner.query(`update admin_content_pages set status = 'draft'`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Dokumentation' }).waitFor();
  });
});
