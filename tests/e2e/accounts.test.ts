import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { goWithin } from '../lib/goWithin.ts';
import { openPage } from '../lib/openPage.ts';
import { accountsPage, enterSignedUp, newAddress, PASSWORD } from './accountsPage.ts';

let browser: Browser;
let accounts: AccountsHost;
let page: Page;
let app: ReturnType<typeof accountsPage>;
let problems: string[] = [];

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  page = await openPage(browser);
  app = accountsPage(page, accounts.host.address);
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await app.open();
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(() => {
  problems = [];
});
/** One page serves all cases: at the form of signing in, whatever the one before has left. */
afterEach(async () => {
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  if ((await page.getByRole('button', { name: 'Sign out' }).count()) > 0) await app.signOut();
  else if (pathOf() !== '/auth') await app.open();
  // Who was led there would be led back.
  await goWithin(page, '/auth');
});

/** As a new account, without the form. */
async function enter(email: string): Promise<void> {
  await enterSignedUp(page, accounts.host, email);
  await app.atDashboard();
}
const origin = () => new URL(accounts.host.address).origin;
const pathOf = () => new URL(page.url()).pathname + new URL(page.url()).search;

async function readAccount(email: string): Promise<unknown> {
  const { rows } = await accounts.owner.query<Record<string, unknown>>(
    `select p.display_name as name, o.name as workspace, s.plan_id as plan, s.status,
       extract(day from s.trial_ends_at - u.created_at)::int as "trialDays"
     from auth.users u join public.sounddesk_profiles p on p.user_id = u.id
     join public.organizations o on o.created_by = u.id and o.is_personal
     join public.subscriptions s on s.organization_id = o.id where u.email = $1`,
    [email],
  );
  return rows[0];
}

/** The side menu's groups, each with its entries. */
const menu = () =>
  page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('group')
    .evaluateAll((groups) =>
      groups.map((group) => ({
        name: group.querySelector('p')?.innerText,
        entries: [...group.querySelectorAll('a')].map((link) => link.innerText),
      })),
    );

/** By the entry in the menu that leads there. */
const SCREENS = {
  'Audio Enhancement': 'audio-enhancement',
  'Voice AI Studio': 'voice-ai',
  Analytics: 'analytics',
  Home: 'dashboard',
  'Recording Studio': 'recording-studio',
  'Live Broadcast': 'live-broadcast',
  'Meeting Recorder': 'meeting-recorder',
  'Video Editor': 'video-editor',
  'Screen Capture': 'screen-capture',
  Dashboard: 'affiliate',
  Users: 'users',
  Teams: 'teams',
  General: 'settings',
  Billing: 'billing',
  Affiliate: 'affiliate',
  'Help & Support': 'help',
  'Join Program': 'affiliate-signup',
};
const ADMINISTRATION = {
  'License Keys': 'license-management',
  'API Keys': 'api-key-management',
  'PS-FABA Gateway': 'psfaba-admin',
  'Tracking & Analytics': 'tracking-management',
  'Content CMS': 'admin-cms',
};

async function follow(name: string, screen: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click();
  await page.waitForURL(({ pathname }) => pathname === `/sounddesk-${screen}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

describe('an account', () => {
  it('is made, and leads to the dashboard with its workspace and its trial', async () => {
    const email = newAddress('maria');
    await app.submit('Create one');
    await app.heading('Create Account');
    await app.shows('Start your 14-day free trial');
    expect(await page.getByRole('list', { name: 'With your trial' }).getByRole('listitem').count()).toBe(4);
    await app.fill({
      Name: '  Maria ',
      Email: email,
      Password: PASSWORD,
      'Confirm password': PASSWORD,
    });
    await app.submit('Create Account');
    await app.atDashboard();
    await page.getByRole('heading', { level: 1, name: /, Maria$/ }).waitFor();
    await app.shows(email);
    await app.shows('M');
    await app.shows('Team Admin');
    await app.shows('Trial: 14 days left');
    expect(await readAccount(email)).toEqual({
      name: 'Maria',
      workspace: 'Personal',
      plan: 'professional',
      status: 'trialing',
      trialDays: 14,
    });
    expect(problems).toEqual([]);
  });

  it('stays signed in over a reload and in another tab, and is led away from the sign-in page', async () => {
    await enter(newAddress('stays'));
    await page.reload();
    await app.atDashboard();
    const second = await page.context().newPage();
    await second.goto(`${origin()}/auth`);
    await second.waitForURL(`${origin()}/sounddesk-dashboard`);
    expect(problems).toEqual([]);
  });

  it('signs out here and in other tabs, and its keys are gone', async () => {
    const email = newAddress('leaves');
    await enter(email);
    const second = await page.context().newPage();
    await second.goto(`${origin()}/sounddesk-dashboard`);
    await accountsPage(second, '').atDashboard();
    await app.signOut();
    expect(pathOf()).toBe('/auth');
    await accountsPage(second, '').heading('Sign In');
    expect(await app.storedKeys()).toEqual([]);
    // The way to the host is no part of the session: the page works on.
    await page.reload();
    await app.signIn(email);
    await app.atDashboard();
  });

  it('is on the free plan once its trial is over', async () => {
    const email = newAddress('late');
    await enter(email);
    await accounts.owner.query(
      `update public.subscriptions s set trial_ends_at = now() - interval '1 minute' from public.organizations o, auth.users u
       where o.id = s.organization_id and o.created_by = u.id and u.email = $1`,
      [email],
    );
    await page.reload();
    await app.shows('Free plan');
  });

  it('of a super admin says so', async () => {
    const email = newAddress('chief');
    await enter(email);
    await accounts.owner.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"super_admin": true}' where email = $1`,
      [email],
    );
    await app.signOut();
    await app.signIn(email);
    await app.shows('Super Admin');
    expect((await menu()).at(-1)).toEqual({
      name: 'Administration',
      entries: [
        'Overview',
        'Inbox',
        'Affiliates',
        'License Keys',
        'API Keys',
        'PS-FABA Gateway',
        'Tracking & Analytics',
        'Incidents',
        'Testimonials',
        'Content CMS',
      ],
    });
    for (const [name, path] of Object.entries(ADMINISTRATION)) await follow(name, path);
  });

  it('has the menu of the documents, the administration for super admins alone', async () => {
    await enter(newAddress('menu'));
    expect(await menu()).toEqual([
      { name: 'Main', entries: ['Home', 'Audio Enhancement', 'Voice AI Studio', 'Analytics', 'Plug-ins'] },
      {
        name: 'Recording & Broadcasting',
        entries: ['Recording Studio', 'Video Editor', 'Live Broadcast', 'Meeting Recorder', 'Screen Capture'],
      },
      { name: 'Affiliate Program', entries: ['Dashboard', 'Join Program'] },
      { name: 'Organization Management', entries: ['Users', 'Teams'] },
      { name: 'Settings', entries: ['General', 'Billing', 'Affiliate', 'Help & Support'] },
    ]);
    for (const [name, path] of Object.entries(SCREENS)) await follow(name, path);
    // In its group alone: the other address only begins alike.
    await expect
      .poll(() => page.locator('nav [aria-current=page]').allInnerTexts())
      .toEqual(['Join Program']);
  });
});

describe('the guard', () => {
  it('leads a visitor to the sign-in page, and back to where he wanted to go', async () => {
    const email = newAddress('visitor');
    await enter(email);
    await app.signOut();
    await page.goto(`${origin()}/sounddesk-dashboard`);
    await app.heading('Sign In');
    expect(pathOf()).toBe('/auth');
    await app.signIn(email);
    await app.atDashboard();
  });

  it('says that it loads until it is known who is there', async () => {
    // A page of its own: such a route stays.
    const silent = await page.context().newPage();
    await silent.routeWebSocket(/\/rpc$/, () => undefined);
    await silent.goto(accounts.host.address);
    await silent.getByRole('status').getByText('Loading SoundDesk...').waitFor();
  });

  it('fills in an address that a public page kept, once', async () => {
    await page.evaluate(() => localStorage.setItem('sounddesk.leadEmail', 'lead@example.com'));
    await app.open();
    expect(await page.getByLabel('Email').inputValue()).toBe('lead@example.com');
    expect(await page.evaluate(() => localStorage.getItem('sounddesk.leadEmail'))).toBeNull();
    await page.reload();
    await app.heading('Sign In');
    expect(await page.getByLabel('Email').inputValue()).toBe('');
  });
});

describe('the session', () => {
  /** Puts the stored session's end into the past, so that the next start refreshes it. */
  const expire = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at: number };
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    });

  it('is refreshed where its token is over', async () => {
    await enter(newAddress('fresh'));
    await expire();
    await page.reload();
    await app.atDashboard();
    expect(problems).toEqual([]);
  });

  it('ends without a word where its refresh token is not known any more', async () => {
    const email = newAddress('revoked');
    await enter(email);
    await page.evaluate(() => sessionStorage.setItem('left', 'over'));
    await accounts.owner.query(
      `delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = $1`,
      [email],
    );
    await expire();
    await page.reload();
    await app.heading('Sign In');
    expect(await app.storedKeys()).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBeNull();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('ends where the project does not take its token any more', async () => {
    await enter(newAddress('alien'));
    accounts.faults.route('/rest/v1/sounddesk_profiles', (route) =>
      route.fulfill({ status: 401, json: { code: 'PGRST301', message: 'JWSError JWSInvalidSignature' } }),
    );
    await page.reload();
    await app.heading('Sign In');
    expect(await app.storedKeys()).toEqual([]);
  });

  it('that could not be read says so, and can be read again', async () => {
    await enter(newAddress('unread'));
    accounts.faults.route('/auth/v1/token', (route) => route.fulfill({ status: 500, json: {} }));
    await expire();
    await page.reload();
    await app.shows('Failed to load session. Please try refreshing the page.');
    expect(await app.axeFindings()).toEqual([]);
    // From here on nothing is answered before the button was used: the page refreshes on its own as well.
    const pressed = Promise.withResolvers<void>();
    accounts.faults.unroute('/auth/v1/token');
    accounts.faults.route('/auth/v1/token', async (route) => {
      await pressed.promise;
      return route.continue();
    });
    await app.submit('Reload');
    pressed.resolve();
    await app.atDashboard();
    accounts.faults.unroute('/auth/v1/token');
  });

  it('is over on this page also where the server does not hear of it', async () => {
    await enter(newAddress('unheard'));
    accounts.faults.route('/auth/v1/logout', (route) => route.abort());
    await app.signOut();
    expect(pathOf()).toBe('/auth');
    expect(await app.storedKeys()).toEqual([]);
    await page.goto(`${origin()}/sounddesk-dashboard`);
    await app.heading('Sign In');
  });

  it('of an authentication system that fails says so, and lets one sign in again', async () => {
    await enter(newAddress('broken'));
    const script = await page.addInitScript(() => {
      const read = Object.getOwnPropertyDescriptor(Storage.prototype, 'getItem')?.value as (
        key: string,
      ) => string | null;
      Storage.prototype.getItem = function (key: string) {
        if (key.endsWith('-auth-token')) throw new Error('storage is closed');
        return read.call(this, key);
      };
    });
    onTestFinished(() => script.dispose());
    await page.reload();
    await app.shows('Authentication system error. Please try again.');
    await app.submit('Sign in again');
    await app.heading('Sign In');
  });
});
