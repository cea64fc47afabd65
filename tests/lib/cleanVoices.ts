import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { axeFindingsOf } from './axe.ts';
import { keepScreenshot } from './looks.ts';
import { whileMoving } from './whileMoving.ts';

/** Cleans the voices of the newest recording that is listed there, and plays it before and after. Its player stays open. */
export async function cleanVoicesOf(listed: Locator, page: Page, screenshot: string): Promise<Locator> {
  await listed
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  const player = page.getByRole('region', { name: /^Player of / });
  await player.getByRole('button', { name: 'Clean voices…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Clean voices of / });
  await dialog.getByRole('slider', { name: 'Sensitivity' }).waitFor();
  await dialog.getByRole('button', { name: 'Clean voices' }).click();
  const again = player.getByRole('button', { name: 'Clean again…' });
  await whileMoving(dialog.getByRole('progressbar'), again);
  await dialog.waitFor({ state: 'detached' });
  for (const side of ['Before', 'After']) {
    const choice = player.getByRole('radio', { name: side });
    await choice.click();
    await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true');
  }
  expect(await player.getByRole('alert').count()).toBe(0);
  await expect.poll(() => page.locator('[data-sonner-toast]').count(), { timeout: 20_000 }).toBe(0);
  expect(await axeFindingsOf(page)).toEqual([]);
  await keepScreenshot(page, screenshot);
  return player;
}
