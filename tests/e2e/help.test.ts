import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf, showTheme } from '../lib/axe.ts';
import { forgetAddressChecks, startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { goWithin } from '../lib/goWithin.ts';
import { accountsPage, enterSignedUp, enterWithSession, PASSWORD, signIn, signUp } from './accountsPage.ts';

let browser: Browser;
let accounts: AccountsHost;
let context: BrowserContext;
let page: Page;
let app: ReturnType<typeof accountsPage>;
let session: string;
let problems: string[] = [];

const EMAIL = `help-${randomUUID()}@example.com`;
const FUNCTION = '/functions/v1/submit-feedback';

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  session = await signUp(accounts.host, EMAIL);
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  app = accountsPage(page, accounts.host.address);
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  problems = [];
  await enterWithSession(page, accounts.host, session, ROUTES.help);
  await app.heading('Help & Support');
  // The screen has its heading before it has what is on it, and a key that is pressed in between is lost.
  await page.getByRole('tab', { name: 'FAQ' }).waitFor();
});
/** One page serves all cases. */
afterEach(async () => {
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await context.unrouteAll();
});

/** For the tests that follow one that signed out, which ends all sessions of the account. */
async function signInAnew(): Promise<void> {
  session = await signIn(accounts.host, { email: EMAIL, password: PASSWORD });
}

const tab = (name: string) => page.getByRole('tab', { name }).click();
const send = () => page.getByRole('button', { name: 'Send' });
const message = () => page.getByLabel('Message');

async function stored(text: string) {
  const { rows } = await accounts.owner.query<Record<string, unknown>>(
    `select u.email as author, f.feedback_type as type, f.rating, f.email, f.status
     from sounddesk_feedback f left join auth.users u on u.id = f.user_id where f.message = $1`,
    [text],
  );
  return rows;
}
/** A message that no attempt before has sent. */
const unique = (text: string) => `${text} ${randomUUID()}`;

describe('the help', () => {
  it('is reached by the menu', async () => {
    await page.getByRole('link', { name: 'Analytics' }).click();
    await app.heading('Analytics');
    await page.getByRole('link', { name: 'Help & Support' }).click();
    await app.heading('Help & Support');
  });

  it('has its three tabs, answers questions on cards, and has no findings in both themes at three widths', async () => {
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual(['FAQ', 'Feedback', 'Resources']);
    await expect
      .poll(() => page.getByRole('tabpanel').getByRole('heading').count())
      .toBeGreaterThanOrEqual(10);
    for (const theme of ['light', 'dark']) {
      await showTheme(page, theme);
      for (const [width, name] of [
        [360, 'FAQ'],
        [768, 'Feedback'],
        [1440, 'Resources'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await tab(name);
        expect(await overflow()).toBe(0);
        expect(await axeFindingsOf(page, { hasColoursOnly: theme === 'dark' })).toEqual([]);
      }
    }
    expect(problems).toEqual([]);
  });

  it('is searched while one types, by keys alone, and shows where it was found', async () => {
    await page.keyboard.press('/');
    await page.locator(':focus[aria-label="Search the help"]').waitFor();
    await page.keyboard.type('bluetooth');
    await page.getByText('1 result for “bluetooth”').waitFor();
    expect(await app.axeFindings()).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Latency and how it is measured' }).waitFor();
    const mark = page.locator('mark');
    expect(await mark.allTextContents()).toEqual(['Bluetooth']);
    expect(await mark.evaluate((node) => node.getBoundingClientRect().top < window.innerHeight)).toBe(true);
    expect(await app.axeFindings()).toEqual([]);
    await page.getByRole('link', { name: 'Search results' }).click();
    await page.getByText('1 result for “bluetooth”').waitFor();
    await page.getByRole('textbox', { name: 'Search the help' }).press('Escape');
    await page.getByRole('tab', { name: 'FAQ' }).waitFor();
  });

  it('says where nothing was found, and leads to the form', async () => {
    await page.getByRole('textbox', { name: 'Search the help' }).fill('zeppelin');
    await page.getByRole('status').getByText('Nothing was found for “zeppelin”').waitFor();
    await page.getByRole('link', { name: 'Write feedback' }).click();
    await message().waitFor();
  });

  it('has a User Guide whose articles are read one after the other, and printed without the frame', async () => {
    await tab('Resources');
    await page.getByRole('link', { name: 'Open the User Guide' }).click();
    await page.getByRole('heading', { level: 2, name: 'User Guide' }).waitFor();
    await expect.poll(() => page.locator('main li a').count()).toBeGreaterThanOrEqual(10);
    expect(await app.axeFindings()).toEqual([]);
    await page.getByRole('link', { name: /^Presets/ }).click();
    await page.getByRole('cell', { name: 'Cafe - Noisy' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: /^Next: / }).click();
    await page.getByRole('heading', { level: 2, name: 'Equalizer and compressor' }).waitFor();
    await page.evaluate(() => (document.documentElement.className = 'dark'));
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('complementary').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    await page.waitForFunction(() => getComputedStyle(document.body).color === 'rgb(18, 21, 26)');
    await page.goBack();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('cell', { name: 'Cafe - Noisy' }).waitFor();
  });

  it('says that there are no films yet, and shows those of the server where there are', async () => {
    await tab('Resources');
    await expect
      .poll(() => page.getByRole('tabpanel').getByRole('heading').allTextContents())
      .toEqual(['User Guide', 'Video Tutorials', 'Community Forum', 'Contact Support']);
    onTestFinished(async () => {
      await accounts.owner.query('delete from admin_tutorials');
    });
    await page.getByRole('button', { name: 'Watch tutorials' }).click();
    await page.getByText(/^No video tutorials yet\./).waitFor();
    await forgetAddressChecks(accounts.owner);
    await accounts.owner.query(
      `insert into admin_tutorials (title, category, content_type, content_url, is_published)
       values ('First take', 'Getting Started', 'video', 'https://films.example/1', true),
         ('Hostile', 'Getting Started', 'video', 'javascript:alert(1)', true)`,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Watch tutorials' }).click();
    await page.getByRole('link', { name: 'First take' }).waitFor();
    expect(await page.getByRole('link', { name: /Hostile/ }).count()).toBe(0);
    // Who opens one is counted, and by nothing else.
    await context.route('https://films.example/**', (route) => route.fulfill({ body: 'a film' }));
    await page.getByRole('link', { name: 'First take' }).click();
    const views = async () =>
      (await accounts.owner.query<{ n: string }>('select sum(view_count) as n from admin_tutorials')).rows[0]
        ?.n;
    await expect.poll(views, { timeout: 10_000 }).toBe('1');
    await page.getByRole('link', { name: 'Write to support' }).click();
    await message().waitFor();
  });

  it('says that there is no such article', async () => {
    await goWithin(page, `${ROUTES.help}?article=nowhere`);
    await page.getByText('Article not found').waitFor();
  });
});

describe('the diagnostics', () => {
  beforeEach(() => tab('Feedback'));

  it('are read in full, saved to a file, and sent only when that is ticked, word for word', async () => {
    const [plain, complete] = [unique('Without'), unique('With')];
    await page.getByRole('button', { name: 'Show diagnostics' }).click();
    const shown = page.getByRole('region', { name: 'Diagnostics, as they would be sent' });
    await shown.getByText(/^SoundDesk diagnostics/).waitFor();
    const text = (await shown.textContent()) ?? '';
    for (const title of ['Program', 'Audio engine', 'Devices', 'Settings', 'Log'])
      expect(text).toContain(title);
    expect(text).not.toContain(EMAIL);
    expect(text).not.toContain(accounts.host.token);
    expect(await app.axeFindings()).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save to a file' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('sounddesk-diagnostics.txt');
    expect(readFileSync(await file.path(), 'utf8')).toBe(text);
    await message().fill(plain);
    await send().click();
    await page.getByText('Thank you for your feedback!').waitFor();
    await page.getByRole('switch', { name: 'Send with my feedback' }).click();
    await message().fill(complete);
    await page.getByText(/With the diagnostics\.$/).waitFor();
    await send().click();
    await page.getByText('Thank you for your feedback!').waitFor();
    const { rows } = await accounts.owner.query(
      'select message, diagnostics from sounddesk_feedback where message = any($1) order by created_at',
      [[plain, complete]],
    );
    expect(rows).toEqual([
      { message: plain, diagnostics: null },
      { message: complete, diagnostics: text },
    ]);
  });
});

describe('feedback', () => {
  beforeEach(() => tab('Feedback'));

  it('is sent with its author, type, rating and address, and thanks for three seconds', async () => {
    const text = unique('It hums.');
    expect(await send().isDisabled()).toBe(true);
    await message().fill('  \n ');
    expect(await send().isDisabled()).toBe(true);
    await message().fill(`  ${text}\n`);
    await page.getByRole('radio', { name: 'Bug' }).click();
    for (const label of ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent']) {
      await page.getByRole('radio', { name: new RegExp(`^${label}, \\d star`) }).click();
      await page.getByText(label).waitFor();
    }
    await page.getByRole('radio', { name: 'Very Good, 4 stars' }).click();
    await page.getByLabel('E-mail').fill('reply@example.com');
    await send().click();
    await page.getByText('Thank you for your feedback!').waitFor();
    expect(await stored(text)).toEqual([
      { author: EMAIL, type: 'bug', rating: 4, email: 'reply@example.com', status: 'pending' },
    ]);
    await message().waitFor();
    expect(await message().inputValue()).toBe('');
    expect(await page.getByText('no rating').isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });

  it('needs no rating and no address, and takes neither a wrong one nor too many words', async () => {
    const text = unique('Only words');
    await message().fill(text);
    await page.getByRole('radio', { name: /^Good/ }).click();
    await page.getByRole('radio', { name: /^Good/ }).click();
    await page.getByLabel('E-mail').fill('nobody');
    await send().click();
    await page.getByText(/^Enter a valid e-mail address, or/).waitFor();
    expect(await app.axeFindings()).toEqual([]);
    await page.getByLabel('E-mail').fill('');
    await message().fill('x'.repeat(10_001));
    await page.getByText('The message is 1 character too long. It can have 10,000.').waitFor();
    await send().click();
    expect(await stored('x'.repeat(10_001))).toEqual([]);
    await message().fill(text);
    await send().click();
    await page.getByText('Thank you for your feedback!').waitFor();
    expect(await stored(text)).toMatchObject([{ rating: null, email: null, type: 'general' }]);
  });

  it('that was refused says why, and keeps what was typed, also over a reload', async () => {
    const text = unique('Refused');
    accounts.faults.route(FUNCTION, (route) => route.fulfill({ status: 500, body: 'oops' }));
    await message().fill(text);
    await send().click();
    await page.getByRole('alert').getByText('Failed to submit feedback').waitFor();
    accounts.faults.unroute(FUNCTION);
    accounts.faults.route(FUNCTION, (route) =>
      route.fulfill({
        status: 429,
        json: { success: false, error: { code: 'X', message: 'Too many tries.' } },
      }),
    );
    await send().click();
    await page.getByRole('alert').getByText('Too many tries.').waitFor();
    await page.reload();
    expect(await message().inputValue()).toBe(text);
    accounts.faults.unroute(FUNCTION);
    await send().click();
    await page.getByText('Thank you for your feedback!').waitFor();
    expect(await stored(text)).toHaveLength(1);
  });

  it('is kept while the server is away, over a reload, and sent on its own, once, in two tabs', async () => {
    const text = unique('Written offline');
    accounts.faults.route(FUNCTION, (route) => route.abort());
    await message().fill(text);
    await send().click();
    await page.getByText('Kept on this device').waitFor();
    await page.getByRole('region', { name: 'Waiting to be sent (1)' }).getByText(text).waitFor();
    expect(await app.axeFindings()).toEqual([]);
    await page.reload();
    await page.getByRole('region', { name: 'Waiting to be sent (1)' }).getByText(text).waitFor();
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByRole('region', { name: 'Waiting to be sent (1)' }).waitFor();
    accounts.faults.unroute(FUNCTION);
    const backOnline = (where: Page) => where.evaluate(() => window.dispatchEvent(new Event('online')));
    await Promise.all([backOnline(page), backOnline(second)]);
    await page.getByRole('region', { name: /^Waiting to be sent/ }).waitFor({ state: 'detached' });
    await second.getByRole('region', { name: /^Waiting to be sent/ }).waitFor({ state: 'detached' });
    expect(await stored(text)).toMatchObject([{ author: EMAIL, status: 'pending' }]);
  });

  it('is kept where the server never answers, and shown to nobody else here', async () => {
    const text = unique('No answer');
    onTestFinished(signInAnew);
    accounts.faults.route(FUNCTION, () => undefined);
    await message().fill(text);
    await send().click();
    await page.getByText('Kept on this device').waitFor({ timeout: 20_000 });
    await app.signOut();
    accounts.faults.unroute(FUNCTION);
    await enterSignedUp(page, accounts.host, `other-${randomUUID()}@example.com`);
    await page.getByRole('link', { name: 'Help & Support' }).click();
    await tab('Feedback');
    await page.getByText(/^Written under another account/).waitFor();
    expect(await page.getByText(text).count()).toBe(0);
    expect(await stored(text)).toEqual([]);
    await app.signOut();
    await app.signIn(EMAIL);
    await app.atDashboard();
    await page.getByText('The feedback that was kept on this device was sent').waitFor();
    expect(await stored(text)).toMatchObject([{ author: EMAIL }]);
  });

  it('that waits can be discarded, after a question', async () => {
    accounts.faults.route(FUNCTION, (route) => route.abort());
    await message().fill(unique('Never mind'));
    await send().click();
    await page.getByRole('button', { name: /^Discard the feedback of / }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('region', { name: /^Waiting to be sent/ }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('sounddesk.feedback'))).toBeNull();
  });
});

const overflow = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
