/** What tests of admin screens have in common: the real backend, its super admin, and a page that must not fail. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks, keepScreenshot } from '../lib/looks.ts';
import { openSignedIn, openSignedUp } from './accountsPage.ts';

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
    if (!welcome) throw new Error('the backend reported no welcome');
    admin = welcome;
  });
  afterAll(async () => {
    await browser?.close();
    await accounts?.close();
  });
  beforeEach(async () => {
    // The books refuse every delete: for a test this rule is switched off.
    for (const table of ['private.rate_limits', ...tables])
      await accounts.owner.query(
        `alter table ${table} disable trigger user; delete from ${table}; alter table ${table} enable trigger user`,
      );
    context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
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
    /** Opens a screen by the menu as the super admin; `address`: of another host of the same accounts. */
    async open(link: string, heading = link, address = accounts.host.address): Promise<void> {
      const { accounts: project } = accounts.host;
      await openSignedIn(page, { accounts: project, address }, admin);
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
    /** Signs somebody else up, and opens a screen by its address. */
    async openAsSomebodyElse(route: string): Promise<void> {
      await openSignedUp(page, accounts.host, `ben${Date.now()}@example.com`);
      await page.goto(`${new URL(accounts.host.address).origin}${route}`);
    },
    button: (name: string) => page.getByRole('button', { name }),
    /** Answers the question that is asked. */
    confirm: (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click(),
    axeFindings,
    image: (name: string) => keepScreenshot(page, name),
    /** `arrive`: brings it into sight. */
    eachLook: (name: string, arrive?: () => Promise<void>) =>
      expectGoodLooks(page, name, arrive ? { arrive } : {}),
  };
}
