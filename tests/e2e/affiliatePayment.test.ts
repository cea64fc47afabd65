/** From the link to the commission: somebody signs up by it and subscribes at PayPal, and the affiliate sees what it earned. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { startBillingHost, type BillingHost } from '../lib/billingHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { PASSWORD, accountsPage, newAddress, openSignedUp } from './accountsPage.ts';

let browser: Browser;
let world: BillingHost;

beforeAll(async () => {
  [browser, world] = await Promise.all([launchHeadlessShell(), startBillingHost()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const newPage = async (): Promise<Page> => (await browser.newContext({ reducedMotion: 'reduce' })).newPage();

/** Delivers PayPal's events to the webhook. */
async function deliverAll(): Promise<void> {
  const { events } = world.standIn.account;
  for (let event = events.shift(); event; event = events.shift()) {
    const { headers, body } = world.standIn.sign(event);
    const answered = await fetch(`${world.url}/functions/v1/paypal-webhook`, {
      method: 'POST',
      headers,
      body,
    });
    expect(answered.status).toBe(200);
  }
}

it('a customer who came by a link pays, and is given the money back', async () => {
  const email = newAddress('affiliate');
  const code = `SD${randomUUID().slice(0, 6).toUpperCase()}`;
  const affiliate = await newPage();
  await openSignedUp(affiliate, world.host, email);
  await world.owner.query(
    `insert into affiliate_programs (user_id, affiliate_code, status) select id, $2, 'approved' from auth.users where email = $1`,
    [email, code],
  );
  const figure = (name: string) =>
    affiliate.getByLabel('Figures').locator('div').filter({ hasText: name }).getByRole('definition');
  const openDashboard = async () => {
    await affiliate.goto(`${world.origin}${ROUTES.affiliate}`);
    await affiliate.getByRole('heading', { name: 'Your affiliate link' }).waitFor();
  };

  const customer = await newPage();
  await customer.goto(world.host.address);
  await customer.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
  await customer.goto(`${world.origin}${ROUTES.signUp}?ref=${code}`);
  const forms = accountsPage(customer, world.host.address);
  await forms.heading('Create Account');
  const account = { Name: 'Carla', Email: newAddress('carla') };
  await forms.fill({ ...account, Password: PASSWORD, 'Confirm password': PASSWORD });
  await forms.submit('Create Account');
  await forms.atDashboard();
  await customer.goto(`${world.origin}${ROUTES.billing}`);
  await customer.getByRole('button', { name: /Subscribe Now: Professional/ }).click();
  await customer.getByRole('dialog').getByRole('button', { name: 'Subscribe with PayPal' }).click();
  await customer.getByRole('link', { name: 'Agree and Subscribe' }).click();
  await customer.getByText('You are subscribed').first().waitFor();
  await deliverAll();

  await openDashboard();
  await expect.poll(() => figure('Total Earnings').innerText(), { timeout: 10_000 }).toBe('$2.80');
  expect(await figure('Conversion Rate').innerText()).toContain('100%');
  await affiliate.getByRole('row', { name: /No\. 1 .*Converted.*\$2\.80/ }).waitFor();
  expect(await affiliate.content()).not.toContain('carla');

  const subscription = [...world.standIn.account.subscriptions.values()].at(-1);
  world.standIn.account.refund(subscription?.sales[0]?.id ?? '', 14);
  await deliverAll();
  await openDashboard();
  await expect.poll(() => figure('Total Earnings').innerText(), { timeout: 10_000 }).toBe('$0.00');
  await affiliate.getByRole('row', { name: /No\. 1 .*Pending.*\$0\.00/ }).waitFor();
}, 180_000);
