import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { goWithin } from '../lib/goWithin.ts';
import { openPage } from '../lib/openPage.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { accountsPage, newAddress, PASSWORD } from './accountsPage.ts';

const ONE_TIME = /^[A-HJ-NP-Za-km-z2-9]{12}$/m;
const INVALID_LINK = 'Invalid reset link. Please request a new password reset.';

let browser: Browser;
let accounts: AccountsHost;
let page: Page;
let app: ReturnType<typeof accountsPage>;

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  await addAccount('known@example.com');
  page = await openPage(browser);
  app = accountsPage(page, accounts.host.address);
  await app.open();
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
});
/** At a sign-in form that nobody has used: one page serves all cases, whatever the one before has left. */
afterEach(async () => {
  if ((await page.getByRole('button', { name: 'Sign out' }).count()) > 0) return app.signOut();
  await goWithin(page, '/test-password-reset');
  await app.heading('Password Reset Test');
  await goWithin(page, '/auth');
  await app.heading('Sign In');
});

/** An address that opens the host as well. */
function withToken(route: string): string {
  const { origin, hash } = new URL(accounts.host.address);
  return `${origin}${route}${hash}`;
}
const authPath = (rest: string) => `${new URL(accounts.host.address).origin}/auth${rest}`;

async function addAccount(email: string): Promise<void> {
  const { accounts: place } = accounts.host;
  const anonKey = place?.kind === 'project' ? place.anonKey : '';
  const response = await fetch(`${accounts.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
}

/** What is in the red box. */
const alert = async () => {
  const box = page.getByRole('alert').first();
  await box.waitFor();
  return (await box.locator('p').first().innerText()).trim();
};

/** The newest mail to an address; it may leave after the page has said so. */
async function mailTo(email: string): Promise<string> {
  const find = async () => (await accounts.mails()).find(({ to }) => to === email)?.text;
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return (await find()) ?? '';
}

async function openForgot(email: string): Promise<void> {
  await app.submit('Forgot your password?');
  await app.heading('Reset Password');
  await app.fill({ Email: email });
}

async function openSignUp(): Promise<void> {
  await app.submit('Create one');
  await app.heading('Create Account');
}

describe('signing in', () => {
  it('fails with a wrong password or an unknown address in the same words, and keeps what was typed', async () => {
    for (const email of ['known@example.com', 'unknown@example.com']) {
      await app.signIn(email, 'wrong password');
      expect(await alert()).toBe('Invalid email or password. Please try again.');
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      expect(await page.getByLabel('Password').inputValue()).toBe('wrong password');
    }
    expect(await app.axeFindings()).toEqual([]);
  });

  it('fails before the address is confirmed', async () => {
    const email = newAddress('unconfirmed');
    await addAccount(email);
    await accounts.owner.query(`update auth.users set email_confirmed_at = null where email = $1`, [email]);
    await app.signIn(email);
    expect(await alert()).toBe('Please check your email and click the confirmation link.');
  });

  it('says that something unexpected happened where the server says nothing', async () => {
    accounts.faults.route('/auth/v1/token', (route) => route.fulfill({ status: 400, json: {} }));
    await app.signIn('known@example.com');
    expect(await alert()).toBe('An unexpected error occurred. Please try again.');
  });

  it('says that nobody answered where nobody did', async () => {
    accounts.faults.route('/auth/v1/token', (route) => route.abort());
    await app.signIn('known@example.com');
    expect(await alert()).toBe('An unexpected error occurred. Please try again.');
    await page.getByText(/^The account server does not answer/).waitFor();
    accounts.faults.unroute('/auth/v1/token');
    await app.submit('Sign In');
    await app.atDashboard();
  });

  it('passes on any other message, such as too many tries', async () => {
    const { accounts: place } = accounts.host;
    const apikey = place?.kind === 'project' ? place.anonKey : '';
    const body = JSON.stringify({ email: 'guessed@example.com', password: 'guess' });
    const guess = () =>
      fetch(`${accounts.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey },
        body,
      });
    for (let i = 0; i < 30; i++) await guess();
    await app.signIn('guessed@example.com', 'guess');
    expect(await alert()).toBe('Request rate limit reached');
  });
});

describe('signing up', () => {
  it('fails where the address has an account', async () => {
    await openSignUp();
    await app.fill({
      Name: 'Known',
      Email: ' known@example.com ',
      Password: PASSWORD,
      'Confirm password': PASSWORD,
    });
    await app.submit('Create Account');
    expect(await alert()).toBe('An account with this email already exists.');
    expect(await app.axeFindings()).toEqual([]);
  });

  it('fails with a password of five characters', async () => {
    await openSignUp();
    await app.fill({ Name: 'A', Email: 'short@example.com', Password: '12345', 'Confirm password': '12345' });
    await app.submit('Create Account');
    expect(await alert()).toBe('Password must be at least 6 characters long.');
  });

  it('cannot be sent while the passwords differ', async () => {
    await openSignUp();
    await app.fill({ Name: 'A', Email: 'a@example.com', Password: PASSWORD, 'Confirm password': 'correct' });
    expect(await page.getByRole('alert').innerText()).toBe('Passwords do not match');
    expect(await page.getByLabel('Confirm password').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('button', { name: 'Create Account' }).isDisabled()).toBe(true);
    expect(await app.axeFindings()).toEqual([]);
    await app.fill({ 'Confirm password': PASSWORD });
    expect(await page.getByRole('button', { name: 'Create Account' }).isDisabled()).toBe(false);
  });

  it('passes on what the server says of an address', async () => {
    await openSignUp();
    await app.fill({ Name: 'A', Email: 'a@b', Password: PASSWORD, 'Confirm password': PASSWORD });
    await app.submit('Create Account');
    expect(await alert()).toBe('Unable to validate email address: invalid format');
  });
});

describe('a forgotten password', () => {
  it('is replaced by a one-time password from a mail, which asks for a new one', async () => {
    const email = newAddress('forgot');
    await addAccount(email);
    await openForgot(email);
    await app.submit('Send new password');
    await app.heading('Sign In');
    await app.shows('New password sent! Check your email and use it to sign in immediately.');
    const oneTime = ONE_TIME.exec(await mailTo(email))?.[0] ?? '';
    await app.signIn(email, oneTime);
    await app.heading('Set New Password');
    await app.fill({ 'New password': '12345', 'Confirm password': '12345' });
    await app.submit('Set New Password');
    await app.shows('Password must be at least 6 characters long');
    await app.fill({ 'New password': 'another horse 8', 'Confirm password': 'another horse' });
    await app.shows('Passwords do not match');
    await app.fill({ 'Confirm password': 'another horse 8' });
    await app.submit('Set New Password');
    await app.shows('Password updated successfully! You are now signed in.');
    await app.atDashboard();
    await app.signOut();
    await app.signIn(email);
    expect(await alert()).toBe('Invalid email or password. Please try again.');
    await app.signIn(email, 'another horse 8');
    await app.atDashboard();
  });

  it('is answered alike where there is no such account', async () => {
    await openForgot('stranger@example.com');
    await app.submit('Send new password');
    await app.shows('New password sent! Check your email and use it to sign in immediately.');
  });

  it('is replaced by a link, in the browser that asked for it', async () => {
    const email = newAddress('link');
    await addAccount(email);
    await openForgot(email);
    await app.submit('Send a link instead');
    await app.heading('Sign In');
    const link = /http\S+/.exec(await mailTo(email))?.[0] ?? '';
    const second = await page.context().newPage();
    await second.goto(link);
    const linked = accountsPage(second, '');
    await linked.heading('Set New Password');
    expect(new URL(second.url()).search).toBe('?mode=reset');
    await linked.fill({ 'New password': 'linked horse 9', 'Confirm password': 'linked horse 9' });
    await linked.submit('Set New Password');
    await linked.atDashboard();
    // The page that asked follows.
    await app.atDashboard();
    // Used once: it opens no second time.
    await second.goto(link);
    await second.getByText(INVALID_LINK).waitFor();
    await second.close();
  });

  it('shows the wait until the next link', async () => {
    await openForgot(newAddress('often'));
    await app.submit('Send a link instead');
    await app.heading('Sign In');
    await app.submit('Forgot your password?');
    await app.submit('Send a link instead');
    expect(await alert()).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  });

  it('says which domain a mail could not be delivered to', async () => {
    const outbox = path.join(accounts.dataDir, 'backend', 'outbox');
    renameSync(outbox, `${outbox}.aside`);
    writeFileSync(outbox, 'no folder');
    onTestFinished(() => {
      rmSync(outbox);
      renameSync(`${outbox}.aside`, outbox);
    });
    await openForgot('somebody@unreachable.example');
    await app.submit('Send new password');
    expect(await alert()).toBe(
      'Password reset delivery failed for unreachable.example. Please contact support for a manual reset.',
    );
  });

  it.each([
    ['Failed to send password reset email', { status: 500, json: {} }],
    ['Too many requests for this address. Wait 15 minutes.', null],
  ])('says: %s', async (message, answer) => {
    const email = newAddress('thrice');
    if (answer) accounts.faults.route('/functions/v1/send-password-reset', (route) => route.fulfill(answer));
    await openForgot(email);
    for (let i = 0; i < (answer ? 0 : 3); i++) {
      await app.submit('Send new password');
      await app.heading('Sign In');
      await app.submit('Forgot your password?');
    }
    await app.submit('Send new password');
    expect(await alert()).toBe(message);
  });

  it('says that the reset failed where nobody answers', async () => {
    accounts.faults.route('/functions/v1/', (route) => route.abort());
    await openForgot('known@example.com');
    await app.submit('Send new password');
    expect(await alert()).toBe('Password reset failed');
  });
});

describe('a reset link', () => {
  it.each([
    '?type=recovery',
    '?mode=reset',
    '#type=recovery',
    '#access_token=a&refresh_token=b&type=recovery',
  ])('without a good token is refused: %s', async (rest) => {
    // From elsewhere: another hash alone would load nothing.
    await page.goto(authPath('').replace(/auth$/, 'robots.txt'));
    await page.goto(authPath(rest));
    await app.heading('Set New Password');
    expect(await alert()).toBe(INVALID_LINK);
    if (rest === '?type=recovery') {
      await page.reload();
      await app.heading('Set New Password');
      expect(await alert()).toBe(INVALID_LINK);
    }
    await app.submit('Request a new password reset');
    await app.heading('Reset Password');
  });

  it('with tokens in its hash opens the new password, and leaves none of them in the address', async () => {
    const email = newAddress('hash');
    await addAccount(email);
    const { accounts: place } = accounts.host;
    const apikey = place?.kind === 'project' ? place.anonKey : '';
    await fetch(
      `${accounts.url}/auth/v1/recover?redirect_to=${encodeURIComponent(authPath('?mode=reset'))}`,
      {
        method: 'POST',
        headers: { apikey },
        body: JSON.stringify({ email }),
      },
    );
    await page.goto(/http\S+/.exec(await mailTo(email))?.[0] ?? '');
    await app.heading('Set New Password');
    await page.getByLabel('New password').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await app.fill({ 'New password': 'hashed horse 9', 'Confirm password': 'hashed horse 9' });
    await app.submit('Set New Password');
    await app.atDashboard();
  });

  it('says what the server says where the new password is the old one, and the document’s words where it says nothing', async () => {
    const email = newAddress('same');
    await addAccount(email);
    await openForgot(email);
    await app.submit('Send a link instead');
    await app.heading('Sign In');
    await page.goto(/http\S+/.exec(await mailTo(email))?.[0] ?? '');
    await app.heading('Set New Password');
    await app.fill({ 'New password': PASSWORD, 'Confirm password': PASSWORD });
    await app.submit('Set New Password');
    expect(await alert()).toBe('New password should be different from the old password.');
    accounts.faults.route('/auth/v1/user', (route) => route.fulfill({ status: 400, json: {} }));
    await app.fill({ 'New password': 'some horse 10', 'Confirm password': 'some horse 10' });
    await app.submit('Set New Password');
    await app.shows('Failed to update password');
    accounts.faults.unroute('/auth/v1/user');
    await app.submit('Set New Password');
    await app.atDashboard();
  });

  it('is not what a session that began with a password has', async () => {
    await app.signIn('known@example.com');
    await app.atDashboard();
    await page.goto(authPath('?mode=reset'));
    expect(await alert()).toBe(INVALID_LINK);
    await goWithin(page, '/sounddesk-dashboard');
    await app.atDashboard();
  });
});

describe('the password reset test page', () => {
  it.each(['/test-password-reset', '/email-diagnostics'])(
    'at %s shows each answer as it was',
    async (where) => {
      await goWithin(page, where);
      await app.heading('Password Reset Test');
      expect(await page.getByRole('list').getByRole('listitem').count()).toBe(4);
      await app.submit('Test password reset');
      await app.shows('Validation Error');
      await app.shows('Please enter an email address');
      await app.fill({ Email: 'no address' });
      await app.submit('Test password reset');
      await app.shows('Please enter a valid email address (must contain @ and domain)');

      const details = [];
      for (const email of [`tested${where.length}@example.com`, `nobody${where.length}@example.com`]) {
        await app.fill({ Email: email });
        await app.submit('Test password reset');
        await app.shows('Success');
        await page.getByText('Technical details').click();
        details.push(await page.locator('pre').innerText());
      }
      expect(details[0]).toBe(details[1]);
      expect(details[0]).toContain('"httpStatus": 200');
      expect(await app.axeFindings()).toEqual([]);

      const answer = {
        success: false,
        error: { code: 'MAIL_NOT_CONFIGURED', message: 'Email service not configured' },
      };
      accounts.faults.route('/functions/v1/', (route) => route.fulfill({ status: 503, json: answer }));
      await app.submit('Test password reset');
      await app.shows('Email service not configured');
      await page.getByText(/the key of the email provider is missing/).waitFor();
      accounts.faults.unroute('/functions/v1/');
      accounts.faults.route('/functions/v1/', (route) => route.abort());
      await app.submit('Test password reset');
      await app.shows('Network Error');
      await app.shows('Network request failed');
    },
  );
});

describe('the sign-in page', () => {
  it.each([
    ['/auth', 'Sign In'],
    ['/auth?mode=signup', 'Create Account'],
    ['/auth?mode=forgot', 'Reset Password'],
    ['/auth?mode=reset', 'Set New Password'],
    ['/email-diagnostics', 'Password Reset Test'],
  ])('passes axe at three widths in both themes, without a scroll bar: %s', async (route, heading) => {
    // A load decides what a link is good for, and opens an address that no link leads to.
    const isLoaded = heading === 'Set New Password' || heading === 'Password Reset Test';
    await (isLoaded ? page.goto(withToken(route)) : goWithin(page, route));
    await app.heading(heading);
    await expectGoodLooks(page, `accounts${route.replaceAll('/', '-')}`);
  });

  it('works by keyboard alone: account, out, in', async () => {
    await app.open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const type = async (text: string) => page.keyboard.type(text);
    const tabTo = async (name: string) => {
      for (let i = 0; i < 40; i++) {
        const found = await page.evaluate(() => {
          const at = document.activeElement as HTMLInputElement | null;
          return at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
        });
        if (found.trim() === name) return;
        await press('Tab');
      }
      throw new Error(`the keyboard does not reach "${name}"`);
    };
    const email = newAddress('keys');
    await tabTo('Create one');
    await press('Enter');
    await app.heading('Create Account');
    await tabTo('Name');
    await type('Kay');
    await tabTo('Email');
    await type(email);
    await tabTo('Password');
    await type(PASSWORD);
    await tabTo('Confirm password');
    await type(PASSWORD);
    await press('Enter');
    await app.atDashboard();
    await tabTo('Sign out');
    await press('Enter');
    await app.heading('Sign In');
    await tabTo('Email');
    await type(email);
    await tabTo('Password');
    await type(PASSWORD);
    await press('Enter');
    await app.atDashboard();
  });
});
