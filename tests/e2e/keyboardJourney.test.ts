import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHost, type Host } from '../../src-main/node/host.ts';
import { axeFindingsInBothThemes } from '../lib/axe.ts';
import { heard } from '../lib/browserStudio.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { keepScreenshot } from '../lib/looks.ts';
import { playIntoAllInputs } from '../lib/pluginRig.ts';
import { probeSound } from '../lib/probeSound.ts';
import { makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';
import { whileMoving } from '../lib/whileMoving.ts';

const RATE_HZ = 48_000;
const WAIT = { timeout: 60_000 };
/** What was recorded is finished, however busy the machine is. */
const UNTIL_WRITTEN = { timeout: 300_000 };
const MOST_TABS = 150;
const AUTOPLAY = ['--autoplay-policy=no-user-gesture-required'];
/** A window of 1440 × 900 at 200 %. */
const ZOOMED = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };
/** A point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-keyboard-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let page: Page;

const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Tab by tab until it has the focus. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor(WAIT);
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached by Tab`);
}

/** A page that records on a busy machine answers late. */
const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement, undefined, WAIT);

/** As somebody without a pointer does. */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await page.keyboard.press(key);
}

/** Nothing is wider than the window, and axe finds nothing in either theme. */
async function expectReadable(name: string): Promise<void> {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width, WAIT).toBeLessThanOrEqual(ZOOMED.viewport.width);
  // A notice that fades away has any contrast.
  await expect.poll(() => page.locator('[data-sonner-toast]').count(), WAIT).toBe(0);
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await keepScreenshot(page, `keyboard-${name}`);
  expect(await axeFindingsInBothThemes(page), name).toEqual([]);
}

/** Speech in some noise. */
function noisySpeech(): Float32Array {
  const speech = makeSpeech(RATE_HZ);
  return mixAtSnr(speech, makeNoise(speech.length, 5), 20);
}

async function openPage(browser: Browser, address: string): Promise<void> {
  page = await (await browser.newContext({ ...ZOOMED, permissions: ['microphone'] })).newPage();
  await page.addInitScript(countPointers);
  await page.goto(address);
}

/** With a marker. `speak` is called while it runs. */
async function record(speak: () => Promise<unknown>): Promise<void> {
  await press(button('Start Recording'));
  await button('Stop').waitFor(WAIT);
  await speak();
  const timer = page.getByRole('timer', { name: 'Recorded time' });
  const recordedSec = async () => Number((await timer.textContent())?.slice(-2));
  await expect.poll(recordedSec, WAIT).toBeGreaterThanOrEqual(3);
  await press(button(/^Marker/));
  await expect.poll(recordedSec, WAIT).toBeGreaterThanOrEqual(6);
  await press(button('Stop'));
  await button('Start Recording').waitFor(UNTIL_WRITTEN);
}

async function cleanVoices(): Promise<void> {
  await press(button(/^Play /).first());
  const player = page.getByRole('region', { name: /^Player of / });
  await press(player.getByRole('button', { name: 'Clean voices…' }));
  const cleaning = page.getByRole('dialog', { name: /^Clean voices of / });
  await press(cleaning.getByRole('button', { name: 'Clean voices' }));
  await whileMoving(cleaning.getByRole('progressbar'), player.getByRole('button', { name: 'Clean again…' }));
}

/** With cover and chapters, downloaded. */
async function expectExported(place: string, format: 'MP3' | 'Opus'): Promise<void> {
  await press(button(/^Export /).first());
  const { streams, chapters } = probeSound(await exportAs(place, format));
  expect(streams).toEqual([format.toLowerCase(), 'png']);
  expect(chapters.length).toBeGreaterThan(0);
  expect(await page.evaluate(() => (window as unknown as { pointers: number }).pointers)).toBe(0);
}

describe('by keyboard alone, at 200 %', { timeout: 600_000 }, () => {
  let server: SoundServer;
  let host: Host;
  let browser: Browser;
  beforeAll(async () => {
    server = await startJack();
    host = await startHost({ dataDir: path.join(dir, 'data'), port: 0, env: server.env });
    browser = await launchHeadlessShell(AUTOPLAY);
    await openPage(browser, host.address);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await server?.close();
  });

  it('a cleaned episode is heard', async () => {
    await page.getByRole('heading', { level: 1, name: 'Welcome to SoundDesk' }).waitFor(WAIT);
    await expectReadable('welcome');
    await press(button('Play a noisy episode'));
    await button('Pause').waitFor(WAIT);
    await tabTo(page.getByRole('radio', { name: 'Raw' }));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => hasFocus(page.getByRole('radio', { name: 'Clean' })), WAIT).toBe(true);
    await page.keyboard.press('Space');
    await page.getByRole('radio', { name: 'Clean', checked: true }).waitFor(WAIT);
  });

  it('one’s own voice is recorded, cleaned, and exported as MP3 with cover and chapters', async () => {
    await press(button('Make your first recording'));
    await press(button('Continue with Free'));
    await page.getByRole('heading', { level: 1, name: 'Recording Studio' }).waitFor(WAIT);
    await press(button('Add channel').first());
    await button(/^Mute /)
      .first()
      .waitFor(WAIT);
    await expectReadable('studio');
    await record(() => playIntoAllInputs(server, path.join(dir, 'speech.wav'), noisySpeech()));
    await cleanVoices();
    await expectReadable('player');
    await expectExported('host', 'MP3');
  });
});

describe('by keyboard alone, at 200 %, in a browser alone', { timeout: 600_000 }, () => {
  let studio: WebStudio;
  beforeAll(async () => {
    const voice = path.join(dir, 'voice.wav');
    writeWav(voice, { sampleRate: RATE_HZ, channels: [noisySpeech()] });
    const microphone = ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${voice}`];
    studio = await startWebStudio([...AUTOPLAY, ...microphone]);
    await openPage(studio.browser, studio.origin);
  });
  afterAll(() => studio?.close());

  it('a noisy recording is heard cleaned on the first page', async () => {
    await page.getByRole('heading', { level: 1, name: 'The noise goes. Your voice stays.' }).waitFor(WAIT);
    await press(button('Refuse all'));
    await expectReadable('landing');
    await press(button('Play a noisy recording'));
    await page.getByText(/^The recording plays through/).waitFor(WAIT);
    await tabTo(page.getByRole('radio', { name: 'Before' }));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'After', checked: true }).waitFor(WAIT);
  });

  it('one’s own voice is recorded, cleaned, and exported as Opus with cover and chapters', async () => {
    await press(page.getByRole('link', { name: 'Open SoundDesk' }).first());
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor(WAIT);
    await expectReadable('dashboard-web');
    await press(button('Open menu'));
    await press(page.getByRole('link', { name: 'Recording Studio' }));
    await page.getByRole('heading', { level: 1, name: 'Recording Studio' }).waitFor(WAIT);
    await heard(page);
    await expectReadable('studio-web');
    await record(() => Promise.resolve());
    await cleanVoices();
    await expectReadable('player-web');
    await expectExported('web', 'Opus');
  });
});

/** Runs in the page. */
function countPointers(): void {
  const counted = window as unknown as { pointers: number };
  counted.pointers = 0;
  window.addEventListener('pointerdown', () => (counted.pointers += 1), true);
}

/** Where the downloaded file lies. */
async function exportAs(place: string, kind: 'MP3' | 'Opus'): Promise<string> {
  const cover = path.join(dir, 'cover.png');
  writeFileSync(cover, PNG);
  const dialog = page.getByRole('dialog', { name: /^Export / });
  // Listened for from here: who begins with the press of the key may be too late.
  const chosen = page.waitForEvent('filechooser', WAIT);
  const format = dialog.getByRole('combobox', { name: 'Format' });
  await press(format);
  const option = page.getByRole('option', { name: new RegExp(`^${kind}`) });
  await option.waitFor(WAIT);
  // The list begins where the choice is: its first entry is reached from anywhere.
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 20 && !(await hasFocus(option)); presses += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // A list that closes takes the keyboard back to where it was opened.
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(format), WAIT).toBe(true);
  const [chooser] = await Promise.all([chosen, press(dialog.getByRole('button', { name: 'Choose image…' }))]);
  await chooser.setFiles(cover);
  await dialog.getByRole('img', { name: 'Cover of your podcast' }).waitFor(WAIT);
  await dialog.getByRole('switch', { name: /^Chapters? from / }).waitFor(WAIT);
  await expectReadable(`export-${place}`);
  await press(dialog.getByRole('button', { name: 'Export' }));
  const download = dialog.getByRole('button', { name: new RegExp(`^Download .*\\.${kind.toLowerCase()}$`) });
  await download.waitFor(WAIT);
  const [file] = await Promise.all([page.waitForEvent('download', WAIT), press(download)]);
  return await file.path();
}
