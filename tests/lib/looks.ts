import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { axeFindingsOf, showTheme } from './axe.ts';

/** Where the looks are kept, if anywhere. */
const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;
const WIDTHS = [360, 768, 1440];
const DARK_WIDTHS = [360, 1440];

interface LooksOptions {
  /** Brings what is looked at into sight, at each width. */
  arrive?: () => Promise<unknown>;
  height?: number;
}

/**
 * Both themes: at three widths nothing is wider than the window, and axe finds nothing. The dark theme and the last width
 * stay. Themes differ in their colours alone, so that in the second one axe looks at these, where screens differ most: as
 * narrow and as wide as they get.
 */
export async function expectGoodLooks(
  page: Page,
  name: string,
  { arrive = () => Promise.resolve(), height = 900 }: LooksOptions = {},
): Promise<void> {
  // A notice that fades away has any contrast.
  await expect.poll(() => page.locator('[data-sonner-toast]').count(), { timeout: 20_000 }).toBe(0);
  for (const width of WIDTHS) {
    await showTheme(page, 'light');
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 10_000 })
      .toBeLessThanOrEqual(width);
    await arrive();
    await keepScreenshot(page, `${name}-light-${width}`);
    expect(await axeFindingsOf(page), `light ${width}`).toEqual([]);
    if (!DARK_WIDTHS.includes(width)) continue;
    await showTheme(page, 'dark');
    await keepScreenshot(page, `${name}-dark-${width}`);
    expect(await axeFindingsOf(page, { hasColoursOnly: true }), `dark ${width}`).toEqual([]);
  }
}

/** Keeps a screenshot of the page where they are wanted. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
}
