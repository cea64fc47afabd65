import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { TakeDetails } from '../../src-shared/contract/takes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { cleanVoicesOf } from '../lib/cleanVoices.ts';
import { countDecoded, probeVideo } from '../lib/encodedFrames.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { closeOptions, readOptions } from '../lib/options.ts';
import { photographPage } from '../lib/photographPage.ts';
import { makeNoise, scaled, writeWav } from '../lib/recordings.ts';
import { PULSE_SPEAKER, startPulse, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let server: SoundServer;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

/** Chromium's own screen, which moves, is chosen without asking. */
const SHARE = ['--use-fake-device-for-media-stream=fps=30', '--use-fake-ui-for-media-stream'];

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });

async function openPage(context: BrowserContext): Promise<Page> {
  const opened = await context.newPage();
  opened.on('pageerror', (error) => problems.push(error.message));
  await opened.goto(live.host.address);
  await opened.getByRole('link', { name: 'Screen Capture' }).click();
  await opened.getByRole('heading', { name: 'Screen Capture', level: 1 }).waitFor();
  return opened;
}

describe('screen capture', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell(SHARE);
    server = await startPulse();
    live = await startLiveHost(server.env);
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    page = await openPage(context);
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    await server.close();
  });

  it('begins with the settings of the document', async () => {
    await button('Start Capture').waitFor();
    expect(await page.getByRole('radio', { name: 'Full Screen' }).isChecked()).toBe(true);
    for (const name of ['Include system audio', 'Include microphone', 'Show cursor'])
      await page.getByRole('switch', { name, checked: true }).waitFor();
    await page.getByText('Screen + Audio + Mic').waitFor();
    expect(await page.getByRole('combobox', { name: 'Quality' }).textContent()).toBe('High (1080p)');
    await page.getByRole('combobox', { name: 'Quality' }).click();
    const qualities = await readOptions(page);
    expect(qualities).toEqual(['High (1080p)', 'Medium (720p)', 'Low (480p)']);
    await closeOptions(page);
    await page.getByRole('combobox', { name: 'Frame rate' }).click();
    const rates = await readOptions(page);
    expect(rates).toEqual(['60 fps', '30 fps', '24 fps', '15 fps']);
    await closeOptions(page);
    await page.getByText('No recordings yet').waitFor();
    const summary = page.getByRole('region', { name: 'Current Settings' });
    expect((await summary.getByRole('definition').allTextContents()).slice(0, 5)).toEqual([
      ...['Full Screen', 'Screen + Audio + Mic', 'High (1080p)', '30 fps', 'Shown'],
    ]);
    const storage = page.getByRole('region', { name: 'Storage' });
    const { freeBytes, totalBytes } = unwrap(await live.client.call('takes.readStorage'));
    const usedPercent = Number(
      await storage.getByRole('meter', { name: 'Disk used' }).getAttribute('aria-valuenow'),
    );
    expect(Math.abs(usedPercent - (1 - freeBytes / totalBytes) * 100)).toBeLessThan(2);
    await storage.getByText(/^[\d.]+ [kMGT]?B remaining$/).waitFor();
    await storage.getByText(/^Room for .+ at maximum bitrate$/).waitFor();
    expect(await findings()).toEqual([]);
  });

  it('is heard and seen before the start, which then asks no second time', async () => {
    const card = page.getByRole('region', { name: 'Before you start' });
    await card
      .getByRole('meter', { name: 'Level of your microphone before the start' })
      .and(page.locator('[aria-valuetext$="dBFS"]'))
      .waitFor({ timeout: 20_000 });
    await card.getByText(/^Hears /).waitFor();
    await card.getByRole('radio', { name: 'Computer' }).click();
    // Nothing plays yet, and then something does: it is the computer that is heard.
    const meter = card.getByRole('meter', { name: 'Level of this computer before the start' });
    await meter.and(page.locator('[aria-valuetext$="dBFS"]')).waitFor({ timeout: 20_000 });
    const levelDb = async () =>
      Number.parseFloat((await meter.getAttribute('aria-valuetext'))?.replace('−', '-') ?? '');
    await expect.poll(levelDb, { timeout: 20_000 }).toBeLessThan(-60);
    const path = join(live.dir, 'played.wav');
    writeWav(path, { sampleRate: 48_000, channels: [scaled(makeNoise(60 * 48_000), 0.2)] });
    const playing = server.start('paplay', ['-d', PULSE_SPEAKER, path]);
    await expect.poll(levelDb, { timeout: 20_000 }).toBeGreaterThan(-30);
    await photographPage(page, 'capture-before');
    playing.kill();
    await card.getByRole('radio', { name: 'Microphone' }).click();
    await card.getByRole('meter', { name: 'Level of your microphone before the start' }).waitFor();
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getDisplayMedia.bind(mediaDevices);
      mediaDevices.getDisplayMedia = (options) => {
        document.body.dataset.asked = String(Number(document.body.dataset.asked ?? 0) + 1);
        return ask(options);
      };
    });
    await card.getByRole('button', { name: 'Choose what to share' }).click();
    await card.getByLabel('Preview of what will be recorded').waitFor();
    expect(await findings()).toEqual([]);
    await button('Start Capture').click();
    await button('Stop').waitFor();
    await card.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.body.dataset.asked)).toBe('1');
    await recorded(page, 1);
    await button('Stop').click();
    await page.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('No recordings yet').waitFor();
  });

  it('captures with cleaned microphone and system sound, pauses, and stops; the recording is checked', async () => {
    await button('Start Capture').click();
    await button('Stop').waitFor();
    await recorded(page, 2);
    expect(await page.getByRole('radio', { name: 'Window' }).isDisabled()).toBe(true);
    await button('Pause').click();
    await button('Resume').waitFor();
    expect(await findings()).toEqual([]);
    await button('Resume').click();
    await button('Pause').waitFor();
    await button('Stop').click();
    await page.getByRole('button', { name: /^Certificate of / }).waitFor({ timeout: 20_000 });
    const [take] = unwrap(await live.client.call('takes.list'));
    expect(take).toMatchObject({
      status: 'finished',
      tracks: { audio: 2, video: 0, screen: 1, mix: 1 },
      sound: { system: true, microphone: true },
    });
    await page.getByRole('cell', { name: 'Screen + Audio + Mic' }).waitFor();
    const columns = (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim());
    expect(columns.filter((name) => name !== '')).toEqual([
      ...['Name', 'Duration', 'Size', 'Date', 'Type', 'Certificate', 'Actions'],
    ]);
    const cells = page
      .getByRole('row')
      .filter({ hasText: take?.name ?? '' })
      .getByRole('cell');
    expect(await cells.allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\d\d:\d\d$/), expect.stringMatching(/^[\d.]+ [kM]B$/)]),
    );
    const { document } = await details(take?.id);
    expect(document?.pauses).toHaveLength(1);
    // The raw microphone is kept beside the cleaned one; the sound of the computer stays as it is.
    expect(document?.tracks.map(({ id, kind, of }) => [id, kind, of])).toEqual([
      ['microphone', 'channel', null],
      ['processed:microphone', 'processed', 'microphone'],
      ['system', 'channel', null],
      ['mix', 'mix', null],
    ]);
    const certificate = await certified(take?.id);
    const [videoTrack] = certificate.videoTracks;
    expect(videoTrack).toMatchObject({ problem: null, framesDecoded: videoTrack?.framesExpected });
    // Each track has its length to the tenth of a second.
    const takeSec = (document?.frames ?? 0) / (document?.sampleRate ?? 1);
    const [screen] = document?.videoTracks ?? [];
    const endSec = (screen?.startFrame ?? 0) / (document?.sampleRate ?? 1) + (screen?.durationSec ?? 0);
    expect(Math.abs(endSec - takeSec)).toBeLessThan(1.5);
    const path = join(live.dir, 'data', 'takes', take?.id ?? '', screen?.file ?? '');
    expect(countDecoded(path)).toBe(videoTrack?.framesExpected);
    const { timesSec } = probeVideo(path);
    expect(timesSec.every((time, index) => index === 0 || time > (timesSec[index - 1] ?? 0))).toBe(true);
  });

  it('says what the certificate found', async () => {
    await page.getByRole('button', { name: /^Certificate of / }).click();
    await page.getByText('Frames decoded').waitFor();
    expect(await findings()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('cleans the voices of a capture, which is played before and after', async () => {
    await cleanVoicesOf(page.getByRole('table'), page, 'capture-voices');
    const [take] = unwrap(await live.client.call('takes.list'));
    const { document } = unwrap(await live.client.call('takes.read', { id: take?.id ?? '' }));
    const tracks = document?.tracks ?? [];
    const voice = tracks.find(({ id }) => id === 'microphone');
    // What the computer plays is no voice, and stays as it is.
    expect(tracks.filter(({ kind }) => kind === 'cleaned')).toMatchObject([
      { of: 'microphone', framesWritten: voice?.framesWritten },
    ]);
    await page.getByRole('button', { name: /^Close the player of / }).click();
  });

  it('captures exactly the region that was drawn, without sound', async () => {
    await switchOff(page, 'Include system audio');
    await switchOff(page, 'Include microphone');
    await page.getByRole('radio', { name: 'Region' }).click();
    await page.getByRole('definition').getByText('Screen Only').waitFor();
    await button('Start Capture').click();
    await page.getByRole('heading', { name: 'Draw the region' }).waitFor();
    await page.getByRole('spinbutton', { name: 'Left' }).waitFor();
    for (const [field, value] of [
      ['Width', '320'],
      ['Height', '200'],
      ['Left', '100'],
      ['Top', '40'],
    ] as const) {
      await page.getByRole('spinbutton', { name: field }).fill(value);
      await page.keyboard.press('Tab');
    }
    expect(await findings()).toEqual([]);
    await button('Capture this region').click();
    await button('Stop').waitFor();
    await recorded(page, 2);
    await button('Stop').click();
    await page.getByRole('cell', { name: 'Screen Only' }).first().waitFor();
    const [take] = unwrap(await live.client.call('takes.list'));
    expect(take).toMatchObject({ tracks: { audio: 0, video: 0, screen: 1, mix: 0 } });
    const { document } = await details(take?.id);
    expect(document?.videoTracks).toMatchObject([{ width: 320, height: 200 }]);
    const certificate = await certified(take?.id);
    expect(certificate.videoTracks).toMatchObject([{ problem: null }]);
  });

  it('leaves nothing behind where no region was wanted', async () => {
    await button('Start Capture').click();
    await page.getByRole('heading', { name: 'Draw the region' }).waitFor();
    await button('Cancel').first().click();
    await button('Start Capture').waitFor();
    expect(unwrap(await live.client.call('recording.readState')).take).toBeNull();
  });

  it('continues in a second take when the engine dies, and offers the first one repaired', async () => {
    await page.getByRole('radio', { name: 'Full Screen' }).click();
    const microphone = page.getByRole('switch', { name: 'Include microphone' });
    if (!(await microphone.isChecked())) await microphone.click();
    await button('Start Capture').click();
    await button('Stop').waitFor();
    await recorded(page, 2);
    const before = unwrap(await live.client.call('recording.readState')).take?.id;
    process.kill(live.enginePid(), 'SIGKILL');
    await expect
      .poll(async () => unwrap(await live.client.call('recording.readState')).take, { timeout: 20_000 })
      .toMatchObject({ id: expect.not.stringMatching(`^${before}$`) as string });
    await recorded(page, 1);
    await button('Stop').click();
    await button('Start Capture').waitFor();
    const after = unwrap(await live.client.call('takes.list'))[0]?.id;
    for (const id of [before, after]) {
      const certificate = await certified(id);
      expect(certificate.videoTracks).toMatchObject([{ problem: null }]);
      expect(certificate.videoTracks[0]?.framesDecoded).toBeGreaterThan(5);
    }
    expect(unwrap(await live.client.call('takes.read', { id: before ?? '' })).summary.status).toBe(
      'recovered',
    );
  });

  it('keeps what a page has sent that dies in the midst of it, and is red in the certificate where nobody comes back', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const dying = await openPage(context);
    await switchOff(dying, 'Include system audio');
    await switchOff(dying, 'Include microphone');
    await dying.getByRole('button', { name: 'Start Capture' }).click();
    const seenSec = await recorded(dying, 3);
    await context.close();
    const ended = page.getByText('The capture stopped unexpectedly');
    await ended.waitFor({ timeout: 30_000 });
    await page.getByText('CONNECTION_LOST').waitFor();
    const [take] = unwrap(await live.client.call('takes.list'));
    const certificate = await certified(take?.id);
    expect(certificate).toMatchObject({ grade: 'red', videoTracks: [{ problem: null }] });
    expect(certificate.reasons[0]).toMatch(/^Screen was not recorded for [\d.]+ s from .* to the end\.$/);
    const { document } = await details(take?.id);
    const [screen] = document?.videoTracks ?? [];
    expect((screen?.startFrame ?? 0) / 48_000 + (screen?.durationSec ?? 0)).toBeGreaterThan(seenSec - 1);
    expect(certificate.reasons.join(' ')).toContain('that closed or froze');
  });

  it('says what the document says where sharing is refused', async () => {
    const refusing = await launchHeadlessShell(['--use-fake-ui-for-media-stream=deny']);
    try {
      const refused = await openPage(await refusing.newContext());
      await refused.getByRole('button', { name: 'Start Capture' }).click();
      await refused.getByText('Failed to start screen capture. Please check permissions.').waitFor();
      await refused.getByText('DEVICE_UNAVAILABLE').waitFor();
    } finally {
      await refusing.close();
    }
    expect(unwrap(await live.client.call('recording.readState')).take).toBeNull();
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});

/** Waits until so much is recorded, and says how much it is. */
async function recorded(on: Page, seconds: number): Promise<number> {
  const timer = on.getByRole('timer', { name: 'Recorded time' });
  const read = async () => Number((await timer.textContent())?.slice(-2));
  await expect.poll(read, { timeout: 20_000 }).toBeGreaterThanOrEqual(seconds);
  return await read();
}

/** Whether or not an earlier attempt has done so. */
async function switchOff(on: Page, name: string): Promise<void> {
  const toggle = on.getByRole('switch', { name });
  if (await toggle.isChecked()) await toggle.click();
}

async function details(id = ''): Promise<TakeDetails> {
  return unwrap(await live.client.call('takes.read', { id }));
}

/** The certificate is made beside everything else, a moment after the end. */
async function certified(id = ''): Promise<NonNullable<TakeDetails['certificate']>> {
  const { certificate } = await expect
    .poll(() => details(id), { timeout: 20_000 })
    .toMatchObject({ certificate: { videoTracks: [{}] } })
    .then(() => details(id));
  if (!certificate) throw new Error('no certificate');
  return certificate;
}

async function findings(): Promise<string[]> {
  return axeFindingsOf(page);
}
