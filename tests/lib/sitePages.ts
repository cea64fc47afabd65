import type { Page } from 'playwright';
import { expect } from 'vitest';
import { axeFindingsOf } from './axe.ts';

/** A public page that is open: three widths in both themes without a sideways scroll, and nothing that axe finds. */
export async function expectToFit(page: Page): Promise<void> {
  for (const [colour, axeWidths] of [
    ['Switch to the light theme', [360, 1440]],
    ['Switch to the dark theme', [768]],
  ] as const) {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      // The page may still be coming alive, or a font on its way: what counts is how it is then.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 10_000 })
        .toBeLessThanOrEqual(width);
      if (axeWidths.some((axeWidth) => axeWidth === width)) expect(await axeFindingsOf(page)).toEqual([]);
    }
    await page.getByRole('button', { name: colour }).click();
  }
}
