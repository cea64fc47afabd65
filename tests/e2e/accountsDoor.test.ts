import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startImpostor, type Impostor } from '../lib/impostor.ts';
import { accountsPage, PASSWORD } from './accountsPage.ts';

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

/** The tokens that this page keeps. */
const readTokens = () =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? '';
    const { access_token, refresh_token } = JSON.parse(localStorage.getItem(key) ?? '{}') as {
      access_token: string;
      refresh_token: string;
    };
    return [access_token, refresh_token];
  });

/** As after a night: the session has to be renewed before anything else. */
const expireSession = () =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => /^sb-.*-auth-token$/.test(name))) {
      const session = JSON.parse(localStorage.getItem(key) ?? '') as object;
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    }
  });

/** Another program has the backend's port; the host continues to start its backend there, in vain. */
async function takePort(): Promise<Impostor> {
  const { pid } = JSON.parse(readFileSync(join(accounts.dataDir, 'backend', 'host.lock'), 'utf8')) as {
    pid: number;
  };
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  return startImpostor(Number(new URL(accounts.url).port));
}

/** The backend has its port again. */
async function isBack(): Promise<void> {
  const answers = () =>
    fetch(`${accounts.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers, { timeout: 60_000 }).toBe(true);
}

describe('a program that takes the port of the accounts while they are down', () => {
  it('hears nothing of an open page: no token that is renewed, no password that is typed', async () => {
    await app.signUp('heard@example.com');
    const [accessToken = '', refreshToken = ''] = await readTokens();
    await expireSession();
    const impostor = await takePort();
    await page.reload();
    const isOffline = () => page.getByText(OFFLINE).waitFor({ timeout: 20_000 });
    // The overheard link is reported first: it is the graver event.
    const problem = await isOffline().catch((error: unknown) => error);
    const heard = (secret: string) => impostor.heard.join('\n').includes(secret);
    expect({ accessToken: heard(accessToken), refreshToken: heard(refreshToken) }).toEqual({
      accessToken: false,
      refreshToken: false,
    });
    expect(problem).toBeUndefined();
    await app.submit('Sign in again');
    await app.heading('Sign In');
    await app.signIn('heard@example.com');
    await page.getByText(new RegExp(`^${OFFLINE}`)).waitFor();
    expect(heard(PASSWORD)).toBe(false);
    expect(impostor.heard).toEqual([]);
    await impostor.close();
    await isBack();
    await app.signIn('heard@example.com');
    await app.atDashboard();
  });
});

describe('a link that sets a new password', () => {
  it('leads to the page and not to the port of the accounts, so that its token reaches no other program', async () => {
    await app.signUp('link@example.com');
    await app.signOut();
    await app.submit('Forgot your password?');
    await app.heading('Reset Password');
    await app.fill({ Email: 'link@example.com' });
    await app.submit('Send a link instead');
    await app.heading('Sign In');
    const find = async () => (await accounts.mails()).find(({ to }) => to === 'link@example.com')?.text;
    await expect.poll(find, { timeout: 30_000 }).toBeDefined();
    const link = new URL(/http\S+/.exec((await find()) ?? '')?.[0] ?? '');
    expect(link.origin).toBe(new URL(accounts.host.address).origin);
    // A server is sent no fragment.
    expect(link.search).toBe('?mode=reset');
    const token = new URLSearchParams(link.hash.slice(1)).get('link') ?? '';
    expect(token).not.toBe('');
    const impostor = await takePort();
    const second = await context.newPage();
    await second.goto(link.href);
    await second.getByText(OFFLINE).waitFor({ timeout: 20_000 });
    expect(impostor.heard).toEqual([]);
    await impostor.close();
    await isBack();
    // It was not used up.
    await second.reload();
    await accountsPage(second, '').heading('Set New Password');
    await second.getByLabel('New password').waitFor();
    expect(new URL(second.url()).hash).toBe('');
  });
});
