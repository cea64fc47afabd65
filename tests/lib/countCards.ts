import type { Page } from 'playwright';

/** The cards above a list: what each counts, and how many. */
export async function countCards(page: Page, label: string): Promise<Record<string, string>> {
  const cards = page.locator(`dl[aria-label="${label}"]`);
  const [names, counts] = await Promise.all([
    cards.locator('dt').allTextContents(),
    cards.locator('dd').allTextContents(),
  ]);
  return Object.fromEntries(names.map((name, index) => [name, counts[index] ?? '']));
}
