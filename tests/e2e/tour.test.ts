import type { Browser, Locator, Page } from 'playwright';
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
/** What the step points at: framed and in sight, with the card beside it and not over it. */
async function pointsAt(target: Locator): Promise<void> {
  const state = () =>
    target.evaluate((element) => {
      const card = document.querySelector('[aria-label="Tour"][tabindex]')?.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      if (!card) return 'no card';
      if (!element.closest('[data-tour-target]')) return 'not framed';
      if (box.top < 0 || box.bottom > innerHeight) return 'out of sight';
      if (card.left < 0 || card.right > innerWidth || card.top < 0 || card.bottom > innerHeight)
        return 'card cut off';
      if (card.top < box.bottom && card.bottom > box.top && card.left < box.right && card.right > box.left)
        return 'covered';
      return Math.min(Math.abs(card.top - box.bottom), Math.abs(box.top - card.bottom)) < 40
        ? 'beside'
        : 'far';
    });
  await expect.poll(state).toBe('beside');
  expect(await page.locator('[data-tour-target]').count()).toBe(1);
}
const focused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
const next = () => tour().getByRole('button', { name: 'Next' }).press('Enter');

async function takeScreenshot(name: string): Promise<void> {
  const images = process.env.SOUNDDESK_SCREENSHOTS;
  if (images !== undefined) await page.screenshot({ path: `${images}/${name}.png` });
}

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

  it.each([
    [1440, 900],
    [360, 740],
  ])('points at what it speaks of, by keyboard, at %d pixels', async (width, height) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Help & Support' }).first().click();
    await screen('Help & Support');
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Take the tour' }).press('Enter');
    await step('Clean calls here');
    await pointsAt(page.getByRole('button', { name: 'Start noise cancellation' }));
    await next();
    await pointsAt(page.getByRole('heading', { level: 2, name: 'Noise settings' }));
    await next();
    await pointsAt(page.getByRole('heading', { level: 2, name: /^Audio channels/ }));
    await next();
    await step('Play, clean and export');
    await pointsAt(page.getByRole('heading', { level: 2, name: /^Previous Recordings/ }));
    await takeScreenshot(`tour-recordings-${width}`);
    await next();
    await pointsAt(page.getByRole('textbox', { name: 'Search the help' }));
    await page.keyboard.press('Escape');
    await tour().waitFor({ state: 'detached' });
    expect(await page.locator('[data-tour-target]').count()).toBe(0);
    // The button that began it went with its screen: the focus is on what the tour pointed at.
    expect(await focused(page.getByRole('textbox', { name: 'Search the help' }))).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('is found in Help and in the palette, and left with Escape', async () => {
    await page.getByRole('link', { name: 'Help & Support' }).first().click();
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await step('Clean calls here');
    await pointsAt(page.getByRole('button', { name: 'Start noise cancellation' }));
    await page.keyboard.press('Escape');
    await tour().waitFor({ state: 'detached' });
    expect(await focused(page.getByRole('button', { name: 'Start noise cancellation' }))).toBe(true);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a screen or run an action').fill('tour');
    await page.keyboard.press('Enter');
    await step('Clean calls here');
    await page.keyboard.press('Escape');
    await tour().waitFor({ state: 'detached' });
  });
});
