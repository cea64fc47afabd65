import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import type { Host } from '../../src-main/node/host.ts';
import { axeFindingsOf } from '../lib/axe.ts';

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
  const key = `sb-${new URL(projectOf(host).url).hostname.split('.')[0]}-auth-token`;
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, session] as const);
  await page.goto(route === undefined ? host.address : `${origin}${route}${hash}`);
}

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
