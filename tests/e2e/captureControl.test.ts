import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { CAPTURE_CONTROL_SIZE } from '../../src-shared/domain/screenCapture.ts';
import { certifiedTake } from '../lib/certified.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { countDecoded } from '../lib/encodedFrames.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { decode, levelDb, makeSpeech, writeWav } from '../lib/recordings.ts';
import { SHARED_SCREEN } from '../lib/screenKill.ts';
import { PULSE_INTO_MICROPHONE, startPulse, type SoundServer } from '../lib/virtualAudio.ts';

const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;
const PATIENT = { timeout: 20_000 };

let browser: Browser;
let server: SoundServer;
let live: LiveHost;
let context: BrowserContext;
let page: Page;
let control: Page;
let dir: string;
const problems: string[] = [];

const named = (on: Page, name: string) => on.getByRole('button', { name });
const taken = async () => unwrap(await live.client.call('recording.readState')).take;

async function open(path: string): Promise<Page> {
  const opened = await context.newPage();
  opened.on('pageerror', (error) => problems.push(error.message));
  await opened.goto(live.host.address);
  await opened.getByRole('link', { name: 'Screen Capture' }).waitFor(PATIENT);
  await opened.goto(new URL(path, live.host.address).href);
  return opened;
}

async function photograph(on: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  const before = await on.evaluate(() => document.documentElement.className);
  // What lies behind is not drawn again.
  await on.bringToFront();
  for (const theme of ['light', 'dark']) {
    await on.evaluate((look) => (document.documentElement.className = look), theme);
    // The look has changed when it was drawn.
    for (let drawn = 0; drawn < 3; drawn += 1)
      await on.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await on.screenshot({ path: join(SCREENSHOTS, `${name}-${theme}.png`) });
  }
  await on.evaluate((look) => (document.documentElement.className = look), before);
}

async function start(): Promise<void> {
  await named(page, 'Start Capture').click(PATIENT);
  await named(page, 'Stop').waitFor(PATIENT);
}

/** How much more than there is now. */
async function recordMore(seconds: number): Promise<void> {
  const from = (await taken())?.recordedSec ?? 0;
  await expect.poll(async () => (await taken())?.recordedSec ?? 0, PATIENT).toBeGreaterThan(from + seconds);
}

/** Two pages on one host: one captures, the other is what the desktop app shows in its small window. */
describe('the small control of a capture', () => {
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sounddesk-control-'));
    [browser, server] = await Promise.all([launchHeadlessShell(SHARED_SCREEN), startPulse()]);
    const speech = makeSpeech(48_000);
    const path = join(dir, 'speech.wav');
    writeWav(path, { sampleRate: 48_000, channels: [Float32Array.from([...speech, ...speech, ...speech])] });
    const again = 'while paplay --device="$1" "$0"; do :; done';
    server.start('sh', ['-c', again, path, PULSE_INTO_MICROPHONE]);
    live = await startLiveHost(server.env);
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page = await open('/sounddesk-screen-capture');
    await named(page, 'Start Capture').waitFor(PATIENT);
    const system = page.getByRole('switch', { name: 'Include system audio' });
    await page.getByRole('switch', { name: 'Include microphone', checked: true }).waitFor(PATIENT);
    if (await system.isChecked()) await system.click();
    control = await open('/sounddesk-capture-control');
    await control.setViewportSize(CAPTURE_CONTROL_SIZE);
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('says that nothing is captured', async () => {
    await control.getByText('Not capturing').waitFor();
    expect(await control.getByRole('button').count()).toBe(0);
    expect(await axeFindingsOf(control)).toEqual([]);
    await photograph(control, 'control-idle');
  });

  it('shows what the other page captures, pauses it and lets it continue, as that page sees', async () => {
    await start();
    await control.getByText('Capturing').waitFor();
    await expect.poll(() => control.getByRole('timer').textContent(), PATIENT).toMatch(/^00:00:0[2-9]$/);
    expect(await axeFindingsOf(control)).toEqual([]);
    await photograph(control, 'control');
    await named(control, 'Pause').click();
    await named(page, 'Resume').waitFor();
    await control.getByText('Paused').waitFor();
    await photograph(control, 'control-paused');
    // The page that captures continues though another one has paused it, and the other way round.
    await named(page, 'Resume').click();
    await named(control, 'Pause').click();
    await named(page, 'Resume').waitFor();
    await named(control, 'Resume').click();
    await named(page, 'Pause').waitFor();
    const before = (await taken())?.tracks[0]?.framesWritten ?? 0;
    const written = async () => (await taken())?.tracks[0]?.framesWritten ?? 0;
    await expect.poll(written, PATIENT).toBeGreaterThan(before + 20);
  });

  it('silences the microphone in its track, says so on both pages, and ends by key; nothing is missing', async () => {
    const { id = '' } = (await taken()) ?? {};
    await recordMore(2);
    await named(control, 'Mute the microphone').click();
    await control.getByText('Microphone muted').waitFor();
    await page
      .getByText(/Microphone muted/)
      .first()
      .waitFor();
    const mutedFromSec = (await taken())?.recordedSec ?? 0;
    await recordMore(4);
    const mutedToSec = (await taken())?.recordedSec ?? 0;
    await photograph(control, 'control-muted');
    await named(control, 'Unmute the microphone').click();
    await control.getByText('Capturing').waitFor();
    await recordMore(4);
    // The one that was pressed last is first.
    for (const name of ['Pause', 'Stop']) {
      await control.keyboard.press('Tab');
      expect(await named(control, name).evaluate((button) => button.matches(':focus'))).toBe(true);
    }
    await control.keyboard.press('Enter');
    await named(page, 'Start Capture').waitFor(PATIENT);
    await control.getByText('Not capturing').waitFor();

    const { document, certificate, summary } = await certifiedTake(live.client, id);
    expect(document?.videoTracks).toMatchObject([{ ended: null }]);
    expect(certificate?.videoTracks).toMatchObject([{ problem: null }]);
    const [screen] = document?.videoTracks ?? [];
    const folder = join(live.dir, 'data', 'takes', id);
    expect(countDecoded(join(folder, screen?.file ?? ''))).toBe(screen?.framesWritten);
    // The last frames were asked for before the take ended.
    const endSec = (screen?.startFrame ?? 0) / (document?.sampleRate ?? 1) + (screen?.durationSec ?? 0);
    expect(Math.abs(endSec - summary.durationSec)).toBeLessThan(1.5);
    const voice = document?.tracks.find(({ kind }) => kind === 'channel');
    const { channels, sampleRate } = decode(join(folder, voice?.file ?? ''), { sampleRate: 48_000 });
    const level = (fromSec: number, toSec: number) =>
      levelDb((channels[0] ?? new Float32Array()).subarray(fromSec * sampleRate, toSec * sampleRate));
    expect(level(mutedFromSec + 1, mutedToSec - 0.5)).toBeLessThan(-90);
    expect(level(mutedToSec + 1, summary.durationSec - 0.2)).toBeGreaterThan(-50);
  });

  it('is let go of by the page that captured', async () => {
    // What it shared is not shared any more, and it can start again at once.
    await start();
    await recordMore(1);
    await named(control, 'Stop').click();
    await named(page, 'Start Capture').waitFor(PATIENT);
    expect(await page.getByText(/stopped unexpectedly/).count()).toBe(0);
    await start();
    await recordMore(1);
    await named(page, 'Stop').click();
    await named(page, 'Start Capture').waitFor(PATIENT);
  });

  it('begins a capture that a key of the whole system asks for, from whichever screen is open', async () => {
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Screen Capture' }).waitFor({ state: 'detached' });
    // What the desktop app says before: somebody acts, though not on the page.
    const session = await context.newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: 'undefined', userGesture: true });
    unwrap(await live.client.call('video.askStart'));
    await named(page, 'Stop').waitFor(PATIENT);
    await recordMore(1);
    unwrap(await live.client.call('recording.stop'));
    await named(page, 'Start Capture').waitFor(PATIENT);
    // Once asked, once begun: a page that comes later asks for nothing.
    await page.reload();
    await named(page, 'Start Capture').waitFor(PATIENT);
    expect(await taken()).toBeNull();
  });

  it('is a window of its own where the browser can keep one above all others', async () => {
    const canFloat = await page.evaluate(() => 'documentPictureInPicture' in globalThis);
    await start();
    expect(await named(page, 'Mini controls').count()).toBe(canFloat ? 1 : 0);
    if (canFloat) {
      const opening = context.waitForEvent('page');
      await named(page, 'Mini controls').click();
      const small = await opening;
      await small.getByText('Capturing').waitFor();
      await small.setViewportSize(CAPTURE_CONTROL_SIZE);
      await photograph(small, 'control-floating');
      await named(small, 'Pause').click();
      await named(page, 'Resume').waitFor();
      await small.getByText('Paused').waitFor();
      const closing = small.waitForEvent('close');
      await named(small, 'Stop').click();
      await closing;
    } else await named(page, 'Stop').click();
    await named(page, 'Start Capture').waitFor(PATIENT);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
