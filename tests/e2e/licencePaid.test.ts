/** What was paid, on the desktop's own screens: a plan that an account pays for opens the app, and ends with what was paid. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startBillingHost, type BillingHost } from '../lib/billingHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { PASSWORD } from './accountsPage.ts';

const CONTEXT = { signal: new AbortController().signal };

let browser: Browser;
let world: BillingHost;
let context: BrowserContext;
let page: Page;
let email: string;
let people = 0;

beforeAll(async () => {
  [browser, world] = await Promise.all([launchHeadlessShell(), startBillingHost({ isLicensed: false })]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
/** Each test begins as a device that never had a licence, with an account of its own. */
beforeEach(async () => {
  await world.host.core.licence.handlers['licence.deactivate'](undefined, CONTEXT);
  await world.owner.query('delete from private.rate_limits');
  context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  email = `seat${(people += 1)}@example.org`;
});
afterEach(() => context.close());

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor();
/** Asks the server; what it refuses is looked at on the screen. */
const refresh = () =>
  Promise.resolve(world.host.core.licence.handlers['licence.refresh'](undefined, CONTEXT)).catch(
    () => undefined,
  );

async function takeScreenshot(name: string): Promise<void> {
  const images = process.env.SOUNDDESK_SCREENSHOTS;
  if (images === undefined) return;
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 1000 });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((chosen) => (document.documentElement.className = chosen), theme);
      await page.screenshot({ path: `${images}/${name}-${width}-${theme}.png`, fullPage: true });
    }
  }
}

/** A new account, on the licence screen. */
async function signUp(): Promise<void> {
  await page.goto(world.host.address);
  await heading('Welcome to SoundDesk');
  await button('Start 14-Day Free Trial').click();
  await heading('Create Account');
  await page.getByLabel('Name').fill('Maria');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await button('Create Account').click();
  await shown(`Signed in as ${email}`);
}

/** From the billing screen, by way of PayPal, and back. */
async function subscribe(plan: string): Promise<void> {
  await page.goto(`${world.origin}${ROUTES.billing}`);
  await button(`Subscribe Now: ${plan}`).click();
  await button('Subscribe with PayPal').click();
  await page.getByRole('link', { name: 'Agree and Subscribe' }).click();
  await shown('You are subscribed');
}

/** The trial of the account is long over. */
async function endTrial(): Promise<void> {
  await world.owner.query(`update auth.users set created_at = now() - interval '60 days' where email = $1`, [
    email,
  ]);
  await world.owner.query(
    `update license_keys set trial_ends_at = now() - interval '40 days' where user_email = $1`,
    [email],
  );
}
/** The paid time is over, and so is the day for its renewal. */
async function endPaidTime(): Promise<void> {
  const ended = await world.owner.query(
    `update payments y set covers_from = now() - interval '40 days', covers_until = now() - interval '10 days'
     from organizations o join auth.users u on u.id = o.created_by
     where y.organization_id = o.id and u.email = $1`,
    [email],
  );
  expect(ended.rowCount).toBe(1);
}

describe('a plan that is paid for', () => {
  it('is used on this device from the page that says so, and ends with what was paid', async () => {
    await signUp();
    await button('Continue with Free').click();
    await button('Start noise cancellation').waitFor();
    await endTrial();
    await subscribe('Enterprise');
    await takeScreenshot('paid-billing');
    await page.setViewportSize({ width: 1440, height: 1000 });
    expect(await axeFindingsOf(page)).toEqual([]);
    await button('Use on this device').click();
    await shown('SoundDesk is activated');
    await expect.poll(() => button('Use on this device').count()).toBe(0);
    await button('Licensed').click();
    const dialog = page.getByRole('dialog', { name: 'License' });
    await dialog.getByText('Enterprise').first().waitFor();
    await dialog.getByText(/on 1 of /).waitFor();
    await takeScreenshot('paid-dialog');
    expect(await axeFindingsOf(page)).toEqual([]);

    await endPaidTime();
    await refresh();
    await page.goto(`${world.origin}${ROUTES.dashboard}`);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await heading('This license has expired');
    await page.getByText('cannot be used any more').waitFor();
    expect(await button(/Use on this device/).count()).toBe(0);
    await button('Continue with Free').click();
    await button('Start noise cancellation').waitFor();
  });

  it('is chosen on the licence screen by who has paid elsewhere, and the screen comes back at its end', async () => {
    await signUp();
    await button('Start 14-Day Free Trial').click();
    await button('Trial: 14 days left').waitFor();
    await subscribe('Professional');
    // Another computer of the same account, whose trial is over.
    await world.host.core.licence.handlers['licence.deactivate'](undefined, CONTEXT);
    await endTrial();
    await page.goto(world.host.address);
    await heading('Welcome to SoundDesk');
    await shown(`Signed in as ${email}`);
    const use = button(/Use on this device: SD-/);
    await use.waitFor();
    await page.getByRole('listitem').getByText('professional').waitFor();
    // What is paid for needs no trial.
    expect(await button('Start 14-Day Free Trial').count()).toBe(0);
    expect(await axeFindingsOf(page)).toEqual([]);
    await takeScreenshot('paid-licence');
    await page.setViewportSize({ width: 1440, height: 1000 });
    await use.click();
    await button('Licensed').waitFor();
    const report = await world.host.core.licence.handlers['licence.readStatus'](undefined, CONTEXT);
    expect(report).toMatchObject({ state: { kind: 'active', plan: 'professional' } });

    await endPaidTime();
    await refresh();
    await page.goto(world.host.address);
    await heading('This license has expired');
    await page.getByText('cannot be used any more').waitFor();
    await takeScreenshot('paid-over');
    expect(await axeFindingsOf(page)).toEqual([]);
  });
});
