import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import type { Host } from '../../src-main/node/host.ts';
import { axeFindingsOf, showTheme } from '../lib/axe.ts';
import { goWithin } from '../lib/goWithin.ts';

export const PASSWORD = 'correct horse 7';

/** An address that no account has, also when a test is tried again. */
export const newAddress = (name: string) => `${name}-${randomUUID()}@example.com`;

interface Credentials {
  email: string;
  password: string;
}

type Door = Pick<Host, 'accounts' | 'address'>;

/**
 * Makes an account with its profile, as the page does, and opens the app signed in: for tests that are not about signing
 * up.
 */
export async function openSignedUp(page: Page, host: Door, email: string, route?: string): Promise<void> {
  await openWithSession(page, host, await signUp(host, email), route);
}

/** Opens the app signed in, without the form: for tests that are not about signing in. */
export async function openSignedIn(
  page: Page,
  host: Door,
  credentials: Credentials,
  route?: string,
): Promise<void> {
  await openWithSession(page, host, await signIn(host, credentials), route);
}

/** As `openSignedUp`, on a page that several tests share: see `enterWithSession`. */
export async function enterSignedUp(page: Page, host: Door, email: string, route?: string): Promise<void> {
  await enterWithSession(page, host, await signUp(host, email), route);
}

/** As `openSignedIn`, on a page that several tests share: see `enterWithSession`. */
export async function enterSignedIn(
  page: Page,
  host: Door,
  credentials: Credentials,
  route?: string,
): Promise<void> {
  await enterWithSession(page, host, await signIn(host, credentials), route);
}

/**
 * Gives an open app another session, as another tab would by signing out and in, and leads it to a route for who is signed
 * in: a third of what a load costs. A page that shows no app of this host loads it.
 */
export async function enterWithSession(
  page: Page,
  host: Door,
  session: string,
  route: string = ROUTES.dashboard,
): Promise<void> {
  const { origin } = new URL(host.address);
  const isOpen = page.url().startsWith(`${origin}/`) && !page.url().endsWith('.txt');
  if (!isOpen) return openWithSession(page, host, session, route);
  // What was said to the one before is nobody's any more.
  await expect.poll(() => page.evaluate(closeNotices)).toBe(0);
  const isDark = await page.evaluate(() => document.documentElement.className === 'dark');
  if (isDark) await showTheme(page, 'light');
  const from = () =>
    page.evaluate(() => (history.state as { usr?: { from?: string } } | null)?.usr?.from ?? null);
  const leave = async () => {
    if ((await from()) === route) return route;
    // Again where the screen before was being left in between.
    await announce(page, host, 'SIGNED_OUT', null);
    await goWithin(page, route);
    return from();
  };
  await expect.poll(leave, { timeout: 30_000 }).toBe(route);
  await announce(page, host, 'SIGNED_IN', session);
}

/** Runs in the page; returns how many there were. */
function closeNotices(): number {
  const notices = [...document.querySelectorAll('[data-sonner-toast]')];
  for (const notice of notices) notice.querySelector<HTMLElement>('[data-close-button]')?.click();
  return notices.length;
}

/** By the channel on which supabase-js hears of its other tabs. */
async function announce(page: Page, host: Door, event: string, session: string | null): Promise<void> {
  await page.evaluate(
    ([key, name, text]) => {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      const channel = new BroadcastChannel(key);
      channel.postMessage({ event: name, session: text === null ? null : (JSON.parse(text) as unknown) });
      channel.close();
    },
    [keyOf(host), event, session] as const,
  );
}

/** The session of a new account with its profile. */
export async function signUp(host: Door, email: string): Promise<string> {
  const session = await post(host, 'auth/v1/signup', { email, password: PASSWORD, data: { name: 'Maria' } });
  const { access_token: token, user } = JSON.parse(session) as { access_token: string; user: { id: string } };
  await post(host, 'rest/v1/rpc/create_default_sounddesk_profiles', { user_uuid: user.id }, token);
  return session;
}

/** Another session of an account. */
export const signIn = (host: Door, { email, password }: Credentials): Promise<string> =>
  post(host, 'auth/v1/token?grant_type=password', { email, password });

/** Keeps the session where supabase-js looks for it, before the app is loaded at a route of it; without one, at its first. */
export async function openWithSession(
  page: Page,
  host: Door,
  session: string,
  route?: string,
): Promise<void> {
  const { origin, hash } = new URL(host.address);
  // A page of the same origin that runs no script.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [keyOf(host), session] as const);
  await page.goto(route === undefined ? host.address : `${origin}${route}${hash}`);
}

/** Where supabase-js keeps a session, and by which its tabs hear of each other's. */
const keyOf = (host: Door) => `sb-${new URL(projectOf(host).url).hostname.split('.')[0]}-auth-token`;

async function post(host: Door, path: string, body: object, token?: string): Promise<string> {
  const { url, anonKey } = projectOf(host);
  const headers = {
    apikey: anonKey,
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return text;
}

function projectOf({ accounts }: Door) {
  if (accounts?.kind === 'project') return accounts;
  throw new Error(`no accounts: ${JSON.stringify(accounts)}`);
}

/** What the tests of accounts do on a page, in the words that a user reads. */
export function accountsPage(page: Page, address: string) {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const submit = (name: string) => page.getByRole('button', { name }).click();
  const shows = (text: string) => page.getByText(text).first().waitFor();
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  };
  const atDashboard = () => page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
  return {
    heading,
    submit,
    shows,
    fill,
    atDashboard,
    async open() {
      await page.goto(address);
      await heading('Sign In');
    },
    async openSignUp() {
      await this.open();
      await submit('Create one');
      await heading('Create Account');
    },
    async signUp(email: string) {
      await this.openSignUp();
      await fill({ Name: 'Maria', Email: email, Password: PASSWORD, 'Confirm password': PASSWORD });
      await submit('Create Account');
      await atDashboard();
    },
    async signIn(email: string, password = PASSWORD) {
      await fill({ Email: email, Password: password });
      await submit('Sign In');
    },
    async signOut() {
      await submit('Sign out');
      await heading('Sign In');
    },
    async axeFindings(): Promise<string[]> {
      return axeFindingsOf(page);
    },
    storedKeys: () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => /^(sb-|supabase\.)/.test(key))),
  };
}
