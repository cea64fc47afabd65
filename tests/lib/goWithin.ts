import type { Page } from 'playwright';

/**
 * Leads the app to an address of its own without a load, as a link in it does: for tests that are not about what a load
 * does. A load is some ten times as dear.
 */
export async function goWithin(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, route);
}
