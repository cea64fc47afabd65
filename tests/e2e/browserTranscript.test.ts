import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { writeMeetingTake } from '../lib/meetingTake.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import type { StaticServer } from '../lib/staticServer.ts';
import { serveWebBuild } from '../lib/storedBrowser.ts';
import { OPENAI_KEY, startVoiceProviders, type VoiceProviders } from '../lib/voiceProviders.ts';

const LONG = { timeout: 60_000 };
const NOTES = {
  ...{ name: null, markers: null, labels: null, deletedAtMs: null, cleaning: null },
  meeting: { platform: 'zoom', participants: 3, names: ['Noor'] },
};

let dir: string;
let browser: Browser;
let site: StaticServer;
let providers: VoiceProviders;
let page: Page;
const problems: string[] = [];

/** A meeting with three people on the far side, as a browser has recorded it: a file by FFmpeg for each track. */
function meetingFiles(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'sounddesk-meeting-'));
  dir = folder;
  writeMeetingTake(folder);
  const document = JSON.parse(readFileSync(join(folder, 'take.json'), 'utf8')) as {
    frames: number;
    tracks: { id: string; file: string; framesExpected: number; framesWritten: number }[];
  };
  const files: Record<string, string> = {};
  for (const track of document.tracks) {
    const webm = join(folder, `${track.id}.webm`);
    const sound = ['-i', join(folder, track.file), '-ar', '48000', '-c:a', 'libopus', '-b:a', '48k'];
    execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...sound, webm]);
    files[`${track.id}.webm`] = readFileSync(webm).toString('base64');
    Object.assign(track, { file: `${track.id}.webm`, framesExpected: 3 * document.frames });
    track.framesWritten = track.framesExpected;
  }
  Object.assign(document, { container: 'webm', encoding: 'opus', sampleRate: 48_000 });
  document.frames *= 3;
  files['take.json'] = Buffer.from(JSON.stringify(document)).toString('base64');
  files['notes.json'] = Buffer.from(JSON.stringify(NOTES)).toString('base64');
  return files;
}

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
  // A file of the site that starts nothing, to lay all before the page reads it.
  await page.goto(`${site.origin}/robots.txt`);
  const baseUrls = { openai: openAiUrl, elevenlabs: elevenLabsUrl };
  const voice = { settings: { capUsd: null, baseUrls }, spendings: [], months: {} };
  await page.evaluate(
    async ({ files, stored }) => {
      for (const [name, text] of Object.entries(stored)) localStorage.setItem(name, text);
      const root = await navigator.storage.getDirectory();
      const takes = await root.getDirectoryHandle('takes', { create: true });
      const folder = await takes.getDirectoryHandle('weekly-call', { create: true });
      for (const [name, base64] of Object.entries(files)) {
        const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await writable.write(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
        await writable.close();
      }
    },
    {
      files: meetingFiles(),
      stored: { 'sounddesk.voice': JSON.stringify(voice), 'sounddesk.key-openai': OPENAI_KEY },
    },
  );
  await page.goto(`${site.origin}/sounddesk-recording-studio`);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await providers?.close();
  rmSync(dir, { recursive: true, force: true });
});

const openDialog = async () => {
  await page.getByRole('button', { name: 'Actions for Weekly call' }).click(LONG);
  await page.getByRole('menuitem', { name: 'Transcript' }).click();
  return page.getByRole('dialog', { name: 'Transcript of Weekly call' });
};

describe('transcripts of a browser alone', () => {
  it('cost what is said, and are made with the key of this browser, each of the others by their voice', async () => {
    const dialog = await openDialog();
    await dialog.getByText(/ of speech: about \$/).waitFor(LONG);
    // Nothing is sent to know that.
    expect(providers.asked).toEqual([]);
    await dialog.getByRole('button', { name: 'Transcribe' }).click();
    const said = dialog.getByRole('listitem');
    await said.first().waitFor(LONG);
    const voices = (await said.allTextContents()).map((text) =>
      /^(Speaker \d) .*?(hz\d+)/.exec(text)?.slice(1),
    );
    expect(voices).toEqual([
      ['Speaker 1', 'hz150'],
      ['Speaker 2', 'hz260'],
      ['Speaker 1', 'hz150'],
      ['Speaker 3', 'hz420'],
      ['Speaker 3', 'hz420'],
      ['Speaker 2', 'hz260'],
      ['Speaker 1', 'hz150'],
    ]);
    // Nobody speaks at the microphone: nothing of it is sent.
    expect(providers.asked).toHaveLength(1);
    await expectGoodLooks(page, 'browser-transcript');
  });

  it('are corrected, named, and so after the page was closed; and are found', async () => {
    await page.getByRole('link', { name: 'Open editor' }).click();
    await page.locator('[data-place="1"]').dblclick(LONG);
    const field = page.getByLabel(/^Correction of/);
    await field.fill('zebra');
    await field.press('Enter');
    await page.getByLabel('Name of Speaker 2').fill('Noor');
    await page.getByLabel('Name of Speaker 2').press('Enter');
    await page.getByText('Noor').first().waitFor();
    await page.getByRole('status').getByText('Saved').waitFor(LONG);
    await expectGoodLooks(page, 'browser-transcript-editor');
    await page.goto(`${site.origin}/sounddesk-recording-studio`);
    const search = page.getByLabel('Search recordings');
    await search.fill('zebra', LONG);
    await page
      .getByRole('region', { name: 'Said in recordings' })
      .getByRole('link', { name: /zebra/ })
      .waitFor(LONG);
    await search.fill('Weekly');
    const dialog = await openDialog();
    await dialog.getByText(/^hz150 zebra/).waitFor(LONG);
    await dialog.getByText('Noor').first().waitFor();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await download).suggestedFilename()).toBe('Weekly call.srt');
    expect(await axeFindingsOf(page)).toEqual([]);
    expect(providers.asked).toHaveLength(1);
    expect(problems).toEqual([]);
  });
});
