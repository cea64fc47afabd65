import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { axeFindingsOf, showTheme } from './axe.ts';

/** Where the looks are kept, if anywhere. */
const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;
const WIDTHS = [360, 768, 1440];

interface LooksOptions {
  /** Brings what is looked at into sight, at each width. */
  arrive?: () => Promise<unknown>;
  height?: number;
}

/**
 * Both themes at three widths: nothing is wider than the window, and axe finds nothing. The last theme and width stay.
 * Themes differ in their colours alone, so that in the second one axe looks at these.
 */
export async function expectGoodLooks(
  page: Page,
  name: string,
  { arrive = () => Promise.resolve(), height = 900 }: LooksOptions = {},
): Promise<void> {
  // A notice that fades away has any contrast.
  await expect.poll(() => page.locator('[data-sonner-toast]').count(), { timeout: 20_000 }).toBe(0);
  for (const theme of ['light', 'dark']) {
    await showTheme(page, theme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 10_000 })
        .toBeLessThanOrEqual(width);
      await arrive();
      await keepScreenshot(page, `${name}-${theme}-${width}`);
      expect(await axeFindingsOf(page, { hasColoursOnly: theme === 'dark' }), `${theme} ${width}`).toEqual(
        [],
      );
    }
  }
}

/** Keeps a screenshot of the page where they are wanted. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
}
