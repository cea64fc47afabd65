import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';

let browser: Browser;
let live: LiveHost;
let page: Page;

const tour = () => page.getByRole('region', { name: 'Tour' });
const step = (title: string) => tour().getByRole('heading', { name: title }).waitFor();
const screen = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const next = () => tour().getByRole('button', { name: 'Next' }).press('Enter');

describe('the tour', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({});
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    await page.goto(live.host.address);
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('is offered, opens the screens that it describes, and is not offered again', async () => {
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await step('Clean calls here');
    expect(await tour().evaluate((card) => card === document.activeElement)).toBe(true);
    await next();
    await screen('Audio Enhancement');
    await step('Shape your voice');
    await next();
    await screen('Recording Studio');
    await step('Record every voice on its own track');
    await next();
    await step('Play, clean and export');
    await tour().getByRole('button', { name: 'Back' }).press('Enter');
    await step('Record every voice on its own track');
    await next();
    await next();
    await screen('Help & Support');
    await step('Find anything');
    await expectGoodLooks(page, 'tour');
    await page.setViewportSize({ width: 1440, height: 900 });
    await tour().getByRole('button', { name: 'Finish' }).press('Enter');
    await tour().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    expect(await page.getByRole('button', { name: 'Take the tour' }).count()).toBe(0);
  });

  it('is found in Help and in the palette, and left with Escape', async () => {
    await page.getByRole('link', { name: 'Help & Support' }).first().click();
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await step('Clean calls here');
    await page.keyboard.press('Escape');
    await tour().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a screen or run an action').fill('tour');
    await page.keyboard.press('Enter');
    await step('Clean calls here');
    await page.keyboard.press('Escape');
    await tour().waitFor({ state: 'detached' });
  });
});
