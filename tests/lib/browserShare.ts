import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { DEFAULT_LIVE_CHAIN } from '../../src-shared/domain/liveChain.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { startPulse } from './virtualAudio.ts';
import { startWebStudio, type WebStudio } from './webStudio.ts';

const SETTLE_MS = 4000;

/** In parts of a core, by the processor time of all of the browser's processes. */
export interface BrowserShare {
  /** The page without a session, at the dashboard. */
  idle: number;
  /** One voice cleaned and heard, at a screen that shows nothing of it: capture, engine and output. */
  engine: number;
  /** The same at the dashboard, with its meters, scopes and figures. */
  dashboard: number;
  /** Of `engine`, the chain's own part on the audio thread, as the page shows it. */
  chain: number;
}

/** The web build in a real Chromium beside a sound server of its own, with RNNoise, for so many seconds at each. */
export async function measureBrowserShare(seconds: number): Promise<BrowserShare> {
  const server = await startPulse();
  const studio = await startWebStudio([], server.env);
  try {
    const { page } = await studio.open();
    await prepare(page);
    const idle = await coresOf(studio, seconds);
    await page.getByRole('button', { name: 'Start noise cancellation' }).click();
    await page.getByText('Noise cancellation is on').waitFor();
    const dashboard = await coresOf(studio, seconds);
    const shown = await page
      .getByText(/[\d.]+ % of a core/)
      .first()
      .innerText();
    const chain = Number(/([\d.]+) % of a core/.exec(shown)?.[1]) / 100;
    await page.locator(`a[href="${ROUTES.help}"]`).first().click();
    await page.waitForURL(`**${ROUTES.help}`);
    return { idle, dashboard, chain, engine: await coresOf(studio, seconds) };
  } finally {
    await studio.close();
    await server.close();
  }
}

/** A voice is heard while it is cleaned. */
async function prepare(page: Page): Promise<void> {
  const settings = { monitorInHeadphones: true, activePresetId: null, chain: DEFAULT_LIVE_CHAIN };
  await page.evaluate((text) => localStorage.setItem('sounddesk.settings', text), JSON.stringify(settings));
  await page.reload();
  await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
}

/** What all of a browser's processes take, once they have settled. */
export async function coresOf({ browser }: Pick<WebStudio, 'browser'>, seconds: number): Promise<number> {
  await sleep(SETTLE_MS);
  const session = await browser.newBrowserCDPSession();
  const cpuSec = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  const startMs = performance.now();
  const before = await cpuSec();
  await sleep(seconds * 1000);
  const cores = ((await cpuSec()) - before) / ((performance.now() - startMs) / 1000);
  await session.detach();
  return cores;
}
