import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { adminScreen } from './adminScreen.ts';

const screen = adminScreen({ tables: ['payments', 'paypal_subscriptions', 'service_checks'] });
const figure = (name: string) => screen.page.getByRole('region', { name });

/** The admin's own workspace has paid $14 a month twice: 40 and 10 days ago. */
const payTwice = () =>
  screen.accounts.owner.query(
    `with paying as (
       insert into paypal_subscriptions (id, organization_id, plan_id, cycle, seats, unit_price_usd, approve_url, status, created_at)
       select 'I-OVERVIEW', o.id, 'professional', 'monthly', 1, 14, 'https://example.org', 'ACTIVE', now() - interval '40 days'
       from organizations o where o.is_personal limit 1 returning id, organization_id)
     insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at, covers_from, covers_until)
     select p.organization_id, p.id, 'T-' || ago, 14, 'completed', at, at, at + interval '30 days'
     from paying p, (select ago, now() - make_interval(days => ago) as at from unnest(array[40, 10]) ago) paid`,
  );

describe('the overview', () => {
  it('shows the figures of the books, and of another period by keys', async () => {
    await screen.open('Overview');
    const { page } = screen;
    expect((await payTwice()).rowCount).toBe(2);
    await screen.accounts.owner.query(
      `insert into service_checks (service, status, response_ms) values ('database', 'operational', 3)`,
    );
    await page.reload();
    await figure('Paying workspaces').getByText('0 of 1 that paid 30 days ago pay no more').waitFor();
    await figure('Kept in 30 days').getByText('$14.00').waitFor();
    await figure('Kept in 30 days').getByText('$14.00 a month from those who pay now').waitFor();
    await page.getByText('Database').waitFor();
    await page.getByRole('radio', { name: '30 days' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('[role=radio]:focus', { hasText: '90 days' }).waitFor();
    await page.keyboard.press('Enter');
    await figure('Kept in 90 days').getByText('$28.00').waitFor();
    await page.getByRole('img', { name: /^Revenue kept, .*\$28\.00 in all, at most \$14\.00/ }).waitFor();
    await screen.eachLook('overview');
  });

  it('is empty where nothing happened, and says what failed', async () => {
    await screen.open('Overview');
    const { page } = screen;
    await figure('Paying workspaces').getByText('None paid 30 days ago').waitFor();
    await page.getByText('Nothing in these days.').first().waitFor();
    await screen.image('overview-empty');
    screen.accounts.faults.route('/rpc/summarise_business', (route) => route.abort());
    await page.getByRole('radio', { name: '365 days' }).click();
    const again = page.getByRole('button', { name: /again/i });
    await again.waitFor();
    await screen.image('overview-failed');
    screen.accounts.faults.unroute('/rpc/summarise_business');
    await again.click();
    await figure('Kept in 365 days').waitFor();
  });

  it('is nobody else’s to see', async () => {
    await screen.openAsSomebodyElse(ROUTES.overview);
    await screen.page.getByText('The overview is only available to super administrators.').waitFor();
    await screen.image('overview-refused');
  });
});

describe('taxes on invoices', () => {
  it('have rates and a seller that are added, checked and deleted here', async () => {
    await screen.open('Overview');
    const { page } = screen;
    const card = page.getByRole('region', { name: 'Taxes on invoices' });
    await card.getByText('No rate is set: invoices say nothing of tax.').waitFor();
    await screen.button('Add rate').click();
    await card.getByText('Two letters, e.g. DE').waitFor();
    await card.getByText('From 0 to 100, two decimals at most').waitFor();
    await card.getByLabel('Country').first().fill('de');
    await card.getByLabel('Name').fill('VAT');
    await card.getByLabel('Rate in %').fill('19,5');
    await card.getByLabel('Valid from').fill('2026-01-01');
    await screen.button('Add rate').click();
    const row = card.getByRole('row', { name: /DE VAT 19\.50 %/ });
    await row.waitFor();
    await card.getByLabel('Name or company').fill('Sound Ltd');
    await card.getByLabel('Tax or VAT number').fill('IE1');
    await card.getByLabel('Country').last().fill('ie');
    await screen.button('Save').click();
    await page.getByText('The seller is kept').waitFor();
    await page.reload();
    await row.waitFor();
    expect(await card.getByLabel('Country').last().inputValue()).toBe('IE');
    await screen.eachLook('taxes');
    await row.getByRole('button', { name: 'Delete: DE, Jan 1, 2026' }).click();
    await page.getByText(/Those that are written keep it\./).waitFor();
    await screen.confirm('Delete');
    await card.getByText('No rate is set: invoices say nothing of tax.').waitFor();
  });
});
