import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { writeSpokenTake } from '../lib/spokenTake.ts';
import { OPENAI_KEY, startVoiceProviders, type VoiceProviders } from '../lib/voiceProviders.ts';
import { writeSpokenTranscript } from '../lib/spokenTranscript.ts';

let browser: Browser;
let providers: VoiceProviders;
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
  [browser, live, providers] = await Promise.all([
    launchHeadlessShell(),
    startLiveHost({}),
    startVoiceProviders(),
  ]);
  folder = join(live.dir, 'data', 'takes', 'night-shift');
  mkdirSync(folder, { recursive: true });
  writeSpokenTake(folder);
  writeSpokenTranscript(folder);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(live.host.address);
  await page.getByRole('link', { name: 'Recording Studio' }).click();
});
afterAll(async () => {
  await browser?.close();
  await live?.close();
  await providers?.close();
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
    const lit = page.locator('[data-lit]');
    await lit.waitFor();
    expect(Number(await lit.getAttribute('data-place'))).toBeGreaterThanOrEqual(10);
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
    await card('Cuts')
      .getByText(/^3 cuts, 1\.5 s/)
      .waitFor();
    await isSaved();
    const kept = readFileSync(join(folder, 'transcript.json'), 'utf8');
    await card('Cuts').getByRole('button', { name: 'Make a video project with these cuts' }).click();
    await page.getByRole('heading', { name: 'Video Editor', level: 1 }).waitFor();
    await button('Play').first().waitFor();
    const listed = () =>
      live.client.call('projects.list').then((answer) => (answer.success ? answer.data : []));
    await expect.poll(async () => (await listed())[0]?.name).toBe('Night shift (cut)');
    const [project] = await listed();
    // Ben's track ends half a second later than the minute.
    expect(project?.durationSec).toBeCloseTo(60.5 - 1.5, 0);
    expect(readFileSync(join(folder, 'transcript.json'), 'utf8')).toBe(kept);
  });

  it('has notes written, which lead to what was said', async () => {
    const { openAiUrl } = providers;
    await live.client.call('voice.updateSettings', { baseUrls: { openai: openAiUrl } });
    await live.client.call('keys.save', { provider: 'openai', key: OPENAI_KEY });
    await page.goto(
      `${new URL(live.host.address).origin}/sounddesk-recording-studio/transcript?take=night-shift`,
    );
    const notes = card('Summary, chapters, show notes');
    await notes.getByText(/^Costs at most \$0\.0/).waitFor();
    await notes.getByRole('button', { name: 'Write notes' }).click();
    await notes.getByText(/^The night shift begins, and the harbor is quiet\./).waitFor();
    await notes
      .getByRole('button', { name: /^Play 00:00:40: The lighthouse/ })
      .first()
      .click();
    await expect.poll(() => page.locator('[data-place][aria-pressed="true"]').textContent()).toBe('The');
    await notes.getByRole('button', { name: 'Chapters to markers' }).click();
    await notes.getByRole('button', { name: 'Markers added' }).waitFor();
    const read = await live.client.call('takes.read', { id: 'night-shift' });
    expect(read.success && read.data.document?.markers.map(({ label }) => label)).toEqual([
      'Welcome',
      'The lighthouse',
    ]);
    await expectGoodLooks(page, 'transcript-notes');
  });

  it('is found from the recordings and from the palette, at the moment', async () => {
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await page.getByLabel('Search recordings').fill('lighthouse');
    const hits = page.getByRole('region', { name: 'Said in recordings' });
    await hits.getByRole('link', { name: /Gladly\. The lighthouse is old\./ }).click();
    await expect.poll(() => page.locator('[data-place][aria-pressed="true"]').textContent()).toBe('Gladly.');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('ask us about');
    await page.getByRole('option', { name: /Ask us about/ }).click();
    await expect.poll(() => page.locator('[data-place][aria-pressed="true"]').textContent()).toBe('Ask');
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
    expect(
      readFileSync(await saved.path())
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('PK\u0003\u0004');
    expect(problems).toEqual([]);
  });
});
