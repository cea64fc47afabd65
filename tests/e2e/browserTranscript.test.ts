import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TAKE } from '../../src-shared/domain/demoTake.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import type { StaticServer } from '../lib/staticServer.ts';
import { serveWebBuild } from '../lib/storedBrowser.ts';
import { OPENAI_KEY, startVoiceProviders, type VoiceProviders } from '../lib/voiceProviders.ts';

const LONG = { timeout: 60_000 };
const NAME = DEMO_TAKE.name;

let browser: Browser;
let site: StaticServer;
let providers: VoiceProviders;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  [browser, providers] = await Promise.all([launchHeadlessShell(), startVoiceProviders()]);
  const { openAiUrl, elevenLabsUrl } = providers;
  site = await serveWebBuild([new URL(openAiUrl).origin]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  // A file of the site that starts nothing, to lay the settings before the page reads them.
  await page.goto(`${site.origin}/robots.txt`);
  const baseUrls = { openai: openAiUrl, elevenlabs: elevenLabsUrl };
  const voice = { settings: { capUsd: null, baseUrls }, spendings: [], months: {} };
  const stored = { 'sounddesk.voice': JSON.stringify(voice), 'sounddesk.key-openai': OPENAI_KEY };
  await page.evaluate((values) => {
    for (const [name, text] of Object.entries(values)) localStorage.setItem(name, text);
  }, stored);
  await page.goto(`${site.origin}${ROUTES.recordingStudio}?demo`);
  // It plays as soon as it is decoded.
  const player = page.getByRole('region', { name: `Player of ${NAME}` });
  await player.getByRole('button', { name: 'Pause' }).click(LONG);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await providers?.close();
});

const openDialog = async () => {
  await page.getByRole('button', { name: `Actions for ${NAME}` }).click(LONG);
  await page.getByRole('menuitem', { name: 'Transcript' }).click();
  return page.getByRole('dialog', { name: `Transcript of ${NAME}` });
};

describe('transcripts of a browser alone', () => {
  it('cost what is said beforehand, and are made with the key of this browser, by speaker', async () => {
    const dialog = await openDialog();
    await dialog.getByText(/ of speech: about \$/).waitFor(LONG);
    // Nothing is sent to know that.
    expect(providers.asked).toEqual([]);
    await dialog.getByRole('button', { name: 'Transcribe' }).click();
    const said = dialog.getByRole('listitem');
    await said.first().waitFor(LONG);
    const speakers = (await said.allTextContents()).map((text) => /^\w+/.exec(text)?.[0]);
    expect(new Set(speakers)).toEqual(new Set(['Maya', 'Ben', 'Callum']));
    expect(providers.asked.length).toBeGreaterThanOrEqual(3);
    await expectGoodLooks(page, 'browser-transcript');
  });

  it('are corrected, and so after the page was closed; are found and saved', async () => {
    const asked = providers.asked.length;
    await page.getByRole('link', { name: 'Open editor' }).click();
    await page.locator('[data-place="1"]').dblclick(LONG);
    const field = page.getByLabel(/^Correction of/);
    await field.fill('zebra');
    await field.press('Enter');
    await page.getByRole('status').getByText('Saved').waitFor(LONG);
    await expectGoodLooks(page, 'browser-transcript-editor');
    await page.goto(`${site.origin}${ROUTES.recordingStudio}`);
    const search = page.getByLabel('Search recordings');
    await search.fill('zebra', LONG);
    await page
      .getByRole('region', { name: 'Said in recordings' })
      .getByRole('link', { name: /zebra/ })
      .waitFor(LONG);
    await search.fill('');
    const dialog = await openDialog();
    await dialog.getByText(/zebra/).first().waitFor(LONG);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await download).suggestedFilename()).toBe(`${NAME}.srt`);
    expect(await axeFindingsOf(page)).toEqual([]);
    expect(providers.asked).toHaveLength(asked);
    expect(problems).toEqual([]);
  });
});
