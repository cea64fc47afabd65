import type { Browser, BrowserContextOptions, Page } from 'playwright';

type PageOptions = Pick<BrowserContextOptions, 'permissions' | 'viewport'>;

/** A page for each test of a file. */
interface FreshPages {
  open(browser: Browser): Promise<Page>;
  /** Takes away all that a test left. */
  clear(): Promise<void>;
}

const VIEWPORT = { width: 1440, height: 900 };

/**
 * One page for all tests of a file, as new for each of them: its process has the app read and compiled, which is half of
 * what a context for each test costs. What stays: a script that a test adds, unless it takes the script away (`dispose`),
 * and a route of web sockets, which wants a page beside this one.
 */
export function createFreshPages({ permissions = [], viewport = VIEWPORT }: PageOptions = {}): FreshPages {
  let page: Page | undefined;
  const origins = new Set<string>();
  return {
    async open(browser) {
      if (page) return page;
      const context = await browser.newContext({ viewport, permissions, reducedMotion: 'reduce' });
      page = await context.newPage();
      page.on('framenavigated', (frame) => {
        const { origin, protocol } = new URL(frame.url());
        if (frame.parentFrame() === null && protocol.startsWith('http')) origins.add(origin);
      });
      return page;
    },
    async clear() {
      const used = page;
      if (!used) return;
      try {
        await leave(used);
        for (const origin of origins) await forget(used, origin);
        await used.context().clearPermissions();
        await used.context().grantPermissions(permissions);
        if (viewport) await used.setViewportSize(viewport);
      } catch {
        // A page that has crashed, or an origin that has gone with its server: the next test has a new page.
        await used.context().close();
        page = undefined;
      }
      origins.clear();
    },
  };
}

/** Ends what a test began on its page and beside it. */
async function leave(page: Page): Promise<void> {
  const context = page.context();
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  for (const event of [
    'console',
    'dialog',
    'download',
    'pageerror',
    'request',
    'response',
    'websocket',
  ] as const)
    page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: null, forcedColors: null, media: null, reducedMotion: 'reduce' });
  await page.mouse.move(0, 0);
}

/** Everything of an origin that outlives its pages: both storages, databases, files, caches. */
async function forget(page: Page, origin: string): Promise<void> {
  // A page of the same origin that runs no script: nothing writes after this.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(() => sessionStorage.clear());
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}
