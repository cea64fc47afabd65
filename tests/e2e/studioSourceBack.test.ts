import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { RunningTake } from '../../src-shared/contract/recording.ts';
import type { TakeDetails } from '../../src-shared/contract/takes.ts';
import { certifiedTake } from '../lib/certified.ts';
import { axeFindingsInBothThemes } from '../lib/axe.ts';
import { launchChromium } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let context: BrowserContext;
let server: SoundServer;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

const FAKE = ['--use-fake-device-for-media-stream=device-count=2,fps=20', '--use-fake-ui-for-media-stream'];
const PATIENT = { timeout: 60_000 };

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const card = (kind: 'Camera' | 'Screen'): Locator =>
  page.getByRole('listitem', { name: `${kind} ${kind} 1` });
const banner = (): Locator => page.getByRole('region', { name: 'Recording' });
const missing = (): Locator => page.getByRole('alert').filter({ hasText: 'Not being recorded: ' });

/** Opens the studio as somebody does who has its address. */
async function openStudio(): Promise<void> {
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(live.host.address);
  await page.getByRole('link', { name: 'Recording Studio' }).click();
  await page.getByRole('heading', { name: /^Video channels/ }).waitFor();
}

const readTake = async (): Promise<RunningTake> => {
  const { take } = unwrap(await live.client.call('recording.readState'));
  if (!take) throw new Error('no take is being recorded');
  return take;
};

/** How many frames each part of a camera or screen has. */
async function partsOf(kind: 'video' | 'screen'): Promise<number[]> {
  const { tracks } = await readTake();
  return tracks.filter((track) => track.kind === kind).map(({ framesWritten }) => framesWritten);
}

async function startRecording(): Promise<void> {
  await button('Start Recording').click();
  await button('Stop').waitFor(PATIENT);
  for (const kind of ['video', 'screen'] as const)
    await expect.poll(async () => (await partsOf(kind))[0] ?? 0, PATIENT).toBeGreaterThan(20);
}

/** As the browser does it where a camera is unplugged or its permission is withdrawn. */
async function endTrack(name: string): Promise<void> {
  await page.getByLabel(`Live video of ${name}`).evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks();
    track?.dispatchEvent(new Event('ended'));
  });
}

/** What an earlier attempt has left running. */
async function stopAny(): Promise<void> {
  if ((await button('Stop').count()) > 0) await button('Stop').click();
  await button('Start Recording').waitFor(PATIENT);
}

async function shareScreen(): Promise<void> {
  if ((await page.getByLabel('Live video of Screen 1').count()) > 0) return;
  await card('Screen').getByRole('button', { name: 'Choose what to share' }).click();
  await page.getByLabel('Live video of Screen 1').waitFor(PATIENT);
}

async function stopRecording(): Promise<TakeDetails> {
  await button('Stop').click();
  await button('Start Recording').waitFor(PATIENT);
  return await certifiedTake(live.client);
}

/** What the certificate of the newest recording says of a camera or screen. */
async function openCertificate(): Promise<(name: string) => string> {
  await page
    .getByRole('button', { name: /^Certificate of / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Certificate' });
  await dialog.getByText('Partly recorded').first().waitFor(PATIENT);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  const blocks = dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  const found = new Map<string, string>();
  for (const text of await blocks.allInnerTexts()) {
    const name = text.split('\n', 1)[0]?.trim() ?? '';
    if (!found.has(name)) found.set(name, text.trim());
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return (name) => found.get(name) ?? '';
}

describe('a camera and a screen of the studio that were lost and are there again', () => {
  beforeAll(async () => {
    browser = await launchChromium(FAKE);
    server = await startPulse();
    live = await startLiveHost(server.env);
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await openStudio();
    await button('Add channel').click();
    await button('Add camera').click();
    await button('Add screen').click();
    await page.getByRole('combobox', { name: 'Video quality' }).click();
    await page.getByRole('option', { name: /^Low/ }).click();
    await page.getByLabel('Live video of Camera 1').waitFor(PATIENT);
    await card('Screen').getByRole('button', { name: 'Choose what to share' }).click();
    await page.getByLabel('Live video of Screen 1').waitFor(PATIENT);
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    await server.close();
  });

  it('are recorded again when the studio is opened again, as parts of their tracks', async () => {
    await stopAny();
    await shareScreen();
    await startRecording();
    await page.close({ runBeforeUnload: false });
    await openStudio();
    // The camera on its own.
    await expect.poll(async () => (await partsOf('video'))[1] ?? 0, PATIENT).toBeGreaterThan(20);
    // A screen wants a click: until then it is said, in red.
    await expect.poll(() => missing().textContent(), PATIENT).toContain('Screen 1');
    expect(await card('Screen').getByRole('alert').textContent()).toContain('Not being recorded');
    await page.getByText(/^Not everything is being recorded/).waitFor();
    expect(await banner().textContent()).not.toContain('1 screen');
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await banner().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await partsOf('screen'))[1] ?? 0, PATIENT).toBeGreaterThan(20);
    await missing().waitFor({ state: 'detached' });
    const { document, certificate } = await stopRecording();
    expect(document?.videoTracks).toHaveLength(4);
    expect(new Set(document?.videoTracks.map(({ sourceId }) => sourceId)).size).toBe(2);
    expect(certificate).toMatchObject({ grade: 'amber' });
    for (const name of ['Camera 1', 'Screen 1'])
      expect(certificate?.reasons.join('\n')).toMatch(
        new RegExp(`${name} was not recorded for [\\d.]+ s from \\d`),
      );
  });

  it('are recorded again after the page was killed, while nobody looks at the studio', async () => {
    await stopAny();
    await shareScreen();
    await startRecording();
    const crashed = page.waitForEvent('crash', PATIENT);
    const dead = page;
    void dead.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await openStudio();
    await expect.poll(async () => (await partsOf('video'))[1] ?? 0, PATIENT).toBeGreaterThan(20);
    await dead.close();
    await banner().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await partsOf('screen'))[1] ?? 0, PATIENT).toBeGreaterThan(20);
    // The camera is pulled out and plugged in while another screen of the app is looked at.
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: /^Video channels/ }).waitFor({ state: 'detached' });
    const { tracks } = await readTake();
    const trackId = tracks.findLast(({ kind }) => kind === 'video')?.id ?? '';
    const why = { code: 'DEVICE_LOST', message: 'It was unplugged.' } as const;
    unwrap(await live.client.call('video.endTrack', { trackId, framesDropped: 0, ended: why }));
    await expect.poll(async () => (await partsOf('video'))[2] ?? 0, PATIENT).toBeGreaterThan(20);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await button('Stop').waitFor(PATIENT);
    const { certificate } = await stopRecording();
    expect(certificate).toMatchObject({ grade: 'amber' });
    // A machine that is too slow for its camera has more.
    expect(certificate?.sources.find(({ kind }) => kind === 'video')?.gaps.length).toBeGreaterThanOrEqual(2);
  });

  it('are recorded again where a camera was unplugged and is there again', async () => {
    await stopAny();
    await shareScreen();
    await startRecording();
    // Nothing is plugged in until the test says so.
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const list = mediaDevices.enumerateDevices.bind(mediaDevices);
      mediaDevices.enumerateDevices = async () => (await list()).filter(({ kind }) => kind !== 'videoinput');
      window.addEventListener('plugged in', () => {
        mediaDevices.enumerateDevices = list;
        mediaDevices.dispatchEvent(new Event('devicechange'));
      });
    });
    await endTrack('Camera 1');
    await expect.poll(() => missing().textContent(), PATIENT).toContain('Camera 1');
    await card('Camera').getByRole('button', { name: 'Try again' }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('plugged in')));
    await expect.poll(async () => (await partsOf('video'))[1] ?? 0, PATIENT).toBeGreaterThan(20);
    await missing().waitFor({ state: 'detached' });
    const { certificate } = await stopRecording();
    expect(certificate).toMatchObject({ grade: 'amber' });
    expect(certificate?.sources.map(({ gaps }) => gaps.length).sort()).toEqual([0, 1]);
  });

  it('are in the certificate, red, where they never come back or never came', async () => {
    await stopAny();
    await shareScreen();
    await startRecording();
    await endTrack('Screen 1');
    await expect.poll(() => missing().textContent(), PATIENT).toContain('Screen 1');
    unwrap(
      await live.client.call('video.arm', {
        sources: [{ id: 'of-another-page', kind: 'video', name: 'Travel camera' }],
      }),
    );
    await expect.poll(() => missing().textContent(), PATIENT).toContain('Travel camera');
    const { certificate } = await stopRecording();
    expect(certificate).toMatchObject({ grade: 'red', condition: 'gaps' });
    const reasons = certificate?.reasons.join('\n');
    expect(reasons).toContain('Travel camera was not recorded: no video of it arrived.');
    expect(reasons).toMatch(/Screen 1 was not recorded for [\d.]+ s from \d\d:\d\d on, to the end\./);
    const findings = await openCertificate();
    expect(findings('Travel camera')).toMatch(/^Travel camera\s+Not recorded\s+Not reco/);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
