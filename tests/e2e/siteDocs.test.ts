import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { expectToFit } from '../lib/sitePages.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

let studio: WebStudio;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  studio = await startWebStudio([]);
  browser = studio.browser;
});
afterAll(() => studio?.close());
beforeEach(async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  problems = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  expect(await page.context().cookies()).toEqual([]);
  expect(problems).toEqual([]);
  await page.context().close();
});

const open = (path: string) => page.goto(`${studio.origin}${path}`);
const search = () => page.getByRole('textbox', { name: 'Search the help' });

describe('the documentation and the help center', () => {
  it.each([
    [ROUTES.documentation, 'Documentation'],
    [ROUTES.helpCenter, 'How can we help?'],
    [ROUTES.apiReference, 'API reference'],
    [ROUTES.simple, 'Hear the noise go.'],
    [`${ROUTES.documentation}/latency`, 'Latency and how it is measured'],
  ])('%s fits three widths in both themes, without findings', async (path, heading) => {
    await open(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expectToFit(page);
  });

  it('finds while one types, by keyboard alone, and finds its way back', async () => {
    await open(ROUTES.documentation);
    await search().fill('certificate');
    await page.getByRole('list', { name: 'Results' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Takes and their certificates' }).waitFor();
    await page.locator('mark').first().waitFor();
    await page.getByRole('link', { name: 'Search results' }).click();
    await page.getByRole('list', { name: 'Results' }).waitFor();
    expect(await search().inputValue()).toBe('certificate');
    await search().press('Escape');
    await page.getByRole('heading', { level: 2, name: 'Getting started' }).waitFor();
  });

  it('leads on from the help center, and says who is in the chat and when', async () => {
    await open(ROUTES.helpCenter);
    await page.getByText(/nobody else is in the chat.*9 AM to 6 PM EST/).waitFor();
    for (const name of ['Getting started', 'Sound and programs', 'Recordings', 'Account and privacy'])
      await page.getByRole('heading', { level: 2, name }).waitFor();
    for (const name of ['What is asked most', 'Not found?'])
      expect(
        await page.getByRole('region', { name }).getByRole('heading', { level: 3 }).count(),
      ).toBeGreaterThan(2);
    const links = page.getByRole('navigation', { name: 'Quick links' });
    for (const name of ['Download', 'Pricing', 'API reference', 'Status', 'GDPR data rights'])
      await links.getByRole('link', { name }).waitFor();
    await links.getByRole('link', { name: 'Pricing' }).click();
    await page.waitForURL(`**${ROUTES.pricing}`);
  });

  it('takes what is typed as text, and says when there is nothing', async () => {
    await open(ROUTES.helpCenter);
    await search().fill('<img src=x onerror=alert(1)>');
    await page.getByText('Nothing was found for “<img src=x onerror=alert(1)>”').waitFor();
    await page.getByRole('link', { name: 'Ask us' }).waitFor();
  });

  it('shows code in the section "api" alone, and copies it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(ROUTES.documentation);
    const copy = page.getByRole('button', { name: /^Copy the command/ });
    await copy.first().waitFor();
    expect(await copy.count()).toBe(await page.locator('#api').getByRole('button').count());
    await copy.first().click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('npx sounddesk clean');
  });

  it('names the calls of each plan, and copies a call of the API', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(ROUTES.apiReference);
    const tiers = page
      .getByRole('main')
      .getByRole('definition')
      .filter({ hasText: /^(1,000|100,000|Unlimited)$/ });
    expect(await tiers.allTextContents()).toEqual(['1,000', '100,000', 'Unlimited']);
    const copy = page.getByRole('button', { name: /^Copy the call of / });
    await expect.poll(() => copy.count()).toBe(4);
    await copy.first().click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      '/api/v1/audio/noise-cancellation/start',
    );
  });

  it('has four categories of help, and three steps beside the demonstration', async () => {
    await open(ROUTES.helpCenter);
    for (const name of ['Getting started', 'Sound and programs', 'Recordings', 'Account and privacy'])
      await page.getByRole('region', { name }).getByRole('link').first().waitFor();
    await open(ROUTES.simple);
    for (const name of ['Choose a microphone', 'Press the large button', 'Speak, or record'])
      await page.getByRole('heading', { level: 3, name }).waitFor();
    await page.getByText('Free: 30 minutes of noise cancellation a day.').waitFor();
  });

  it('prints an article alone', async () => {
    await open(`${ROUTES.documentation}/latency`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('article').isVisible()).toBe(true);
  });

  it('leads from an article that there is not to those that there are', async () => {
    await open(`${ROUTES.documentation}/no-such-article`);
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
  });
});
