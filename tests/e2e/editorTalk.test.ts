import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transcript } from '../../src-shared/domain/transcript/document.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { writeWav } from '../lib/recordings.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';

const PATIENT = { timeout: 60_000 };
const RATE = 48_000;
const SECONDS = 6;

let browser: Browser;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const talk = (): Locator => page.getByRole('region', { name: 'Talk' });
const timeline = (): Locator => page.getByRole('region', { name: 'Timeline' });

async function clips(): Promise<string[]> {
  const rows = timeline().getByRole('row');
  return (await rows.allInnerTexts())
    .slice(1)
    .map((row) => row.replaceAll(/\s+/g, ' ').trim())
    .filter((row) => row.startsWith('Voice'));
}

async function chooseTool(name: string): Promise<void> {
  await talk().getByRole('combobox', { name: 'Tool' }).click();
  await page.getByRole('option', { name }).click();
}

const word = (text: string, startSec: number, endSec: number) => ({
  trackId: 'voice',
  text,
  startFrame: startSec * RATE,
  endFrame: endSec * RATE,
});

/** Speech in the first and the last two seconds, a quiet room between them, and the words of it. */
function makeTake(folder: string): void {
  makeVideoTake(folder, { seconds: SECONDS, flashesSec: [], videoTracks: [] });
  const voice = Float32Array.from({ length: SECONDS * RATE }, (_, frame) => {
    const isSpeech = frame < 2 * RATE || frame >= 4 * RATE;
    return (isSpeech ? 0.3 : 0.0005) * Math.sin((2 * Math.PI * 220 * frame) / RATE);
  });
  writeWav(join(folder, '01-Voice.wav'), { sampleRate: RATE, channels: [voice] });
  const transcript: Transcript = {
    schemaVersion: 1,
    sampleRateHz: RATE,
    engine: 'openai',
    model: 'test',
    language: 'en',
    madeAtMs: 1,
    sentSec: 4,
    usd: 0,
    speakers: [{ trackId: 'voice', name: 'Voice' }],
    words: [word('Hello', 0, 1), word('there', 1, 2), word('good', 4, 5), word('bye', 5, 6)],
  };
  writeFileSync(join(folder, 'transcript.json'), JSON.stringify(transcript));
}

describe('talk in the video editor', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({});
    makeTake(join(live.dir, 'data', 'takes', '2026-11-21 Interview'));
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Video Editor' }).click();
    await page.getByRole('textbox', { name: 'Project name' }).fill('Talk');
    await button('New project').click();
    await timeline().waitFor(PATIENT);
    await button('Add recording').click();
    await page.getByRole('menuitem', { name: 'Interview' }).click();
    await button('Clip list').click();
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('finds the pause, lets it be heard, and cuts it in one step', async () => {
    await expect.poll(clips, PATIENT).toHaveLength(1);
    await page.getByRole('radio', { name: 'Talk' }).click();
    await talk().getByRole('button', { name: 'Analyze audio' }).click();
    await talk()
      .getByText(/^1 pause, 1\.[67] s shorter$/)
      .waitFor(PATIENT);
    await talk()
      .getByRole('button', { name: /^Listen to the cut at / })
      .click();
    await talk().getByRole('button', { name: 'Stop' }).click(PATIENT);
    await talk()
      .getByRole('checkbox', { name: /^Cut the pause at / })
      .uncheck();
    expect(await talk().getByRole('button', { name: 'Cut 0 pauses' }).isDisabled()).toBe(true);
    await talk()
      .getByRole('checkbox', { name: /^Cut the pause at / })
      .check();
    await expectGoodLooks(page, 'editor-talk');
    await talk().getByRole('button', { name: 'Cut 1 pause' }).click();
    await expect.poll(clips).toHaveLength(2);
    await talk().getByText('No pauses found with these settings.').waitFor();
    await button('Undo').click();
    await expect.poll(clips).toHaveLength(1);
  });

  it('deletes and moves words with what was said', async () => {
    await chooseTool('Edit by text');
    const words = talk().getByRole('option');
    const shown = async () => (await words.allInnerTexts()).map((text) => text.trim());
    await expect.poll(shown, PATIENT).toEqual(['Hello', 'there', 'good', 'bye']);
    await words.nth(1).click();
    await talk().getByText('1 word selected').waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await talk().getByText('2 words selected').waitFor();
    await page.keyboard.press('Delete');
    await expect.poll(shown).toEqual(['Hello', 'bye']);
    await words.nth(1).click();
    await talk().getByRole('button', { name: 'Move words' }).click();
    await words.nth(0).click();
    await expect.poll(shown).toEqual(['bye', 'Hello']);
    await button('Undo').click();
    await button('Undo').click();
    await expect.poll(shown).toHaveLength(4);
  });

  it('names chapters, and takes a version back', async () => {
    await chooseTool('Chapters');
    await talk().getByRole('button', { name: 'Add chapter at the playhead' }).click();
    const name = talk().getByRole('textbox', { name: /^Chapter name at / });
    await name.fill('Welcome');
    await name.press('Enter');
    await button('Project menu').click();
    await page.getByRole('menuitem', { name: 'Versions…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    await dialog.getByRole('textbox', { name: 'Version name' }).fill('With chapter');
    await dialog.getByRole('button', { name: 'Save version' }).click();
    await dialog.getByText('With chapter').waitFor(PATIENT);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await talk().getByRole('button', { name: 'Delete the chapter Welcome' }).click();
    await talk().getByText('No markers yet').waitFor();
    await button('Project menu').click();
    await page.getByRole('menuitem', { name: 'Versions…' }).click();
    await dialog.getByRole('button', { name: /^Restore the version With chapter/ }).click();
    await dialog.getByText('Before restoring').waitFor(PATIENT);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => name.inputValue(), PATIENT).toBe('Welcome');
    await button('Undo').click();
    await talk().getByText('No markers yet').waitFor();
    await button('Redo').click();
    await expect.poll(() => name.inputValue()).toBe('Welcome');
  });

  it('gives its timeline to other programs and takes one in, captions too', async () => {
    const choose = async (item: string) => {
      await button('Project menu').click();
      const [file] = await Promise.all([
        page.waitForEvent('download', PATIENT),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      return { name: file.suggestedFilename(), path: await file.path() };
    };
    const captions = join(live.dir, 'talk.srt');
    writeFileSync(captions, '1\n00:00:00,500 --> 00:00:01,500\nHello there\n');
    await page.locator('input[accept=".srt,.vtt"]').setInputFiles(captions);
    await expect.poll(() => timeline().getByRole('row').allInnerTexts(), PATIENT).toHaveLength(3);
    const vtt = await choose('Export captions as VTT');
    expect(readFileSync(vtt.path, 'utf8')).toContain('00:00:00.500 --> 00:00:01.500\nHello there');
    expect((await choose('Export timeline as EDL')).name).toBe('Talk.edl');
    const otio = await choose('Export timeline as OTIO');
    expect(otio.name).toBe('Talk.otio');
    expect(readFileSync(otio.path, 'utf8')).toContain('01-Voice.wav');
    await button('All projects').click();
    await button('Open Talk').waitFor(PATIENT);
    await page.locator('input[accept=".otio,application/json"]').setInputFiles(otio.path);
    await timeline().waitFor(PATIENT);
    await button('Clip list').click();
    await expect.poll(() => timeline().getByRole('row').allInnerTexts(), PATIENT).toHaveLength(3);
    expect(problems).toEqual([]);
  });
});
