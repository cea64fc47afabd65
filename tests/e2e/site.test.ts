import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

const PAGES = [
  [ROUTES.pricing, 'Simple per-user pricing'],
  [ROUTES.privacyPolicy, 'Privacy Policy'],
  [ROUTES.termsOfService, 'Terms of Service'],
  [ROUTES.cookiePolicy, 'Cookie Policy'],
] as const;

let studio: WebStudio;
let browser: Browser;
let page: Page;
let problems: string[];
let foreign: string[];

beforeAll(async () => {
  studio = await startWebStudio([]);
  browser = studio.browser;
});
afterAll(() => studio?.close());
beforeEach(async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  problems = [];
  foreign = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(studio.origin)) foreign.push(request.url());
  });
});
afterEach(async () => {
  // Before consent nothing comes from elsewhere and no cookie is set.
  expect(foreign).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(problems).toEqual([]);
  await page.context().close();
});

const open = (path: string) => page.goto(`${studio.origin}${path}`);
const axeFindings = async () => await axeFindingsOf(page);

describe('the public pages', () => {
  it.each(PAGES)('%s fits three widths in both themes, without findings', async (path, heading) => {
    await open(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    for (const colour of ['Switch to the light theme', 'Switch to the dark theme']) {
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        const hasColoursOnly = colour === 'Switch to the dark theme';
        expect(await axeFindingsOf(page, { hasColoursOnly })).toEqual([]);
      }
      await page.getByRole('button', { name: colour }).click();
    }
  });

  it('link to one another, and begin at their top', async () => {
    await open(ROUTES.termsOfService);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('article').getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL(`${studio.origin}${ROUTES.landing}`);
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await page.getByRole('heading', { level: 1, name: 'Simple per-user pricing' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Download' }).click();
    const section = page.locator('#download');
    await section.waitFor();
    await expect.poll(async () => (await section.boundingBox())?.y ?? Infinity).toBeLessThan(100);
  });
});

describe('pricing', () => {
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name }) });

  it('shows the one price list, monthly and yearly, with what is saved', async () => {
    await open(ROUTES.pricing);
    const prices = async () =>
      Promise.all(['Essential', 'Professional', 'Enterprise'].map((name) => card(name).innerText()));
    for (const [index, price] of ['$10', '$14', '$22'].entries())
      expect((await prices())[index]).toContain(`${price}\nper user/month`);
    const choice = page.getByRole('radio', { name: 'Yearly Save 15%' });
    // Until the page has come alive it cannot be chosen.
    await expect.poll(() => choice.isEnabled(), { timeout: 30_000 }).toBe(true);
    await choice.focus();
    await page.keyboard.press('Space');
    await page.getByText('per user/year').first().waitFor();
    const yearly = [
      ['$102', '$18'],
      ['$142', '$26'],
      ['$224', '$40'],
    ] as const;
    for (const [index, [price, saved]] of yearly.entries()) {
      expect((await prices())[index]).toContain(`${price}\nper user/year`);
      expect((await prices())[index]).toContain(`Save ${saved} a year compared with monthly`);
    }
  });

  it('answers six questions, and compares the limits', async () => {
    await open(ROUTES.pricing);
    const questions = page.getByRole('group').filter({ has: page.locator('summary') });
    await questions.first().waitFor();
    expect(await questions.count()).toBe(6);
    await questions.first().locator('summary').press('Enter');
    await page.getByText(/nothing is charged/).waitFor();
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
    const compared = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
    );
    expect(compared).toEqual([
      ['Audio tracks', '1', '4', 'Unlimited'],
      ['Video sources', '1', '2', 'Unlimited'],
      ['Live broadcasting', 'No', 'Yes', 'Yes'],
      ['Voice AI', 'No', 'Yes', 'Yes'],
      ['API access', 'No', 'No', 'Yes'],
      ['API calls a month', '1,000', '100,000', 'Unlimited'],
      ['Team management', 'None', 'Basic', 'Advanced'],
      ['Support', 'Email', 'Priority', 'Dedicated'],
    ]);
  });

  it('takes visitors to the sign-in page', async () => {
    await open(ROUTES.pricing);
    await card('Professional').getByRole('link', { name: 'Subscribe Now to Professional' }).click();
    await page.waitForURL(`${studio.origin}${ROUTES.auth}`);
  });

  it('opens the subscribe dialog for who is signed in, which leads on to the billing screen', async () => {
    await page.addInitScript(() => localStorage.setItem('sb-test-auth-token', '{}'));
    await open(ROUTES.pricing);
    const button = page.getByRole('button', { name: 'Subscribe Now to Enterprise' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Subscribe to Enterprise' });
    await dialog.getByText('$22').waitFor();
    expect(await dialog.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
      `${ROUTES.billing}?plan=enterprise&cycle=monthly`,
    );
    expect(await axeFindings()).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // It opens again after Escape, too.
    await button.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});

describe('the choice of cookies', () => {
  it('is nothing at first, is kept, and is taken back as easily', async () => {
    await open(ROUTES.cookiePolicy);
    const status = page.getByRole('status');
    await status.getByText(/^Nothing was chosen in this browser yet/).waitFor();
    const manage = page.getByRole('button', { name: 'Manage Cookie Preferences' });
    await manage.click();
    const dialog = page.getByRole('dialog', { name: 'Your choice' });
    expect(await axeFindings()).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Analytics' }).check();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await status.getByText(/^Chosen in this browser on/).waitFor();
    await page.reload();
    await manage.click();
    expect(await dialog.getByRole('checkbox', { name: 'Analytics' }).isChecked()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: 'Preferences' }).isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Only what is necessary' }).click();
    await manage.click();
    expect(await dialog.getByRole('checkbox', { name: 'Analytics' }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
  });

  it('stays off where the browser keeps nothing, and says so', async () => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await open(ROUTES.cookiePolicy);
    await page.getByRole('button', { name: 'Manage Cookie Preferences' }).click();
    await page.getByRole('button', { name: 'Save my choice' }).click();
    await page.getByText(/the optional groups stay off/).waitFor();
  });
});
