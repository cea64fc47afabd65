import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { adminScreen } from './adminScreen.ts';
import { countCards } from '../lib/countCards.ts';

const screen = adminScreen({
  tables: ['gateway_events', 'psfaba_api_keys', 'private.gateway_webhook'],
  permissions: ['clipboard-read', 'clipboard-write'],
});
const { button, confirm } = screen;
const dialog = (name: string) => screen.page.getByRole('dialog', { name });

describe('keys of the payment gateway', () => {
  it('are made, shown once, copied, revoked, made good and deleted', async () => {
    await screen.open('API Keys', 'API Key Management');
    const { page } = screen;
    await page.getByText('No API keys found').waitFor();
    await button('Generate API Key').click();
    const form = dialog('Generate API Key');
    expect(await form.getByRole('button', { name: 'Generate' }).isDisabled()).toBe(true);
    await form.getByLabel('Name').fill('Shop <b>');
    await form.getByLabel('Description (optional)').fill('The till in the hall');
    expect(await screen.axeFindings()).toEqual([]);
    await screen.image('gateway-generate');
    await form.getByLabel('Name').press('Enter');
    const made = dialog('Your new API key');
    const key = await made.locator('code').innerText();
    expect(key).toMatch(/^psfaba_live_[0-9a-z]{32}$/);
    await made.getByText(/is shown only this once/).waitFor();
    await made.getByRole('button', { name: 'Copy to Clipboard' }).click();
    await page.getByText('API key copied to clipboard').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    expect(await screen.axeFindings()).toEqual([]);
    await screen.image('gateway-once');
    await made.getByRole('button', { name: 'Done' }).click();
    await page.getByText('API key “Shop <b>” generated successfully').waitFor();
    expect(await page.content()).not.toContain(key);
    const row = page.getByRole('row', { name: /Shop <b>/ });
    await row.getByText(`${key.slice(0, 16)}…${key.slice(-4)}`).waitFor();
    await row.getByText('Never used').waitFor();

    await button('Revoke: Shop <b>').click();
    await page.getByText(/this will immediately disable all payments using this key/).waitFor();
    await confirm('Cancel');
    await button('Revoke: Shop <b>').click();
    await confirm('Revoke');
    await page.getByText('API key is revoked now').waitFor();
    await button('Reactivate: Shop <b>').click();
    await page.getByText('API key is active now').waitFor();
    await button('Delete: Shop <b>').click();
    await page.getByText(/This cannot be undone\./).waitFor();
    await confirm('Delete');
    await page.getByText('API key “Shop <b>” deleted successfully').waitFor();
    await page.getByText('No API keys found').waitFor();
  });

  it('are beside the connection, which takes a real call and counts it', async () => {
    await screen.open('PS-FABA Gateway', 'Payment Gateway');
    const { page } = screen;
    await page.getByText('None yet: no call is taken.').waitFor();
    await page.getByText('No call came yet.').waitFor();
    await screen.image('gateway-empty');
    await button('Make a secret').click();
    const secretDialog = dialog('Your new webhook secret');
    const secret = await secretDialog.locator('code').innerText();
    await secretDialog.getByRole('button', { name: 'Done' }).click();
    await button('Generate API Key').click();
    await dialog('Generate API Key').getByLabel('Name').fill('Kiosk');
    await dialog('Generate API Key').getByRole('combobox', { name: 'Valid for' }).click();
    await page.getByRole('option', { name: '90 days' }).click();
    await dialog('Generate API Key').getByRole('button', { name: 'Generate' }).click();
    const key = await dialog('Your new API key').locator('code').innerText();
    await dialog('Your new API key').getByRole('button', { name: 'Done' }).click();
    const url = await page.getByRole('region', { name: 'Connection' }).locator('code').innerText();
    const called = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-webhook-secret': secret },
      body: JSON.stringify({ id: 'evt-1', type: 'payment.received' }),
    });
    expect(called.status).toBe(200);
    await page.reload();
    await page.getByRole('region', { name: 'Last calls' }).getByText('payment.received').waitFor();
    const row = page.getByRole('row', { name: /Kiosk/ });
    await row.getByText('1 call').waitFor();
    expect(await countCards(page, 'API keys by status')).toEqual({
      'Total keys': '1',
      Active: '1',
      Revoked: '0',
      'Total usage': '1',
    });
    const choose = async (status: string) => {
      await page.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: status }).click();
    };
    await choose('Revoked');
    await page.getByText('No API keys found').waitFor();
    await choose('Active');
    await row.waitFor();
    // A whole key that was pasted finds its row.
    await page.getByRole('searchbox').fill(key);
    await row.waitFor();
    await page.getByRole('searchbox').fill('nothing');
    await page.getByText('No API keys found').waitFor();
    await page.getByRole('searchbox').fill('');
    await screen.eachLook('gateway');
    await button('Rotate').click();
    await confirm('Rotate');
    const next = await dialog('Your new webhook secret').locator('code').innerText();
    expect(next).not.toBe(secret);
    await dialog('Your new webhook secret').getByRole('button', { name: 'Done' }).click();
  });

  it('are nobody else’s', async () => {
    await screen.openAsSomebodyElse(ROUTES.gatewayAdmin);
    const { page } = screen;
    await page.getByText('Super Admin Access Required').waitFor();
    await page.goto(`${new URL(page.url()).origin}${ROUTES.apiKeyManagement}`);
    await page.getByText('Admin Access Required').waitFor();
    await page.getByRole('link', { name: 'Return to Dashboard' }).waitFor();
  });
});
