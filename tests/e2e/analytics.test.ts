import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { writePast } from '../lib/journalLines.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';

let browser: Browser;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

describe('the screen of analytics', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' });
    page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    ).newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(live.host.address);
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('is reached by the menu, and says what to do where nothing was done yet', async () => {
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
    await page.getByText('Nothing to show yet').waitFor();
    expect(await findings()).toEqual([]);
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
  });

  it('shows what the journal has: four figures, the week by day, the history, latency by device', async () => {
    // What a try before has written would be counted twice.
    rmSync(join(live.dir, 'data', 'journal.jsonl'), { force: true });
    writePast(join(live.dir, 'data'));
    await page.getByRole('link', { name: 'Analytics' }).click();
    const { totals, devices } = await readView();
    const cards = page.getByRole('region', { name: 'Last 30 days' });
    await cards.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(await cards.getByRole('heading').allTextContents()).toEqual([
      'Sessions',
      'Time cleaned',
      'Mean reduction',
      'Recordings',
    ]);
    expect(await cards.getByRole('region', { name: 'Sessions' }).textContent()).toContain(
      String(totals.sessions),
    );
    expect(await cards.getByRole('region', { name: 'Mean reduction' }).textContent()).toContain(
      (totals.meanReductionDb ?? 0).toFixed(1),
    );
    const week = page.getByRole('region', { name: 'This week' });
    expect(await week.getByRole('listitem').count()).toBe(7);
    await page.getByRole('img', { name: /^Time by day, .* Highest: / }).waitFor();
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(
      devices.map(({ inputName, outputName }) => `${inputName} → ${outputName}`),
    );
    expect(await findings()).toEqual([]);
  });

  it('is worked by keys: other steps, other figures, and the figures as a table', async () => {
    await page.getByRole('radio', { name: 'Day' }).press('ArrowRight');
    // The focus follows the key a moment later.
    await page.locator(':focus', { hasText: 'Week' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /^Time by week/ }).waitFor();
    await page.getByRole('radio', { name: 'Reduction' }).press('Enter');
    await page.getByRole('img', { name: /^Reduction by week.* dB, Week of / }).waitFor();
    await page.getByText('Show the figures as a table').press('Enter');
    expect(await page.getByRole('region', { name: 'Figures of the history' }).getByRole('row').count()).toBe(
      13,
    );
    expect(await findings()).toEqual([]);
    await page.getByRole('radio', { name: 'Month' }).press('Enter');
    await page.getByRole('img', { name: /^Reduction by month/ }).waitFor();
  });

  it('exports what it shows', async () => {
    await page.getByRole('radio', { name: 'Day' }).press('Enter');
    await page.getByRole('img', { name: /by day/ }).waitFor();
    const history = await download('Export CSV');
    expect(history.name).toMatch(/^sounddesk-analytics-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    expect(history.text.split('\r\n')).toHaveLength(1 + 30 + 1);
    const devices = await download('Export devices as CSV');
    expect(devices.text).toContain('USB Microphone,Headphones,');
  });

  it('follows the journal while it is looked at', async () => {
    const before = (await readView()).totals.sessions;
    const nowMs = Date.now();
    appendFileSync(
      join(live.dir, 'data', 'journal.jsonl'),
      `${JSON.stringify({ version: 1, sessionStartedAtMs: nowMs - 3000, fromMs: nowMs - 3000, toMs: nowMs })}\n`,
    );
    live.host.core.events.emit('journal.onChanged', unwrap(await live.client.call('journal.readToday')));
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText(String(before + 1)).waitFor();
    expect(problems).toEqual([]);
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

async function readView() {
  const day = (daysAgo: number) => {
    const at = new Date();
    at.setDate(at.getDate() - daysAgo);
    const two = (value: number) => String(value).padStart(2, '0');
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  };
  return unwrap(await live.client.call('journal.readPeriod', { from: day(29), to: day(0), by: 'day' }));
}

async function download(button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

async function findings(): Promise<string[]> {
  return axeFindingsOf(page);
}
