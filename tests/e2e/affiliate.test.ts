/** The affiliate programme as its people see it: pitch, application, sign-up by a link, figures, payouts, images. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MARKETING_CHANNELS } from '../../src-shared/domain/affiliate.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { goWithin } from '../lib/goWithin.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { PASSWORD, accountsPage, enterSignedUp, enterWithSession, signUp } from './accountsPage.ts';

const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;
const MOTIVATION = 'Our listeners record at home.\n<b>Every</b> week.';

let browser: Browser;
let accounts: AccountsHost;
let context: BrowserContext;
let page: Page;
let problems: string[] = [];
let people = 0;
let email: string;

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  [context, page] = await newPage();
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  email = `affiliate-${(people += 1)}-${Date.now()}@example.org`;
});
afterEach(() => {
  expect(problems).toEqual([]);
});

async function newPage(): Promise<[BrowserContext, Page]> {
  const made = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce' as const,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const opened = await made.newPage();
  problems = [];
  opened.on('pageerror', (error) => problems.push(error.message));
  return [made, opened];
}

const origin = () => new URL(accounts.host.address).origin;
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const figure = (name: string) =>
  page.getByLabel('Figures').locator('div').filter({ hasText: name }).getByRole('definition');
/** Each theme and width; the last ones stay. */
const eachLook = (name: string) => expectGoodLooks(page, name);

async function open(isByMenu = false): Promise<void> {
  await enterSignedUp(page, accounts.host, email, isByMenu ? ROUTES.dashboard : ROUTES.affiliate);
  if (isByMenu) await page.getByRole('link', { name: 'Affiliate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Affiliate Dashboard' }).waitFor();
}
async function fillApplication(): Promise<void> {
  await page.getByLabel('Company Name').fill('Loud & Clear');
  await page.getByLabel('Website').fill('https://example.org/blog');
  await page.getByRole('combobox', { name: 'Monthly Traffic' }).click();
  await page.getByRole('option', { name: '1,000-10,000 visitors per month' }).click();
  await page.getByRole('combobox', { name: 'Experience (optional)' }).click();
  await page.getByRole('option', { name: 'Intermediate (1-3 years)' }).click();
  await page.getByRole('checkbox', { name: 'Podcast' }).check();
  await page.getByLabel('Motivation').fill(MOTIVATION);
}
async function apply(): Promise<void> {
  await page.getByRole('link', { name: 'Apply to Join Program' }).click();
  await fillApplication();
  await button('Submit Application').click();
  await page.getByRole('status', { name: 'Application Submitted' }).waitFor();
}
const decide = (status: string, reason = '') =>
  accounts.owner.query(
    `update affiliate_programs p set status = $2, review_reason = $3 from auth.users u where u.id = p.user_id and u.email = $1`,
    [email, status, reason],
  );
async function codeOf(): Promise<string> {
  const { rows } = await accounts.owner.query<{ code: string }>(
    'select affiliate_code as code from affiliate_programs p join auth.users u on u.id = p.user_id where u.email = $1',
    [email],
  );
  return rows[0]?.code ?? '';
}
/** The session of an affiliate without the form. */
async function makeAffiliate(): Promise<string> {
  const session = await signUp(accounts.host, email);
  await accounts.owner.query(
    `with p as (insert into affiliate_programs (user_id, affiliate_code, status)
       select id, 'SD' || upper(substr(md5(random()::text), 1, 6)), 'approved' from auth.users where email = $1 returning id)
     insert into affiliate_applications (program_id, company_name, website, monthly_traffic, marketing_channels, motivation)
     select id, 'C', 'https://example.org', 'under-1000', '{Podcast}', 'M' from p`,
    [email],
  );
  return session;
}
/** On the dashboard. */
async function enterAsAffiliate(session: string): Promise<void> {
  await enterWithSession(page, accounts.host, session, ROUTES.affiliate);
  await page.getByRole('heading', { name: 'Your affiliate link' }).waitFor();
}
async function becomeAffiliate(): Promise<string> {
  await enterAsAffiliate(await makeAffiliate());
  return codeOf();
}
/** Somebody who signed up by the link, as the database sees it. */
async function customer(code: string): Promise<string> {
  const { rows } = await accounts.owner.query<{ id: string }>(
    `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), $1, $2) returning id`,
    [
      `customer-${(people += 1)}-${Date.now()}@example.com`,
      { affiliate: { code, seenAtMs: Date.now(), device: null } },
    ],
  );
  const userId = rows[0]?.id ?? '';
  await accounts.owner.query(
    `insert into organizations (name, is_personal, created_by) values ('Personal', true, $1)`,
    [userId],
  );
  return userId;
}
/** A payment as the books write it down; its commission comes on its own. */
async function pays(userId: string, usd: number, daysAgo: number): Promise<void> {
  const id = `I-${userId.slice(0, 8)}${Date.now()}`;
  await accounts.owner.query(
    `with o as (select id from organizations where created_by = $1),
       s as (insert into paypal_subscriptions (id, organization_id, plan_id, cycle, seats, unit_price_usd, approve_url, status, created_at)
         select $2, o.id, 'professional', 'monthly', 1, $3, 'https://example.org', 'ACTIVE', now() from o returning id, organization_id)
     insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at)
     select s.organization_id, s.id, $2, $3, 'completed', now() - $4 * interval '1 day' from s`,
    [userId, id, usd, daysAgo],
  );
}

describe('the programme', () => {
  it('is pitched to anyone who has no part in it', async () => {
    await open(true);
    await page.getByRole('heading', { name: 'Affiliate Program' }).waitFor();
    await said(/^Earn 20% of what customers pay/);
    await page.getByRole('row', { name: 'Professional $2.80 $28.40' }).waitFor();
    await eachLook('pitch');
  });

  it('is applied to with a form that keeps what was typed, and sends all of it', async () => {
    await open();
    await page.getByRole('link', { name: 'Apply to Join Program' }).click();
    await page.getByRole('heading', { level: 1, name: 'Affiliate Application' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(ROUTES.affiliateSignUp);
    const submit = button('Submit Application');
    // Without a channel there is nothing to submit.
    expect(await submit.isDisabled()).toBe(true);
    expect(await page.getByRole('checkbox').count()).toBe(MARKETING_CHANNELS.length);
    await page.getByRole('checkbox', { name: 'Podcast' }).check();
    await submit.click();
    await expect.poll(() => page.getByText('This is needed').count(), { timeout: 10_000 }).toBe(4);
    await page.getByLabel('Website').fill('no address');
    await submit.click();
    await said('Enter a web address that begins with https://');
    await eachLook('application-wrong');
    await fillApplication();
    accounts.faults.route('/rpc/apply_to_affiliate_program', (route) =>
      route.fulfill({ status: 500, json: { message: '' } }),
    );
    await submit.click();
    await page.getByRole('alert').getByText('Failed to submit application.').waitFor();
    expect(await page.getByLabel('Motivation').inputValue()).toBe(MOTIVATION);
    accounts.faults.unroute('/rpc/apply_to_affiliate_program');
    await submit.click();
    await page.getByRole('status', { name: 'Application Submitted' }).waitFor();
    await eachLook('submitted');
    const { rows } = await accounts.owner.query(
      `select company_name, website, monthly_traffic, marketing_channels, experience, motivation from affiliate_applications a
       join affiliate_programs p on p.id = a.program_id join auth.users u on u.id = p.user_id where u.email = $1`,
      [email],
    );
    expect(rows).toEqual([
      {
        company_name: 'Loud & Clear',
        website: 'https://example.org/blog',
        monthly_traffic: '1000-10000',
        marketing_channels: ['Podcast'],
        experience: 'intermediate',
        motivation: MOTIVATION,
      },
    ]);
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await page.waitForURL(`**${ROUTES.dashboard}`);
    // The address changes before the screen does; until then what was sent is still shown.
    await page
      .getByRole('heading', { level: 1, name: 'Affiliate Application' })
      .waitFor({ state: 'detached' });
    await page.getByRole('status', { name: 'Application Submitted' }).waitFor({ state: 'detached' });
    await goWithin(page, ROUTES.affiliateSignUp);
    await said('You have applied already.');
  });

  it('reports the review, a refusal with its reason, and takes another application', async () => {
    await open();
    await apply();
    await goWithin(page, ROUTES.affiliate);
    await said(/Approval is reviewed in 2-3 business days/);
    await eachLook('review');
    await decide('rejected', 'The site is <b>empty</b>.');
    await page.reload();
    await said('The reason: The site is <b>empty</b>.');
    await eachLook('refused');
    await page.getByRole('link', { name: 'Change and apply again' }).click();
    // What was sent before is there.
    await page.getByRole('checkbox', { name: 'Podcast', checked: true }).waitFor();
    expect(await page.getByLabel('Motivation').inputValue()).toBe(MOTIVATION);
    await page.getByLabel('Company Name').fill('Louder & Clearer');
    await button('Submit Application').click();
    await page.getByRole('status', { name: 'Application Submitted' }).waitFor();
  });
});

describe('an affiliate', () => {
  it('has a link to copy and to share, and nothing made up', async () => {
    const code = await becomeAffiliate();
    const link = `${origin()}${ROUTES.signUp}?ref=${code}`;
    expect(await page.getByRole('textbox', { name: 'Affiliate link' }).inputValue()).toBe(link);
    await expect.poll(() => figure('Total Referrals').innerText(), { timeout: 10_000 }).toBe('0');
    expect(await figure('Conversion Rate').innerText()).toContain('—');
    await said('No referrals yet');
    await said('No payouts yet');
    expect(await button('Request Payout').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Copy' }).click();
    await button('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await expect.poll(() => button('Copied').count(), { timeout: 10_000 }).toBe(0);
    await button('Share on Social').click();
    const opened = context.waitForEvent('page');
    await context.route(/x\.com/, (route) => route.fulfill({ status: 200, body: 'x' }));
    await page.getByRole('menuitem', { name: 'X' }).click();
    expect(new URL((await opened).url()).searchParams.get('url')).toBe(link);
    await (await opened).close();
    await page.bringToFront();
    await eachLook('dashboard-empty');
  });

  it('sees referrals by number, what they earn, and asks for a payout', async () => {
    const session = await makeAffiliate();
    const code = await codeOf();
    const [first, second] = [await customer(code), await customer(code)];
    await customer(code);
    await pays(first, 142, 40);
    await pays(second, 14, 2);
    await enterAsAffiliate(session);
    await expect.poll(() => figure('Total Referrals').innerText(), { timeout: 10_000 }).toBe('3');
    expect(await figure('Total Earnings').innerText()).toBe('$31.20');
    expect(await figure('Pending Earnings').innerText()).toContain('$2.80');
    expect(await figure('Conversion Rate').innerText()).toContain('67%');
    expect(await figure('Commission Rate').innerText()).toBe('20%');
    const referrals = page.getByRole('region', { name: 'Referrals' });
    await referrals.getByRole('row', { name: /No\. 1 .*Converted.*\$28\.40/ }).waitFor();
    await referrals.getByRole('row', { name: /No\. 3 .*Pending.*\$0\.00/ }).waitFor();
    expect(await page.content()).not.toContain('customer-');
    await button('Request Payout').click();
    const dialog = page.getByRole('dialog', { name: 'Request a payout of $28.40' });
    await dialog.getByRole('button', { name: 'Request $28.40' }).click();
    await dialog.getByText('Enter the email address of your PayPal account.').waitFor();
    await eachLook('payout-dialog');
    await dialog.getByLabel('Email address of your PayPal account').fill('pay@example.org');
    await dialog.getByRole('button', { name: 'Request $28.40' }).click();
    await said('The payout was requested');
    const payouts = page.getByRole('region', { name: 'Payouts' });
    await payouts.getByRole('row', { name: /\$28\.40 PayPal pay@example\.org Requested/ }).waitFor();
    // The balance arrives beside the list.
    await expect.poll(() => button('Request Payout').isDisabled(), { timeout: 10_000 }).toBe(true);
    const saved = page.waitForEvent('download');
    await button('Export CSV').click();
    const file = await (await saved).path();
    expect(readFileSync(file, 'utf8')).toMatch(/28\.4,requested,paypal,pay@example\.org/);
    await eachLook('dashboard');
  });

  it('saves images in four sizes and two looks', async () => {
    const code = await becomeAffiliate();
    for (const look of ['Light', 'Dark']) {
      await page.getByRole('radio', { name: look }).click();
      for (const [name, width, height] of [
        ['Medium rectangle', 300, 250],
        ['Leaderboard', 728, 90],
        ['Link preview', 1200, 630],
        ['Square post', 1080, 1080],
      ] as const) {
        const saved = page.waitForEvent('download');
        await button(`Save PNG: ${name}`).click();
        const bytes = readFileSync(await (await saved).path());
        expect(bytes.subarray(1, 4).toString()).toBe('PNG');
        expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
        // An image of one colour would be a few hundred bytes.
        expect(bytes.length).toBeGreaterThan(3000);
        if (SCREENSHOTS !== undefined)
          await (await saved).saveAs(`${SCREENSHOTS}/banner-${width}-${look}.png`);
      }
    }
    await button('Copy HTML: Leaderboard').click();
    await said('The HTML is copied');
    const html = await page.evaluate(() => navigator.clipboard.readText());
    expect(html).toContain(`<a href="${origin()}/signup?ref=${code}">`);
  });
});

describe('a link that is followed', () => {
  // Of somebody else, in a browser of his own.
  beforeEach(async () => {
    await context.close();
    [context, page] = await newPage();
  });

  /** With the token by which the host takes this browser in. */
  async function follow(code: string): Promise<void> {
    const { hash } = new URL(accounts.host.address);
    await page.goto(`${origin()}${ROUTES.signUp}?ref=${encodeURIComponent(code)}${hash}`);
  }
  const kept = () => page.evaluate(() => localStorage.getItem('sounddesk.referral'));
  async function makeLink(): Promise<string> {
    await makeAffiliate();
    return codeOf();
  }
  const referrals = async (code: string) => {
    const { rows } = await accounts.owner.query<{ email: string; refusal: string | null }>(
      `select u.email, r.refusal from affiliate_referrals r join affiliate_programs p on p.id = r.program_id
       join auth.users u on u.id = r.referred_user_id where p.affiliate_code = $1`,
      [code],
    );
    return rows;
  };
  async function signUpByLink(): Promise<string> {
    const address = `by-link-${(people += 1)}-${Date.now()}@example.com`;
    const forms = accountsPage(page, accounts.host.address);
    await forms.fill({ Name: 'Carla', Email: address, Password: PASSWORD, 'Confirm password': PASSWORD });
    await forms.submit('Create Account');
    await forms.atDashboard();
    return address;
  }

  it('opens the sign-up, says whose it is, keeps nothing, and counts', async () => {
    const code = await makeLink();
    await follow(code);
    await page.getByRole('heading', { level: 1, name: 'Create Account' }).waitFor();
    await said(new RegExp(`^You came by the link of an affiliate \\(${code}\\)\\.`));
    expect(await kept()).toBeNull();
    await eachLook('sign-up');
    // Also by way of another form of the page.
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Create one' }).click();
    const address = await signUpByLink();
    await expect
      .poll(() => referrals(code), { timeout: 10_000 })
      .toEqual([{ email: address, refusal: null }]);
  });

  it('is remembered for 60 days where the visitor agrees, and forgotten where he does not', async () => {
    const code = await makeLink();
    await follow(code);
    const remember = page.getByRole('checkbox', { name: 'Remember it in this browser for 60 days' });
    await remember.check();
    expect(await kept()).toContain(code);
    await remember.uncheck();
    expect(await kept()).toBeNull();
    await remember.check();
    await page.goto(`${origin()}${ROUTES.auth}?mode=signup`);
    await said(new RegExp(`^You came by the link of an affiliate \\(${code}\\)\\.`));
    await button('Sign up without it').click();
    expect(await kept()).toBeNull();
    await signUpByLink();
    expect(await referrals(code)).toEqual([]);
  });

  it('does not count in the affiliate’s own browser', async () => {
    const code = await becomeAffiliate();
    await accountsPage(page, accounts.host.address).signOut();
    await follow(code);
    const address = await signUpByLink();
    await expect
      .poll(() => referrals(code), { timeout: 10_000 })
      .toEqual([{ email: address, refusal: 'same_device' }]);
  });

  it('with a code that is none is a sign-up like any other', async () => {
    await follow('<script>alert(1)</script>');
    await page.getByRole('heading', { level: 1, name: 'Create Account' }).waitFor();
    expect(await page.getByRole('region', { name: 'Affiliate link' }).count()).toBe(0);
    await signUpByLink();
  });
});
