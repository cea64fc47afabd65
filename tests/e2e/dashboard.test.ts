import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';

let browser: Browser;
let live: LiveHost;
let page: Page;

beforeAll(async () => {
  browser = await launchHeadlessShell();
  live = await startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' });
  page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  ).newPage();
});
afterAll(async () => {
  await browser?.close();
  await live?.close();
});
beforeEach(async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(live.host.address);
  await page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), / }).waitFor();
});

const pathOf = () => new URL(page.url()).pathname;

describe('the dashboard', () => {
  it('has the tiles of today, with zeros before anything was done', async () => {
    const today = page.getByRole('region', { name: 'Today' });
    await today.getByText('Nothing cleaned yet today').waitFor();
    const tiles = await today.locator('dl > div').allTextContents();
    expect(tiles).toHaveLength(3);
    expect(tiles[0]).toContain('sessions');
    expect(tiles[1]).toContain('cleaned');
    expect(tiles[2]).toContain('none');
    await today.getByRole('link', { name: 'See Analytics' }).click();
    expect(pathOf()).toBe(ROUTES.analytics);
  });

  it('says how engine, microphone, processing and latency are, and its timer is at 00:00', async () => {
    const status = page.getByRole('region', { name: 'System status' });
    expect(await status.locator('dt').allTextContents()).toEqual([
      'Audio engine',
      'Microphone',
      'Processing',
      'Latency',
    ]);
    await status.getByText('not connected').waitFor();
    expect(await page.getByRole('timer').textContent()).toBe('00:00');
    const monitor = page.getByRole('region', { name: 'Real-time monitor' });
    expect((await monitor.getByRole('heading').allTextContents()).slice(0, 3)).toEqual([
      'Noise level',
      'Reduction',
      'Latency',
    ]);
  });

  it('leads to a custom preset', async () => {
    await page.getByRole('link', { name: 'Custom preset' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audio Enhancement' }).waitFor();
    expect(pathOf()).toBe(ROUTES.audioEnhancement);
  });

  it('has quick actions to the screens that there are', async () => {
    const actions = page.getByRole('navigation', { name: 'Quick actions' });
    const targets = await actions
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(targets).toEqual([ROUTES.audioEnhancement, ROUTES.voiceAi, ROUTES.analytics]);
    await actions.getByRole('link', { name: /^Analytics/ }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
  });

  it.each([360, 768, 1440])('fits %i pixels in both themes, without findings', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      unwrap(await live.client.call('settings.update', { theme }));
      await page.locator(`html.${theme}`).waitFor();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      expect(await axeFindingsOf(page, { hasColoursOnly: theme === 'dark' })).toEqual([]);
    }
  });
});
