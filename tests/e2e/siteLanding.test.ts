import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
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

  it('compares with others, and says when and where that was read', async () => {
    await open(WINDOWS);
    const section = page.getByRole('region', { name: 'Beside others' });
    expect(await section.getByRole('columnheader').allInnerTexts()).toEqual([
      'SoundDesk',
      'Krisp',
      'NoiseTorch',
    ]);
    await page.getByText('as of November 2026').waitFor();
    const sources = section.getByRole('row', { name: /^Source/ }).getByRole('link');
    for (const link of await sources.all()) expect(await link.getAttribute('href')).toMatch(/^https:\/\//);
    expect(await sources.count()).toBeGreaterThan(1);
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
