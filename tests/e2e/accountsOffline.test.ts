import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { accountsPage, newAddress } from './accountsPage.ts';

const OFFLINE = 'The account server does not answer';

let browser: Browser;
let accounts: AccountsHost;
let context: BrowserContext;
let page: Page;
let app: ReturnType<typeof accountsPage>;

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  app = accountsPage(page, accounts.host.address);
});
afterEach(() => context.close());

/** As after a night: the session has to be renewed before anything else. */
const expireSession = () =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => /^sb-.*-auth-token$/.test(name))) {
      const session = JSON.parse(localStorage.getItem(key) ?? '') as object;
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    }
  });

describe('a session that has expired, while the account server', () => {
  it.each([
    ['refuses connections', 'abort'],
    ['never answers', 'hang'],
  ])('%s: the page says so soon, and continues on its own', async (_name, how) => {
    await app.signUp(newAddress(how));
    await expireSession();
    // A request that nobody answers hangs as a connection does whose other end is gone.
    accounts.faults.route('/', (route) => (how === 'abort' ? route.abort() : undefined));
    await page.reload();
    await page.getByText(OFFLINE).waitFor({ timeout: 20_000 });
    await page.getByText(/^You are still signed in here\./).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true);
    expect(await app.axeFindings()).toEqual([]);
    expect(await app.storedKeys()).not.toEqual([]);
    accounts.faults.unroute('/');
    await app.atDashboard();
  });

  it('is away can be left: the sign-in page opens, and the keys are gone', async () => {
    await app.signUp(newAddress('leaves'));
    await expireSession();
    accounts.faults.route('/', () => undefined);
    await page.reload();
    await page.getByText(OFFLINE).waitFor({ timeout: 20_000 });
    await app.submit('Sign in again');
    await app.heading('Sign In');
    expect(await app.storedKeys()).toEqual([]);
  });
});
