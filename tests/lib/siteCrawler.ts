import type { BrowserContext, Locator, Page } from 'playwright';

/** What a crawler presses. What is chosen already does nothing by right, and what is disabled cannot be pressed. */
const PRESSED = [
  'button:enabled:not([aria-pressed=true]):not([aria-selected=true]):not([aria-checked=true])',
  'summary',
  '[role=tab]:not([aria-selected=true])',
  'input[type=radio]:enabled:not(:checked)',
  'input[type=checkbox]:enabled',
].join(',');

const WAIT_MS = 20_000;
/** Within it something must come of a press. */
const EFFECT_MS = 5000;

export interface Crawled {
  /** What was done, and where. */
  pressed: string[];
  followed: string[];
  /** Dead buttons and links, errors of pages. */
  findings: string[];
}

/** A page that is watched: errors of its own and of its console are findings of where it is. */
export async function openWatched(context: BrowserContext, crawled: Crawled): Promise<Page> {
  const page = await context.newPage();
  const notify = (text: string) => void crawled.findings.push(`${pathOf(page.url())}: ${text}`);
  page.on('console', (message) => message.type() === 'error' && notify(message.text()));
  page.on('pageerror', (error) => notify(error.message));
  await page.addInitScript(() => {
    // Printing would wait for nobody.
    window.print = () => void (document.documentElement.dataset.printed = String(Date.now()));
    localStorage.setItem(
      'sounddesk-consent',
      localStorage.getItem('sounddesk-consent') ??
        JSON.stringify({ preferences: false, analytics: false, decidedAtMs: Date.now() }),
    );
  });
  return page;
}

/** Opens an address, and waits until its page lives. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await settle(page);
}

/** Nothing waits any more, and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ timeout: WAIT_MS });
  await page.locator('#root').waitFor({ state: 'attached', timeout: WAIT_MS });
  await page.waitForFunction(
    () =>
      document.querySelectorAll('#root').length === 1 &&
      // A page that was drawn ahead has every button disabled until it lives.
      (document.querySelector('header button:enabled') !== null || !document.querySelector('header button')),
    undefined,
    { timeout: WAIT_MS },
  );
  await page.waitForLoadState('networkidle');
}

/**
 * Presses every button in `scope`, and those that come with the first press of each: of every press something must come
 * that can be seen, or a request. `isLeftOut`: by the name of a button that another test presses.
 */
export async function pressAll(
  page: Page,
  url: string,
  scope: string,
  crawled: Crawled,
  isLeftOut: (name: string) => boolean = () => false,
): Promise<void> {
  const open = async () => {
    await visit(page, url);
    return namesIn(page.locator(scope));
  };
  const all = await open();
  for (const [index, name] of all.entries()) {
    if (isLeftOut(name)) continue;
    // What was pressed before may have taken this one away: then the page starts again.
    if (
      (await namesIn(page.locator(scope)))[index] !== name ||
      new URL(page.url()).pathname !== new URL(url).pathname
    )
      if ((await open())[index] !== name) {
        crawled.findings.push(`${pathOf(url)}: "${name}" is not there any more`);
        continue;
      }
    await press(page, page.locator(scope).locator(PRESSED).locator('visible=true').nth(index), name, crawled);
    await page.keyboard.press('Escape');
  }
}

async function press(page: Page, button: Locator, name: string, crawled: Crawled): Promise<void> {
  const where = pathOf(page.url());
  let requests = 0;
  const count = () => void (requests += 1);
  const before = await stillState(page);
  page.on('request', count);
  try {
    await button.click({ timeout: EFFECT_MS });
    const endMs = Date.now() + EFFECT_MS;
    while (requests === 0 && (await stateOf(page)) === before) {
      if (Date.now() > endMs) {
        crawled.findings.push(`${where}: nothing comes of "${name}"`);
        return;
      }
      await page.waitForTimeout(50);
    }
    crawled.pressed.push(`${where}: ${name}`);
  } catch (error) {
    crawled.findings.push(`${where}: "${name}" cannot be pressed: ${String(error).split('\n')[0]}`);
  } finally {
    page.off('request', count);
  }
}

/** Follows each link that was not followed yet by a click, and says which lead nowhere. */
export async function followAll(
  page: Page,
  url: string,
  crawled: Crawled,
  known: {
    seen: Set<string>;
    isForeignAllowed: (href: string) => boolean;
    isPublic: (path: string) => boolean;
  },
): Promise<void> {
  await visit(page, url);
  const { origin } = new URL(url);
  const hrefs = await page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  for (const href of new Set(hrefs)) {
    const target = new URL(href);
    if (target.origin !== origin) {
      if (!known.isForeignAllowed(href)) crawled.findings.push(`${pathOf(url)}: leads to ${href}`);
      continue;
    }
    const address = `${target.pathname}${target.search}${target.hash}`;
    if (known.seen.has(address)) continue;
    if (page.url() !== url) await visit(page, url);
    await page.evaluate((wanted) => {
      const link = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].find(
        (one) => one.href === wanted,
      );
      link?.click();
    }, href);
    // What led nowhere leads nowhere from the next page too.
    if (!(await hasArrived(page, target, crawled, known.isPublic))) continue;
    known.seen.add(address);
    crawled.followed.push(address);
  }
}

async function hasArrived(
  page: Page,
  target: URL,
  crawled: Crawled,
  isPublic: (path: string) => boolean,
): Promise<boolean> {
  const notify = (text: string) => void crawled.findings.push(`${pathOf(target.href)}: ${text}`);
  try {
    await page.waitForFunction(
      ({ pathname, isApp }) =>
        // The app leads visitors on, to sign in for example; never back to the front page.
        (isApp
          ? !location.pathname.endsWith('/landing')
          : location.pathname.replace(/(.)\/$/, '$1') === pathname) && document.querySelector('h1') !== null,
      { pathname: target.pathname.replace(/(.)\/$/, '$1'), isApp: !isPublic(target.pathname) },
      { timeout: WAIT_MS },
    );
    await settle(page);
  } catch {
    notify(`does not come: ${pathOf(page.url())}`);
    return false;
  }
  const anchor = decodeURIComponent(target.hash.slice(1));
  if (anchor === '') return true;
  try {
    // The address changes first; the page that it leads to may have to be loaded.
    await page.locator(`[id="${anchor}"]`).waitFor({ state: 'attached', timeout: WAIT_MS });
    return true;
  } catch {
    notify('has no such section');
    return false;
  }
}

const namesIn = (scope: Locator): Promise<string[]> =>
  scope
    .locator(PRESSED)
    .locator('visible=true')
    .evaluateAll((elements) =>
      elements.map(
        (element) =>
          (element.getAttribute('aria-label') ?? (element as HTMLElement).innerText ?? '').trim() ||
          (element.closest('label')?.innerText ?? element.id),
      ),
    );

/** Whatever a visitor could see of the page, in short. Focus is none of it: every press moves it. */
const stateOf = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')];
      const text = JSON.stringify([
        location.href,
        document.documentElement.outerHTML,
        fields.map(({ value, checked }) => [value, checked]),
        [...document.querySelectorAll('details')].map(({ open }) => open),
        [scrollX, scrollY],
        { ...localStorage },
      ]);
      let hash = 0;
      for (let index = 0; index < text.length; index++)
        hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
      return `${text.length} ${hash}`;
    })
    // On its way to another page.
    .catch(() => 'gone');

/** The state once it has stood still: what moves on its own is no effect of a press. */
async function stillState(page: Page): Promise<string> {
  const endMs = Date.now() + EFFECT_MS;
  let before = await stateOf(page);
  for (;;) {
    await page.waitForTimeout(60);
    const now = await stateOf(page);
    if (now === before || Date.now() > endMs) return now;
    before = now;
  }
}

const pathOf = (url: string) => {
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${search}${hash}`;
};
