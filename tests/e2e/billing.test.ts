import { execFileSync } from 'node:child_process';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost } from '../lib/accountsHost.ts';
import { startBillingHost, type BillingHost } from '../lib/billingHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { openSignedUp } from './accountsPage.ts';

const SHOTS = process.env.BILLING_SHOTS;
let browser: Browser;
let world: BillingHost;
let page: Page;
let email: string;
let people = 0;

beforeAll(async () => {
  [browser, world] = await Promise.all([launchHeadlessShell(), startBillingHost()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
beforeEach(async () => {
  await world.owner.query('delete from private.rate_limits');
  world.standIn.account.mood.card = 'pays';
  // Events of an earlier test do not matter any more.
  world.standIn.account.events.length = 0;
  world.standIn.outage.status = null;
  page = await openPage(browser, { viewport: { width: 1440, height: 1000 } });
  email = `payer${(people += 1)}@example.org`;
});
afterEach(() => page.context().close());

const billing = () => `${world.origin}${ROUTES.billing}`;
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');

/** A new account with its trial, on the billing screen. */
async function open(isByMenu = false): Promise<void> {
  await openSignedUp(page, world.host, email, isByMenu ? ROUTES.dashboard : ROUTES.billing);
  if (isByMenu) await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByRole('heading', { level: 1, name: 'Billing and Subscription' }).waitFor();
  await page.getByRole('heading', { name: 'Current subscription' }).waitFor();
}

/** Chooses, is shown the cost, and goes to PayPal's page. */
async function goToPayPal(name: RegExp, today: string): Promise<void> {
  await button(name).click();
  await dialog().getByRole('definition').filter({ hasText: today }).first().waitFor();
  await dialog()
    .getByRole('button', { name: /Subscribe with PayPal|Agree at PayPal/ })
    .click();
  await page.getByRole('link', { name: 'Agree and Subscribe' }).waitFor();
}
const agree = () => page.getByRole('link', { name: 'Agree and Subscribe' }).click();

async function subscribe(name = /Subscribe Now: Professional/, today = '$14'): Promise<void> {
  await goToPayPal(name, today);
  await agree();
  await said('You are subscribed');
}

/** Delivers PayPal's events to the webhook. */
async function deliverAll(): Promise<void> {
  const { events } = world.standIn.account;
  for (let event = events.shift(); event; event = events.shift()) {
    const { headers, body } = world.standIn.sign(event);
    const response = await fetch(`${world.url}/functions/v1/paypal-webhook`, {
      method: 'POST',
      headers,
      body,
    });
    expect(response.status).toBe(200);
  }
}

async function organizationId(): Promise<string> {
  const { rows } = await world.owner.query<{ id: string }>(
    'select o.id from organizations o join auth.users u on u.id = o.created_by where u.email = $1',
    [email],
  );
  return rows[0]?.id ?? '';
}

async function axeFindings(): Promise<string[]> {
  return axeFindingsOf(page);
}

describe('billing', () => {
  it('begins with the trial: nothing is due, and there are no invoices', async () => {
    await open(true);
    await said('Trial');
    await said('1 of 1 in use');
    await said('No invoices yet');
    for (const plan of ['Essential', 'Professional', 'Enterprise'])
      await button(`Subscribe Now: ${plan}`).waitFor();
    await page.getByRole('radio', { name: 'Yearly' }).click();
    await said('Save $26 a year compared with monthly');
    await expectGoodLooks(page, 'billing-trial', { height: 1000 });
  });

  it('subscribes at PayPal: the cost beforehand, then the plan, the seats, the next date and the invoice', async () => {
    await open();
    await button(/Subscribe Now: Professional/).click();
    await dialog().getByText('Due today').waitFor();
    await dialog().getByRole('definition').filter({ hasText: '$14' }).first().waitFor();
    await button('One seat more').click();
    await dialog().getByText('$28 every month').waitFor();
    await expectGoodLooks(page, 'billing-dialog', { height: 1000 });
    await page.setViewportSize({ width: 1440, height: 1000 });
    await button('Subscribe with PayPal').click();
    await agree();
    await said('You are subscribed');
    expect(new URL(page.url()).search).toBe('');
    await said(/^\$28 a month/);
    await said('1 of 2 in use');
    await said(/^\$28 on /);
    const row = page.getByRole('row', { name: /SD-\d{4}-\d{6}/ });
    await row.getByText(/^Professional, monthly, 2 seats/).waitFor();
    await row.getByText('Paid').waitFor();
    expect(await button('Current plan: Professional').isDisabled()).toBe(true);
    // Loaded again, nothing is asked of PayPal again.
    await page.reload();
    await said(/^\$28 a month/);
    expect(await page.getByText(/You are subscribed/).count()).toBe(0);
    await expectGoodLooks(page, 'billing-subscribed', { height: 1000 });
  });

  it('that is not agreed to charges nothing, says so on the pricing page, and can be gone on with', async () => {
    await open();
    await goToPayPal(/Subscribe Now: Essential/, '$10');
    await page.getByRole('link', { name: 'Cancel and return' }).click();
    await said('Nothing was charged: you came back from PayPal without having agreed.');
    expect(new URL(page.url()).pathname).toBe(ROUTES.pricing);
    await page.goto(billing());
    await said('Not completed yet: Essential, monthly, 1 seat');
    await said('No invoices yet');
  });

  it('whose payment is declined grants nothing and says what to do', async () => {
    world.standIn.account.mood.card = 'declines';
    await open();
    await goToPayPal(/Subscribe Now: Enterprise/, '$22');
    await agree();
    await said('The last payment failed');
    await said('Overdue');
    await said('Trial');
    await button('Subscribe Now: Enterprise').waitFor();
    expect(await page.getByText(/Current plan/).count()).toBe(0);
    expect(await page.getByText(/You are subscribed/).count()).toBe(0);
    await expectGoodLooks(page, 'billing-declined', { height: 1000 });
  });

  it('while PayPal does not answer changes nothing, and continues when it does', async () => {
    await open();
    world.standIn.outage.status = 503;
    await button(/Subscribe Now: Professional/).click();
    await button('Subscribe with PayPal').click();
    await dialog()
      .getByText(/^PayPal does not answer/)
      .waitFor();
    world.standIn.outage.status = null;
    await button('Subscribe with PayPal').click();
    await page.getByRole('link', { name: 'Agree and Subscribe' }).waitFor();
    const agreeing = page.getByRole('link', { name: 'Agree and Subscribe' }).getAttribute('href');
    // PayPal takes the agreement and is away when the server asks for it.
    world.standIn.outage.status = 503;
    await page.goto(new URL((await agreeing) ?? '', page.url()).href);
    await said('PayPal could not be asked');
    world.standIn.outage.status = null;
    await button('Try again').click();
    await said('You are subscribed');
  });

  it('upgrades for the difference, changes seats at the period’s end, and is cancelled there', async () => {
    await open();
    await subscribe(/Subscribe Now: Essential/, '$10');
    await goToPayPal(/Upgrade: Professional/, '$4');
    await agree();
    await said('You are subscribed');
    await button('Current plan: Professional').waitFor();
    await said(/^Difference for Professional, monthly, 1 seat/);
    await page.getByRole('button', { name: 'Downgrade: Essential' }).click();
    await dialog()
      .getByText(/^Nothing is due today/)
      .waitFor();
    await dialog()
      .getByText(/^\$10 a month from /)
      .waitFor();
    await button('Agree at PayPal').click();
    await agree();
    await said(/^From .*: Essential, monthly, 1 seat$/);
    await button('Cancel subscription').click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText(/^No more charges\./).waitFor();
    await asked.getByRole('button', { name: 'Cancel subscription' }).click();
    await said(/^Cancelled: no more charges\. Professional continues until /);
    const subscriptions = [...world.standIn.account.subscriptions.values()];
    const own = await organizationId();
    expect(subscriptions.filter(({ customId, status }) => customId === own && status === 'ACTIVE')).toEqual(
      [],
    );
  });

  it('reports a renewal that failed, and a suspension', async () => {
    await open();
    await subscribe();
    const own = await organizationId();
    const one = [...world.standIn.account.subscriptions.values()].find(({ customId }) => customId === own);
    if (!one) throw new Error('no subscription');
    world.standIn.account.mood.card = 'declines';
    for (const text of [
      'The last payment failed',
      'The last payment failed',
      'The subscription is suspended',
    ]) {
      one.nextBillingMs = Date.now() - 1000;
      world.standIn.account.billNext();
      await deliverAll();
      await page.reload();
      await said(text);
    }
    await said(/could not collect \$14/);
  });

  it('has the billing details that stand on invoices, and keeps what is wrong in its field', async () => {
    await open();
    await page.getByLabel('Name or company').fill('Studio Äther');
    await page.getByLabel('Country').fill('4');
    await page.getByLabel('Country').blur();
    await page.getByRole('alert').getByText('Two letters, e.g. US or DE').waitFor();
    await page.getByLabel('Country').fill('de');
    await page.getByLabel('Tax or VAT number').fill('DE123456789');
    await button('Save details').click();
    await said('Billing details saved');
    await page.reload();
    await expect.poll(() => page.getByLabel('Country').inputValue(), { timeout: 20_000 }).toBe('DE');
  });

  it('shows net, rate and tax where a rate is set for the country, on the screen and in the PDF', async () => {
    onTestFinished(async () => {
      await world.owner.query('delete from tax_rates');
      await world.owner.query(`update invoice_seller set name = '', address = '', country = '', tax_id = ''`);
    });
    await world.owner.query(
      `insert into tax_rates (country, name, rate_percent, valid_from) values ('DE', 'VAT', 19, '2020-01-01')`,
    );
    await world.owner.query(
      `update invoice_seller set name = 'Sound Ltd', address = '1 Quay', country = 'IE', tax_id = 'IE1'`,
    );
    await open();
    await page.getByLabel('Name or company').fill('Studio Äther');
    await page.getByLabel('Country').fill('DE');
    await button('Save details').click();
    await said('Billing details saved');
    await subscribe(/Subscribe Now: Essential/, '$10');
    await page.reload();
    await page.getByRole('row', { name: /SD-/ }).getByText('$1.60 VAT in it').waitFor();
    await page
      .getByLabel('Totals')
      .getByText(/^\$1\.60/)
      .waitFor();
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/tax.png`, fullPage: true });
    const name = /^Download SD-/;
    const [download] = await Promise.all([page.waitForEvent('download'), button(name).first().click()]);
    if (SHOTS !== undefined) await download.saveAs(`${SHOTS}/tax.pdf`);
    const file = await download.path();
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    for (const line of [/Sound Ltd/, /IE1/, /Net +\$8\.40/, /VAT 19 % +\$1\.60/, /Total +\$10\.00 USD/])
      expect(text).toMatch(line);
  });

  it('gives each invoice as a PDF, and all of them in one', async () => {
    await open();
    await page.getByLabel('Name or company').fill('Studio Äther');
    await button('Save details').click();
    await said('Billing details saved');
    await subscribe(/Subscribe Now: Essential/, '$10');
    await goToPayPal(/Upgrade: Professional/, '$4');
    await agree();
    await said('You are subscribed');
    const own = await organizationId();
    const sold = [...world.standIn.account.subscriptions.values()].filter(({ customId }) => customId === own);
    world.standIn.account.refund(sold[1]?.sales[0]?.id ?? '', 1);
    await deliverAll();
    await page.reload();
    await said('$1 refunded');
    const textOf = async (name: RegExp) => {
      const [download] = await Promise.all([page.waitForEvent('download'), button(name).first().click()]);
      expect(download.suggestedFilename()).toMatch(/\.pdf$/);
      const path = await download.path();
      if (SHOTS !== undefined) await download.saveAs(`${SHOTS}/${download.suggestedFilename()}`);
      return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    };
    const one = await textOf(/^Download SD-\d{4}-\d{6}$/);
    for (const text of [
      'Invoice',
      'Studio Äther',
      'Difference for Professional',
      'Refunded',
      '$3.00',
      'PayPal',
    ])
      expect(one).toContain(text);
    const all = await textOf(/^Download All$/);
    expect(all.match(/SD-\d{4}-\d{6}/g)).toHaveLength(2);
    expect(all).toContain('Essential, monthly');
  });

  it('writes whom an invoice is for in any script, drawn where a PDF has no such letters', async () => {
    await open();
    await page.getByLabel('Name or company').fill('Ήχος και Λόγος ΑΕ');
    await page.getByLabel('Address').fill('Οδός Μουσών 7\nΑθήνα');
    await page.getByLabel('Country').fill('GR');
    await button('Save details').click();
    await said('Billing details saved');
    await subscribe(/Subscribe Now: Essential/, '$10');
    await page.reload();
    const name = /^Download SD-/;
    const [download] = await Promise.all([page.waitForEvent('download'), button(name).first().click()]);
    if (SHOTS !== undefined) await download.saveAs(`${SHOTS}/greek.pdf`);
    const file = await download.path();
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    expect(text).toContain('Essential, monthly');
    expect(text).not.toContain('?');
    const images = execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' });
    expect(images).toMatch(/\n +1 +0 image +896 +234 /);
  });

  it('says that the server is away, and continues on its own', async () => {
    await open();
    await page.context().route('**/rpc/billing_summary', (route) => route.abort());
    await page.reload();
    await page.getByRole('status').getByText('The account server does not answer').waitFor();
    expect(await axeFindings()).toEqual([]);
    await page.context().unroute('**/rpc/billing_summary');
    await page.getByRole('heading', { name: 'Current subscription' }).waitFor();
  });

  it('is found by the address of the documents, with what PayPal says', async () => {
    await open();
    await page.goto(`${world.origin}/billing?success=true`);
    await said('PayPal sent no subscription. The status below is what counts.');
    expect(new URL(page.url()).pathname).toBe(ROUTES.billing);
  });

  it('says where payment options cannot be loaded, and continues when they can', async () => {
    await open();
    await page.context().route('**/functions/v1/billing-options', (route) => route.abort());
    await button(/Subscribe Now: Professional/).click();
    await dialog().getByText('Failed to load payment options. Please refresh and try again.').waitFor();
    expect(await axeFindings()).toEqual([]);
    await page.context().unroute('**/functions/v1/billing-options');
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await button('Subscribe with PayPal').waitFor();
  });

  it('says that PayPal refused to open a subscription', async () => {
    await open();
    world.standIn.outage.status = 422;
    await button(/Subscribe Now: Professional/).click();
    await button('Subscribe with PayPal').click();
    await dialog().getByText('Failed to process subscription. Please contact support.').waitFor();
  });

  it('whose difference is declined says so, and leaves what was paid', async () => {
    await open();
    await subscribe(/Subscribe Now: Essential/, '$10');
    world.standIn.account.mood.card = 'declines';
    await goToPayPal(/Upgrade: Professional/, '$4');
    await agree();
    await said('Payment failed. Please try again or contact support.');
    await button('Upgrade: Professional').waitFor();
  });

  it('asks who is not signed in any more to sign in', async () => {
    await open();
    await button(/Subscribe Now: Professional/).click();
    await dialog().getByText('Due today').waitFor();
    await button('Subscribe with PayPal').waitFor();
    // All sessions were ended meanwhile, in another place.
    await world.owner.query(
      'delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = $1',
      [email],
    );
    await button('Subscribe with PayPal').click();
    await dialog().getByText('Sign In Required').waitFor();
    await dialog().getByRole('link', { name: 'Sign In' }).waitFor();
  });

  it('takes a plan from the pricing page, and none that there is not', async () => {
    await open();
    await page.goto(`${world.origin}${ROUTES.pricing}`);
    const choose = button('Subscribe Now to Professional');
    await expect.poll(() => choose.isEnabled(), { timeout: 30_000 }).toBe(true);
    await choose.click();
    await dialog().getByText('$14').waitFor();
    await dialog().getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Subscribe to Professional' }).getByText('Due today').waitFor();
    await page.goto(`${billing()}?plan=gold`);
    await dialog().getByText('Invalid Plan').waitFor();
    await dialog().getByText('The selected plan could not be found.').waitFor();
  });

  it('takes who is signed out to the sign-in page', async () => {
    await page.goto(world.host.address);
    await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
    await page.goto(billing());
    await page.waitForURL(`${world.origin}${ROUTES.auth}`);
  });
});

describe('where PayPal is not set up', () => {
  it('says so, and charges nothing', async () => {
    const accounts = await startAccountsHost();
    try {
      await openSignedUp(page, accounts.host, 'free@example.org');
      await page.getByRole('link', { name: 'Billing' }).click();
      await button('Subscribe Now: Professional').click();
      await dialog().getByText('Payments are not set up on this SoundDesk').waitFor();
      expect(await axeFindings()).toEqual([]);
    } finally {
      await accounts.close();
    }
  });
});
