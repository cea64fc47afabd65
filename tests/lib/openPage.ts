import type { Browser, BrowserContextOptions, Page } from 'playwright';

/** A page of a new context, as most tests of screens want it. It ends with `page.context().close()`. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
}
