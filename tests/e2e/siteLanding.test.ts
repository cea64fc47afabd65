import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { expectToFit } from '../lib/sitePages.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

const WAIT = { timeout: 30_000 };
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0';

let studio: WebStudio;
let page: Page;
beforeAll(async () => {
  studio = await startWebStudio([]);
});
afterAll(() => studio.close());
afterEach(() => page.context().close());

async function open(userAgent: string): Promise<void> {
  const context = await studio.browser.newContext({ userAgent });
  page = await context.newPage();
  await page.goto(`${studio.origin}${ROUTES.landing}`);
  await expect
    .poll(() => page.getByRole('button', { name: 'Use my microphone' }).isEnabled(), WAIT)
    .toBe(true);
}

describe('the landing page', () => {
  it('fits three widths in both themes', async () => {
    await open(WINDOWS);
    await expectToFit(page);
  });

  it('leads to the sign-in page, to a new account and to a license', async () => {
    await open(WINDOWS);
    const hrefOf = (name: string, area: 'banner' | 'main' | 'contentinfo') =>
      page.getByRole(area).getByRole('link', { name }).first().getAttribute('href');
    expect(await hrefOf('Sign In', 'banner')).toBe(ROUTES.auth);
    expect(await hrefOf('Get Started', 'banner')).toBe(`${ROUTES.auth}?mode=signup`);
    expect(await hrefOf('Start 14-Day Free Trial', 'main')).toBe(`${ROUTES.auth}?mode=signup`);
    expect(await hrefOf('Request Download & License', 'main')).toBe(`${ROUTES.auth}?mode=signup`);
    expect(await hrefOf('Download with License Key', 'main')).toBe(`${ROUTES.contact}?type=license_request`);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of ['Sign In', 'Get Started'])
        expect(await page.getByRole('banner').getByRole('link', { name }).isVisible()).toBe(true);
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'License keys' }).click();
    await page.getByRole('heading', { level: 1, name: 'License keys' }).waitFor();
    expect(page.url()).toBe(`${studio.origin}${ROUTES.licenceKeys}`);
    await expectToFit(page);
  });

  it('shows the studio, and says what it records', async () => {
    await open(WINDOWS);
    const section = page.getByRole('region', { name: 'A studio that proves it kept everything' });
    expect(await section.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      ...['Up to 32 microphones', '8 cameras and 4 screens', 'Clean before and after'],
      'A certificate for every take',
    ]);
    const image = section.getByRole('img', { name: /^Recording Studio while it records/ });
    await image.scrollIntoViewIfNeeded();
    expect(
      await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
    ).toBe(1208);
  });

  it('compares with others, and says when and where that was read', async () => {
    await open(WINDOWS);
    const section = page.getByRole('region', { name: 'How it compares' });
    expect(await section.getByRole('columnheader').allInnerTexts()).toEqual([
      'SoundDesk',
      'Krisp',
      'NoiseTorch',
    ]);
    await page.getByText(/as of November 2026\.$/).waitFor();
    const sources = section.getByRole('row', { name: /^Source/ }).getByRole('link');
    for (const link of await sources.all()) expect(await link.getAttribute('href')).toMatch(/^https:\/\//);
    expect(await sources.count()).toBeGreaterThan(1);
  });

  it('keeps the address that a visitor leaves, and sign-up has it', async () => {
    await open(WINDOWS);
    const email = page.getByRole('textbox', { name: 'Your e-mail' });
    const go = page.getByRole('button', { name: 'Continue to sign-up' });
    await email.fill('ada');
    await go.click();
    await page
      .getByRole('alert')
      .getByText(/^Enter an e-mail address/)
      .waitFor();
    await email.fill('ada@example.org');
    await go.click();
    await page.waitForURL(`${studio.origin}${ROUTES.auth}?mode=signup`);
    await page.goto(`${studio.origin}${ROUTES.simple}`);
    await email.fill('ben@example.org');
    await email.press('Enter');
    await page.waitForURL(`${studio.origin}${ROUTES.auth}?mode=signup`);
  });

  it('compares and prices on the short page', async () => {
    await open(WINDOWS);
    await page.goto(`${studio.origin}${ROUTES.simple}`);
    await page.getByRole('region', { name: 'How it compares' }).getByRole('table').waitFor();
    await page.getByRole('button', { name: 'Show prices' }).click();
    const dialog = page.getByRole('dialog', { name: 'What it costs' });
    await dialog.getByText('$22').waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(4);
    expect(await axeFindingsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectToFit(page);
  });

  it('takes a request for the visitor’s system while it has no installer', async () => {
    await open(WINDOWS);
    const link = page.getByRole('link', { name: 'Request Windows Download' });
    await expect.poll(() => link.getAttribute('class'), WAIT).toContain('bg-accent');
    expect(
      await page.getByRole('link', { name: 'Request Mac Download' }).getAttribute('class'),
    ).not.toContain('bg-accent');
    await link.click();
    await page.waitForURL(`${studio.origin}${ROUTES.contact}?type=license_request`);
  });
});
