import type { BrowserContext, Page } from 'playwright';
import { OTHERS } from '../../src-renderer/site/compare/products.ts';
import { isPublicPath, PUBLIC_ROUTES, ROUTES } from '../../src-shared/domain/routes.ts';
import { startAccountsHost, type AccountsHost } from './accountsHost.ts';
import { followAll, openWatched, pressAll, visit, type Crawled } from './siteCrawler.ts';
import { startWebStudio, type WebStudio } from './webStudio.ts';

/** Their forms need a server. */
const WITH_SERVER: readonly string[] = [ROUTES.status, ROUTES.contact, ROUTES.gdpr];
/** The one place from which pages lead elsewhere: the sources of the comparison. */
const COMPARED_PAGES = new Set<string | null>(
  OTHERS.flatMap(({ pricesUrl, sources }) => [pricesUrl, ...sources]),
);
const WIDTHS = [360, 768, 1440];
/** A page follows its window at once, but not in the same frame. */
const FIT_MS = 5000;
/** What is around every page: looked at on one of them. */
const AROUND = ['header', 'footer', 'main ~ div'];

/** What of a page is tried. */
export type CrawlKind = 'links' | 'buttons' | 'looks';
export const CRAWL_KINDS: readonly CrawlKind[] = ['links', 'buttons', 'looks'];
export { PUBLIC_ROUTES };

export interface SiteCrawl {
  /** Tries one page. What was followed on an earlier page is not followed again. */
  crawl(route: string, kind: CrawlKind): Promise<Crawled>;
  /** The buttons around every page. */
  pressAround(): Promise<Crawled>;
  close(): Promise<void>;
}

/** A visitor of the built public site, with a microphone that hums, and a server behind the forms. */
export async function startSiteCrawl(): Promise<SiteCrawl> {
  const studio = await startWebStudio([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ]);
  const accounts = await startAccountsHost();
  const context = await studio.browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['microphone'],
  });
  const known = {
    seen: new Set<string>(),
    isForeignAllowed: (href: string) => COMPARED_PAGES.has(href),
    isPublic: isPublicPath,
  };
  const onPage = (act: (page: Page, crawled: Crawled) => Promise<void>) => watched(context, act);
  return {
    crawl: (route, kind) =>
      onPage((page, crawled) => {
        if (kind === 'links') return followAll(page, `${studio.origin}${route}`, crawled, known);
        const address = addressOf(route, studio, accounts);
        return kind === 'buttons' ? pressAll(page, address, 'main', crawled) : look(page, address, crawled);
      }),
    pressAround: () =>
      onPage(async (page, crawled) => {
        for (const scope of AROUND)
          await pressAll(page, `${studio.origin}${ROUTES.cookiePolicy}`, scope, crawled);
      }),
    async close() {
      await studio.close();
      await accounts.close();
    },
  };
}

async function watched(
  context: BrowserContext,
  act: (page: Page, crawled: Crawled) => Promise<void>,
): Promise<Crawled> {
  const crawled: Crawled = { pressed: [], followed: [], findings: [] };
  const page = await openWatched(context, crawled);
  try {
    await act(page, crawled);
  } finally {
    await page.close();
  }
  return crawled;
}

/** With the token that opens the host, where the page has a part that needs it. */
function addressOf(route: string, studio: WebStudio, accounts: AccountsHost): string {
  if (!WITH_SERVER.includes(route)) return `${studio.origin}${route}`;
  const { origin, hash } = new URL(accounts.host.address);
  return `${origin}${route}${hash}`;
}

/** Both themes at three widths: nothing is wider than the window. */
async function look(page: Page, address: string, { findings }: Crawled): Promise<void> {
  await visit(page, address);
  // It begins with the one that the visitor chose last.
  for (let theme = 0; theme < 2; theme++) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const fits = page.waitForFunction((most) => document.documentElement.scrollWidth <= most, width, {
        timeout: FIT_MS,
      });
      await fits.catch(() => findings.push(`${new URL(address).pathname}: wider than ${width}`));
    }
    await page.getByRole('button', { name: /^Switch to the (light|dark) theme$/ }).click();
  }
}
