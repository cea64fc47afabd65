import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHost, type Host } from '../../src-main/node/host.ts';
import { axeFindingsInBothThemes } from '../lib/axe.ts';
import { launchChromium } from '../lib/chromium.ts';
import { keepScreenshot } from '../lib/looks.ts';
import { playIntoAllInputs } from '../lib/pluginRig.ts';
import { probeSound } from '../lib/probeSound.ts';
import { makeNoise, makeSpeech, mixAtSnr } from '../lib/recordings.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';
import { whileMoving } from '../lib/whileMoving.ts';

const RATE_HZ = 48_000;
const WAIT = { timeout: 60_000 };
const MOST_TABS = 150;
/** A window of 1440 × 900 at 200 %. */
const ZOOMED = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };
/** A point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let dir: string;
let server: SoundServer;
let host: Host;
let browser: Browser;
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

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

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

describe('by keyboard alone, at 200 %', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-keyboard-'));
    server = await startJack();
    host = await startHost({ dataDir: path.join(dir, 'data'), port: 0, env: server.env });
    browser = await launchChromium(['--autoplay-policy=no-user-gesture-required']);
    page = await (await browser.newContext(ZOOMED)).newPage();
    await page.addInitScript(countPointers);
    await page.goto(host.address);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await server?.close();
    rmSync(dir, { recursive: true, force: true });
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
    await press(button('Start Recording'));
    await button('Stop').waitFor(WAIT);
    const speech = makeSpeech(RATE_HZ);
    const noisy = mixAtSnr(speech, makeNoise(speech.length, 5), 20);
    await playIntoAllInputs(server, path.join(dir, 'speech.wav'), noisy);
    const timer = page.getByRole('timer', { name: 'Recorded time' });
    const recordedSec = async () => Number((await timer.textContent())?.slice(-2));
    await expect.poll(recordedSec, WAIT).toBeGreaterThanOrEqual(3);
    await press(button(/^Marker/));
    await expect.poll(recordedSec, WAIT).toBeGreaterThanOrEqual(6);
    await press(button('Stop'));
    await press(button(/^Play /).first());
    const player = page.getByRole('region', { name: /^Player of / });
    await press(player.getByRole('button', { name: 'Clean voices…' }));
    const cleaning = page.getByRole('dialog', { name: /^Clean voices of / });
    await press(cleaning.getByRole('button', { name: 'Clean voices' }));
    await whileMoving(
      cleaning.getByRole('progressbar'),
      player.getByRole('button', { name: 'Clean again…' }),
    );
    await expectReadable('player');
    await press(button(/^Export /).first());
    const { streams, chapters } = probeSound(await exportMp3());
    expect(streams).toEqual(['mp3', 'png']);
    expect(chapters.length).toBeGreaterThan(0);
    expect(await page.evaluate(() => (window as unknown as { pointers: number }).pointers)).toBe(0);
  });
});

/** Runs in the page. */
function countPointers(): void {
  const counted = window as unknown as { pointers: number };
  counted.pointers = 0;
  window.addEventListener('pointerdown', () => (counted.pointers += 1), true);
}

/** Where the downloaded file lies. */
async function exportMp3(): Promise<string> {
  const cover = path.join(dir, 'cover.png');
  writeFileSync(cover, PNG);
  const dialog = page.getByRole('dialog', { name: /^Export / });
  const format = dialog.getByRole('combobox', { name: 'Format' });
  await press(format);
  const mp3 = page.getByRole('option', { name: /^MP3/ });
  await mp3.waitFor(WAIT);
  // The list begins where the choice is: its first entry is reached from anywhere.
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 20 && !(await hasFocus(mp3)); presses += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser', WAIT),
    press(dialog.getByRole('button', { name: 'Choose image…' })),
  ]);
  await chooser.setFiles(cover);
  await dialog.getByRole('img', { name: 'Cover of your podcast' }).waitFor(WAIT);
  await dialog.getByRole('switch', { name: /^Chapters? from / }).waitFor(WAIT);
  await expectReadable('export');
  await press(dialog.getByRole('button', { name: 'Export' }));
  const download = dialog.getByRole('button', { name: /^Download .*\.mp3$/ });
  await download.waitFor(WAIT);
  const [file] = await Promise.all([page.waitForEvent('download', WAIT), press(download)]);
  return await file.path();
}
