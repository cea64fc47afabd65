import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { PATIENT } from '../lib/browserScreen.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { keepScreenshot } from '../lib/looks.ts';
import { makeSpeech, writeWav } from '../lib/recordings.ts';
import type { StaticServer } from '../lib/staticServer.ts';
import { serveWebBuild } from '../lib/storedBrowser.ts';
import { OPENAI_KEY, startVoiceProviders, type VoiceProviders } from '../lib/voiceProviders.ts';

const dir = mkdtempSync(join(tmpdir(), 'sounddesk-captions-'));
const RATE_HZ = 48_000;
const MICROPHONE = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${writeVoice()}`,
];
const LINE = /^Anna Good evening/;

let browser: Browser;
let context: BrowserContext;
let site: StaticServer;
let providers: VoiceProviders;
let page: Page;
const problems: string[] = [];

/** A sentence with a second of silence on each side, which the microphone plays round and round. */
function writeVoice(): string {
  const path = join(dir, 'voice.wav');
  writeWav(path, { sampleRate: RATE_HZ, channels: [makeSpeech(RATE_HZ, 'Good evening to all of you.')] });
  return path;
}

/** A channel of the studio, and the key that this browser has. */
async function lay(key: string): Promise<void> {
  const channels = [{ id: 'anna', name: 'Anna', source: 'default', colour: 'blue' }];
  const setUp = captureSetUpSchema.parse({ version: 1, channels, sampleRate: RATE_HZ });
  const recording = { ...setUp.recording, mode: 'multitrack', keepFreeBytes: 0 };
  const settings = {
    capUsd: null,
    baseUrls: { openai: providers.openAiUrl, elevenlabs: providers.elevenLabsUrl },
  };
  const stored = {
    'sounddesk.studio.setUp': JSON.stringify({ ...setUp, recording }),
    'sounddesk.voice': JSON.stringify({ settings, spendings: [], months: {} }),
    'sounddesk.key-openai': key,
  };
  await page.evaluate((values) => {
    for (const [name, text] of Object.entries(values)) localStorage.setItem(name, text);
  }, stored);
}

beforeAll(async () => {
  [browser, providers] = await Promise.all([launchHeadlessShell(MICROPHONE), startVoiceProviders()]);
  site = await serveWebBuild([new URL(providers.openAiUrl).origin]);
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['microphone'],
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  // A file of the site that starts nothing, to lay the settings before the page reads them.
  await page.goto(`${site.origin}/robots.txt`);
  await lay('sk-proj-beef');
  await page.goto(`${site.origin}${ROUTES.voiceAi}`);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await providers?.close();
  rmSync(dir, { recursive: true });
});

const captions = () => page.getByRole('region', { name: 'Live captions' });
const button = (name: string) => captions().getByRole('button', { name });
const transcriptions = () => providers.asked.filter(({ path }) => path.endsWith('/audio/transcriptions'));
const spoken = () => captions().getByRole('log', { name: 'Captions' });

describe('live captions of a browser alone', () => {
  it('end with a key that the provider refuses, and say so', async () => {
    await button('Start captions').click();
    await captions()
      .getByRole('alert')
      .getByText(/^Invalid API key/)
      .waitFor(PATIENT);
    await button('Start captions').waitFor(PATIENT);
    expect(transcriptions()).toHaveLength(1);
    // As the page’s log has it.
    expect(problems.splice(0)).toEqual(['a phrase has no caption']);
  });

  it('are a line a phrase by the name of the channel, also in a window of their own', async () => {
    await lay(OPENAI_KEY);
    await button('Start captions').click();
    await spoken().getByText('Anna').first().waitFor(PATIENT);
    expect(await spoken().innerText()).toMatch(LINE);
    const opened = page.waitForEvent('popup');
    await button('Open caption window').click();
    const shown = await opened;
    shown.on('pageerror', (error) => problems.push(error.message));
    await shown.getByText('Anna').first().waitFor(PATIENT);
    expect(await axeFindingsOf(shown)).toEqual([]);
    await page.bringToFront();
    await keepScreenshot(page, 'browser-captions');
    await button('Stop captions').click();
    // The microphone is free again, and the window knows.
    await shown.getByText(/^Captions are off/).waitFor(PATIENT);
    await button('Start captions').waitFor(PATIENT);
    await shown.close();
    await button('Clear').click();
    await spoken().waitFor({ state: 'hidden' });
    expect(await axeFindingsOf(page)).toEqual([]);
  });

  it('are stopped in any tab, and are over where their tab is closed', async () => {
    const other = await context.newPage();
    await other.goto(`${site.origin}${ROUTES.voiceAi}`);
    const there = other.getByRole('region', { name: 'Live captions' });
    await there.getByRole('button', { name: 'Start captions' }).click();
    await spoken().getByText('Anna').first().waitFor(PATIENT);
    await button('Stop captions').click();
    await there.getByRole('button', { name: 'Start captions' }).click(PATIENT);
    await button('Stop captions').waitFor(PATIENT);
    await other.close();
    await button('Start captions').waitFor(PATIENT);
  });

  it('are written by one of two tabs that start them in the same moment, and stopped for both', async () => {
    const other = await context.newPage();
    other.on('pageerror', (error) => problems.push(error.message));
    await other.goto(`${site.origin}${ROUTES.voiceAi}`);
    const there = other.getByRole('region', { name: 'Live captions' });
    await there.getByRole('button', { name: 'Start captions' }).waitFor(PATIENT);
    await button('Clear').click();
    // In each page, so that neither waits for the other’s click to be over. One that has heard of it would stop them.
    const press = (tab: Page) =>
      tab.getByRole('button', { name: 'Start captions' }).evaluate((start) => {
        if (start instanceof HTMLElement && start.innerText === 'Start captions') start.click();
      });
    await Promise.all([press(page), press(other)]);
    await Promise.all([
      button('Stop captions').waitFor(PATIENT),
      there.getByRole('button', { name: 'Stop captions' }).waitFor(PATIENT),
    ]);
    const lines = there.getByRole('log', { name: 'Captions' });
    await Promise.all([
      spoken().getByText('Anna').first().waitFor(PATIENT),
      lines.getByText('Anna').first().waitFor(PATIENT),
    ]);
    await button('Stop captions').click();
    await there.getByRole('button', { name: 'Start captions' }).waitFor(PATIENT);
    await button('Start captions').waitFor(PATIENT);
    // What was said until then may still become a line, in both.
    await expect
      .poll(async () => (await lines.innerText()) === (await spoken().innerText()), PATIENT)
      .toBe(true);
    await other.close();
  });

  it('are kept with what is recorded meanwhile, and are its transcript', async () => {
    await button('Start captions').click();
    await button('Stop captions').waitFor(PATIENT);
    await page.getByRole('link', { name: 'Recording Studio' }).first().click();
    await page.getByRole('button', { name: 'Start Recording' }).click(PATIENT);
    await page.getByRole('button', { name: 'Stop' }).waitFor(PATIENT);
    const before = transcriptions().length;
    // One that was begun before the recording, one of it, and another: by then that one’s answer is here.
    await expect.poll(() => transcriptions().length, PATIENT).toBeGreaterThan(before + 2);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: /^Play / }).waitFor(PATIENT);
    await page.getByRole('button', { name: /^Actions for \d/ }).click(PATIENT);
    await page.getByRole('menuitem', { name: 'Transcript' }).click();
    const dialog = page.getByRole('dialog', { name: /^Transcript of / });
    await dialog.getByRole('listitem').first().waitFor(PATIENT);
    expect(await dialog.getByRole('listitem').first().innerText()).toMatch(/Anna/);
    expect(problems).toEqual([]);
  });
});
