import { join } from 'node:path';
import type { Page } from 'playwright';

/** Screenshots of a page in both themes and three widths, where they are wanted. */
export async function photographPage(page: Page, name: string): Promise<void> {
  const folder = process.env.SOUNDDESK_SCREENSHOTS;
  if (folder === undefined) return;
  const before = await page.evaluate(() => document.documentElement.className);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((look) => (document.documentElement.className = look), theme);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // Colours change in a moment.
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage: true });
    }
  }
  await page.evaluate((look) => (document.documentElement.className = look), before);
  await page.setViewportSize({ width: 1440, height: 900 });
}
