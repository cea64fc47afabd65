import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { writeSpokenTake } from '../lib/spokenTake.ts';
import { writeSpokenTranscript } from '../lib/spokenTranscript.ts';

let browser: Browser;
let live: LiveHost;
let page: Page;
let folder: string;
const problems: string[] = [];

const button = (name: string | RegExp) => page.getByRole('button', { name });
const card = (name: string) => page.getByRole('region', { name });
const word = (place: number) => page.locator(`[data-place="${place}"]`);
const isSaved = () => page.getByRole('status').getByText('Saved').waitFor();
/** What the words read. */
const read = async () => (await page.locator('[data-place]').allTextContents()).join(' ');

beforeAll(async () => {
  [browser, live] = await Promise.all([launchChromium(), startLiveHost({})]);
  folder = join(live.dir, 'data', 'takes', 'night-shift');
  mkdirSync(folder, { recursive: true });
  writeSpokenTake(folder);
  writeSpokenTranscript(folder);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(live.host.address);
  await page.getByRole('link', { name: 'Recording Studio' }).click();
});
afterAll(async () => {
  await browser?.close();
  await live?.close();
});

describe('the transcript editor', () => {
  it('is opened from a recording, and looks good', async () => {
    await button('Actions for Night shift').click();
    await page.getByRole('menuitem', { name: 'Edit transcript' }).click();
    await page.getByRole('heading', { name: 'Transcript of Night shift', level: 1 }).waitFor();
    await word(0).waitFor();
    expect(await read()).toMatch(/^Good evening, um, and wellcome to the the night shift\./);
    await word(0).click();
    await expectGoodLooks(page, 'transcript-editor');
  });

  it('plays from a word, and lights the one that is heard', async () => {
    await word(10).click();
    await button('Play from here').click();
    await page.locator('[data-place="11"][data-lit]').waitFor();
    await button('Pause').click();
    await button('Play from here').waitFor();
    expect(await page.locator('[data-lit]').count()).toBe(0);
  });

  it('corrects a word by the keyboard, keeps it, and takes it back', async () => {
    await word(3).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Correction of “wellcome”');
    await field.fill('welcome');
    await field.press('Enter');
    await expect.poll(() => word(4).textContent()).toBe('welcome');
    await isSaved();
    await page.keyboard.press('Control+z');
    await expect.poll(() => word(4).textContent()).toBe('wellcome');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => word(4).textContent()).toBe('welcome');
    await isSaved();
  });

  it('replaces words everywhere, and renames a speaker', async () => {
    await page.getByLabel('Find').fill('harbour');
    await page.getByText('2 matches').waitFor();
    await page.getByLabel('Replace with').fill('harbor');
    await button('Replace all').click();
    await page.getByText('No match').waitFor();
    expect(await read()).toContain('the harbor is quiet');
    expect(await read()).toContain('about the harbor, and');
    await page.getByLabel('Find').fill('');
    await page.getByLabel('Name of Maya').fill('Maya Lind');
    await page.getByLabel('Name of Maya').press('Enter');
    await page.getByText('Maya Lind').first().waitFor();
    await isSaved();
  });

  it('marks filler words, and makes a project that is cut so', async () => {
    const fillers = card('Filler words');
    await fillers.getByLabel('Phrases (you know)').check();
    await fillers.getByRole('button', { name: 'Mark all for cutting' }).click();
    await card('Cuts').getByText('4 cuts').or(card('Cuts').getByText(/^4 cuts, /)).waitFor();
    await isSaved();
    const kept = readFileSync(join(folder, 'transcript.json'), 'utf8');
    await card('Cuts').getByRole('button', { name: 'Make a video project with these cuts' }).click();
    await page.getByRole('heading', { name: 'Video Editor', level: 1 }).waitFor();
    await expect
      .poll(async () => {
        const answer = await live.client.call('projects.list');
        return answer.success ? answer.data.map(({ name, durationSec }) => [name, Math.round(durationSec)]) : [];
      })
      .toEqual([['Night shift (cut)', 58]]);
    expect(readFileSync(join(folder, 'transcript.json'), 'utf8')).toBe(kept);
  });

  it('is as it was left, after it is opened again', async () => {
    await page.goto(
      `${new URL(live.host.address).origin}/sounddesk-recording-studio/transcript?take=night-shift&at=20.5`,
    );
    await page.getByRole('heading', { name: 'Transcript of Night shift', level: 1 }).waitFor();
    await word(4).waitFor();
    expect(await word(4).textContent()).toBe('welcome');
    expect(await page.getByLabel('Name of Maya').inputValue()).toBe('Maya Lind');
    // Where the address points.
    expect(await page.locator('[data-place][aria-pressed="true"]').textContent()).toBe('us');
    await button('Export').click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Word (DOCX)' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('Night shift.docx');
    expect(readFileSync(await saved.path()).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(problems).toEqual([]);
  });
});
