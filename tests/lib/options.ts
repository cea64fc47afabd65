import type { Page } from 'playwright';

/** What an open list of choices offers: it opens some time after the click. */
export async function readOptions(page: Page): Promise<string[]> {
  const options = page.getByRole('option');
  await options.first().waitFor();
  return options.allTextContents();
}

/** While a list is open, the rest of the page has no roles: who reads on too early finds nothing. */
export async function closeOptions(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}
