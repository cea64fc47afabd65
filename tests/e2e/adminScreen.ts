/** What tests of admin screens have in common: the real backend, its super admin, and a page that must not fail. */
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { accountsPage } from './accountsPage.ts';

/** Where the looks are kept, if anywhere. */
const PICTURES = process.env.SOUNDDESK_PICTURES;
const WIDTHS = [360, 768, 1440];

interface AdminScreenOptions extends Pick<BrowserContextOptions, 'permissions'> {
  /** Emptied before each test. */
  tables: readonly string[];
}

/** Called at the top of a test file: starts and ends all of it with the file's tests. */
export function adminScreen({ tables, ...contextOptions }: AdminScreenOptions) {
  let browser: Browser;
  let accounts: AccountsHost;
  let admin: { email: string; password: string };
  let context: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
    const welcome = readWelcome(prepareBackendHome(accounts.dataDir).home);
    if (!welcome) throw new Error('the backend told no welcome');
    admin = welcome;
  });
  afterAll(async () => {
    await browser?.close();
    await accounts?.close();
  });
  beforeEach(async () => {
    // The books refuse to be emptied, whoever asks: for a test they are told to look away.
    for (const table of ['private.rate_limits', ...tables])
      await accounts.owner.query(
        `alter table ${table} disable trigger user; delete from ${table}; alter table ${table} enable trigger user`,
      );
    context = await browser.newContext({
      ...{ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
      ...contextOptions,
    });
    page = await context.newPage();
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
  });
  afterEach(async () => {
    expect(problems).toEqual([]);
    await context.close();
  });

  const axeFindings = async (): Promise<string[]> => {
    return axeFindingsOf(page);
  };
  const picture = async (name: string): Promise<void> => {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  };
  return {
    get accounts() {
      return accounts;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    /** Signs the super admin in and opens a screen by the menu; `address`: of another host of the same accounts. */
    async open(link: string, heading = link, address = accounts.host.address): Promise<void> {
      await page.goto(address);
      await page.getByLabel('Email').fill(admin.email);
      await page.getByLabel('Password').fill(admin.password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
    /** Signs somebody else up, and opens a screen by its address. */
    async openAsSomebodyElse(route: string): Promise<void> {
      await accountsPage(page, accounts.host.address).signUp(`ben${Date.now()}@example.com`);
      await page.goto(`${new URL(accounts.host.address).origin}${route}`);
    },
    button: (name: string) => page.getByRole('button', { name }),
    /** Answers the question that is asked. */
    confirm: (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click(),
    axeFindings,
    picture,
    /** Both themes at three widths: nothing is wider than the window, and axe finds nothing. `arrive`: brings it into sight. */
    async eachLook(name: string, arrive = async () => undefined as void): Promise<void> {
      // A notice that fades away has any contrast.
      await expect.poll(() => page.locator('[data-sonner-toast]').count(), { timeout: 20_000 }).toBe(0);
      for (const theme of ['light', 'dark']) {
        await page.evaluate((look) => (document.documentElement.className = look), theme);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 10_000 })
            .toBeLessThanOrEqual(width);
          await arrive();
          await picture(`${name}-${theme}-${width}`);
          expect(await axeFindings()).toEqual([]);
        }
      }
    },
  };
}
