import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { TakeDetails } from '../../src-shared/contract/takes.ts';
import { axeFindingsInBothThemes, axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { countDecoded } from '../lib/encodedFrames.ts';
import { setMoving, shareCanvas, UNTIL_STILL } from '../lib/frozenShare.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { closeOptions, readOptions } from '../lib/options.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let server: SoundServer;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

/** Two cameras and a screen, which Chromium makes up and which move. */
const FAKE = ['--use-fake-device-for-media-stream=device-count=2,fps=30', '--use-fake-ui-for-media-stream'];

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const card = (kind: 'Camera' | 'Screen', name: string): Locator =>
  page.getByRole('listitem', { name: `${kind} ${name}` });
const preview = (name: string): Locator => page.getByLabel(`Live video of ${name}`);

async function openStudio(): Promise<void> {
  await page.goto(live.host.address);
  await page.getByRole('link', { name: 'Recording Studio' }).click();
}

describe('cameras and screens of the studio', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell(FAKE);
    server = await startPulse();
    live = await startLiveHost(server.env);
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await openStudio();
    await page.getByText('No channels yet').waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    await server.close();
  });

  it('shows the live video of a camera, which is named, coloured and chosen', async () => {
    // Whatever an earlier attempt has left.
    await page.evaluate(() => localStorage.removeItem('sounddesk.studio.pictures'));
    await page.reload();
    await page.getByText('0 of 8').first().waitFor();
    await page.getByText('0 of 4').first().waitFor();
    await button('Add camera').click();
    await expect.poll(() => width('Camera 1'), { timeout: 20_000 }).toBeGreaterThan(0);
    await card('Camera', 'Camera 1').getByRole('button', { name: 'Camera 1' }).click();
    await page.getByRole('textbox', { name: 'Name of the channel' }).fill('Host');
    await page.keyboard.press('Enter');
    await card('Camera', 'Host').getByRole('combobox', { name: 'Source of Host' }).click();
    expect(await page.getByRole('option').count()).toBe(3);
    // The second one that Chromium makes up gives frames that no encoder of it takes.
    await page.getByRole('option').nth(1).click();
    await expect.poll(() => width('Host'), { timeout: 20_000 }).toBeGreaterThan(0);
    await button('Actions for Host').click();
    await page.getByRole('menuitem', { name: 'Teal' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    // The button that has the focus again shows its name, outside of all landmarks.
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    expect(await findings()).toEqual([]);
  });

  it('mutes and pans the sound of a camera, which is one of the audio channels', async () => {
    const soundOf = () => card('Camera', 'Host').getByRole('combobox', { name: 'Sound of Host' });
    if ((await button(/^Record (?!Camera|Host|Screen)/).count()) === 0) await button('Add channel').click();
    const readChannel = async () => unwrap(await live.client.call('capture.listChannels'))[0];
    await soundOf().click();
    await page.getByRole('option', { name: (await readChannel())?.name ?? '' }).click();
    const mute = button('Mute the sound of Host');
    if ((await mute.getAttribute('aria-pressed')) === 'false') await mute.click();
    const pan = page.getByRole('slider', { name: 'Pan of the sound of Host' });
    await pan.focus();
    await pan.press('Home');
    await page.getByRole('slider', { name: 'Volume of the sound of Host' }).press('End');
    await expect
      .poll(readChannel, { timeout: 10_000 })
      .toMatchObject({ isMuted: true, pan: -100, volume: 100 });
    // Its own strip says the same.
    await page.getByRole('button', { name: /^Mute (?!the sound)/, pressed: true }).waitFor();
    expect(await findings()).toEqual([]);
    await mute.click();
    await pan.press('Backspace');
    await expect.poll(readChannel, { timeout: 10_000 }).toMatchObject({ isMuted: false, pan: 0 });
    await soundOf().click();
    await page.getByRole('option', { name: 'No sound' }).click();
    await mute.waitFor({ state: 'detached' });
  });

  it('offers the qualities and formats of the document, and counts what is enabled', async () => {
    for (const [name, expected] of [
      ['Video quality', ['High 1080p 320kbps', 'Medium 720p 192kbps', 'Low 480p 128kbps']],
      ['Video format', ['MP4 H.264', 'WebM VP9', 'MOV ProRes']],
    ] as const) {
      await page.getByRole('combobox', { name }).click();
      expect(await readOptions(page)).toEqual(expected);
      await closeOptions(page);
    }
    // Small frames: what is tested is not how much this machine can encode.
    await page.getByRole('combobox', { name: 'Video quality' }).click();
    await page.getByRole('option', { name: /^Low/ }).click();
    await page.getByRole('definition').getByText('1 of 8').waitFor();
    await page.getByRole('definition').getByText('0 of 4').waitFor();
  });

  it('orders cameras, and gives a removed one back', async () => {
    await button('Add camera').click();
    await card('Camera', 'Camera 1').waitFor();
    await button('Actions for Camera 1').click();
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    const names = () => page.getByRole('listitem', { name: /^Camera / }).allInnerTexts();
    await expect
      .poll(async () => (await names()).map((text) => text.split('\n')[0]))
      .toEqual(['Camera 1', 'Host']);
    await button('Actions for Camera 1').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await card('Camera', 'Camera 1').waitFor({ state: 'detached' });
    await button('Undo').click();
    await expect
      .poll(async () => (await names()).map((text) => text.split('\n')[0]))
      .toEqual(['Camera 1', 'Host']);
    await expect.poll(() => width('Camera 1'), { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it('records a camera and a screen with the sound, pauses and stops; every frame decodes', async () => {
    await stopAny();
    await setRecorded('Record Camera 1', false);
    if ((await card('Screen', 'Screen 1').count()) === 0) await button('Add screen').click();
    await card('Screen', 'Screen 1')
      .getByRole('button', { name: /^(Choose what to share|Share something else)$/ })
      .click();
    await expect.poll(() => width('Screen 1'), { timeout: 20_000 }).toBeGreaterThan(0);
    if ((await button(/^Record (?!Camera|Host|Screen)/).count()) === 0) await button('Add channel').click();
    await page.getByText(/^Load \d/).waitFor();
    await button('Start Recording').click();
    await button('Stop').waitFor();
    await recorded(3);
    await card('Camera', 'Host')
      .getByText(/frames · /)
      .waitFor();
    await button(/^Pause/).click();
    await button(/^Resume/).waitFor();
    expect(await findings()).toEqual([]);
    await button(/^Resume/).click();
    await button(/^Pause/).waitFor();
    await button('Stop').click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    const [take] = unwrap(await live.client.call('takes.list'));
    expect(take).toMatchObject({ status: 'finished', tracks: { video: 1, screen: 1 } });
    const { document, certificate } = await certified(take?.id, 2);
    expect(document?.pauses).toHaveLength(1);
    expect(document?.videoTracks.map(({ name }) => name).sort()).toEqual(['Host', 'Screen 1']);
    for (const { id, file, startFrame, durationSec } of document?.videoTracks ?? []) {
      const found = certificate?.videoTracks.find((candidate) => candidate.id === id);
      expect(found).toMatchObject({ problem: null });
      const path = join(live.dir, 'data', 'takes', take?.id ?? '', file);
      expect(countDecoded(path)).toBe(found?.framesExpected);
      // From the beginning of the sound to its end.
      const endSec = (startFrame ?? Infinity) / (document?.sampleRate ?? 1) + durationSec;
      expect(Math.abs(endSec - (take?.durationSec ?? 0))).toBeLessThan(1.5);
    }
  });

  it('records cameras without any sound', async () => {
    await stopAny();
    const takes = unwrap(await live.client.call('takes.list')).length;
    await setRecorded(/^Record (?!Camera|Host|Screen)/, false);
    await button('Start Recording').click();
    await button('Stop').waitFor();
    await recorded(2);
    expect(unwrap(await live.client.call('recording.readState')).take).toMatchObject({ hasSound: false });
    await button('Stop').click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    await expect
      .poll(async () => unwrap(await live.client.call('takes.list')).length, { timeout: 20_000 })
      .toBe(takes + 1);
    const [take] = unwrap(await live.client.call('takes.list'));
    expect(take).toMatchObject({ status: 'finished', tracks: { audio: 0, video: 1, screen: 1 } });
  });

  it('says that a screen is not shared any more, and keeps what there was', async () => {
    await stopAny();
    await button('Start Recording').click();
    await button('Stop').waitFor();
    await recorded(2);
    for (const recordedCard of [card('Camera', 'Host'), card('Screen', 'Screen 1')])
      await recordedCard.getByText(/frames · /).waitFor();
    // As the browser does it where its own "Stop sharing" is pressed.
    await preview('Screen 1').evaluate((video: HTMLVideoElement) => {
      const [track] = (video.srcObject as MediaStream).getVideoTracks();
      track?.dispatchEvent(new Event('ended'));
    });
    await page.getByText(/^No longer shared/).waitFor();
    await button('Stop').click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    const [take] = unwrap(await live.client.call('takes.list'));
    const { certificate } = await certified(take?.id, 2);
    expect(certificate?.videoTracks.map(({ problem }) => problem)).toEqual([null, null]);
  });

  it('records a camera of which the browser has lost all the frames that may be open', async () => {
    await stopAny();
    // A channel that waits for a screen would ask for one.
    await setRecorded('Record Screen 1', false);
    await preview('Host').evaluate(async (video: HTMLVideoElement) => {
      type Processor = new (options: { track: MediaStreamTrack }) => {
        readable: ReadableStream<VideoFrame>;
      };
      const { MediaStreamTrackProcessor } = window as unknown as { MediaStreamTrackProcessor: Processor };
      const [track] = (video.srcObject as MediaStream).getVideoTracks();
      if (!track) throw new Error('no track');
      const reader = new MediaStreamTrackProcessor({ track: track.clone() }).readable.getReader();
      const isMore = () =>
        Promise.race([
          reader.read().then(() => true),
          new Promise<boolean>((resolve) => {
            setTimeout(() => resolve(false), 500);
          }),
        ]);
      // Neither closed nor held by anybody.
      while (await isMore());
    });
    await button('Start Recording').click();
    await button('Stop').waitFor();
    await card('Camera', 'Host')
      .getByText(/frames · /)
      .waitFor({ timeout: 5000 });
    await recorded(2);
    await button('Stop').click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    const [take] = unwrap(await live.client.call('takes.list'));
    const { document } = await certified(take?.id, 1);
    expect(document?.videoTracks[0]?.startFrame).toBeLessThan(document?.sampleRate ?? 0);
  });

  it('says that a screen has given no video', async () => {
    await stopAny();
    await setRecorded('Record Screen 1', true);
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getDisplayMedia.bind(mediaDevices);
      mediaDevices.getDisplayMedia = () => {
        mediaDevices.getDisplayMedia = ask;
        // Nothing is ever drawn.
        return Promise.resolve(document.createElement('canvas').captureStream(0));
      };
    });
    const screen = card('Screen', 'Screen 1');
    await screen.getByRole('button', { name: 'Choose what to share' }).click();
    await screen.getByRole('button', { name: 'Share something else' }).waitFor();
    await button('Start Recording').click();
    await button('Stop').waitFor();
    await recorded(2);
    await screen.getByText('Not being recorded').waitFor();
    await button('Stop').click();
    await page.getByText('No video from Screen 1').first().waitFor();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    const [take] = unwrap(await live.client.call('takes.list'));
    const details = await certified(take?.id, 1);
    expect(details.document?.videoTracks.map(({ name }) => name)).toEqual(['Host']);
  });

  it('asks for a screen on which nothing moves any more', async () => {
    await stopAny();
    await shareCanvas(page);
    const screen = card('Screen', 'Screen 1');
    await screen.getByRole('button', { name: /^(Choose what to share|Share something else)$/ }).click();
    await expect.poll(() => width('Screen 1'), { timeout: 20_000 }).toBe(640);
    await button('Start Recording').click();
    await screen.getByText(/frames · /).waitFor();
    await setMoving(page, false);
    const asks = screen.getByText(/^Nothing has moved for half a minute/);
    await asks.waitFor(UNTIL_STILL);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await setMoving(page, true);
    await asks.waitFor({ state: 'detached' });
    await button('Stop').click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    const [take] = unwrap(await live.client.call('takes.list'));
    const { certificate } = await certified(take?.id, 2);
    expect(certificate?.videoTracks.map(({ problem }) => problem)).toEqual([null, null]);
  });

  it('keeps its channels for the next visit', async () => {
    await page.reload();
    await card('Camera', 'Host').waitFor();
    await card('Screen', 'Screen 1').waitFor();
    await expect.poll(() => width('Host'), { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it('keeps a camera in a set-up by its name, finds it where ids are others, and says that one is missing', async () => {
    await stopAny();
    const source = () => page.getByRole('combobox', { name: 'Source of Host' });
    await source().click();
    await page.getByRole('option').nth(1).click();
    const label = (await source().textContent()) ?? '';
    await expect.poll(() => width('Host'), { timeout: 20_000 }).toBeGreaterThan(0);
    await button('Set-ups').click();
    const dialog = page.getByRole('dialog', { name: 'Set-ups of the studio' });
    await dialog.getByRole('textbox').fill('With Host');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Open With Host' }).waitFor();
    await page.keyboard.press('Escape');
    const folder = join(live.dir, 'data', 'templates');
    const [file = ''] = readdirSync(folder);
    /** As another browser, or another address, would have kept it. */
    const rewrite = (changes: { deviceId: string; deviceLabel?: string }) => {
      const kept = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        pictures: { channels: Record<string, unknown>[] };
      };
      const host = kept.pictures.channels.find(({ name }) => name === 'Host');
      expect(host).toMatchObject({ deviceLabel: label });
      Object.assign(host ?? {}, changes);
      writeFileSync(join(folder, file), JSON.stringify(kept));
    };
    const open = async () => {
      await button('Set-ups').click();
      await dialog.getByRole('button', { name: 'Open With Host' }).click();
      await page.getByText('Set-up “With Host” opened').first().waitFor();
    };
    rewrite({ deviceId: 'of-another-browser' });
    await open();
    await expect.poll(() => width('Host'), { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await source().textContent()).toBe(label);
    rewrite({ deviceId: 'of-another-browser', deviceLabel: 'Travel camera' });
    await open();
    await page.getByText('A camera of this set-up is not connected: Travel camera').waitFor();
    await card('Camera', 'Host')
      .getByText(/This camera is not connected/)
      .waitFor();
    expect(await source().textContent()).toContain('Travel camera');
    // The notices lie on each other until the pointer is there.
    await page.getByText('Set-up “With Host” opened').first().hover({ force: true });
    await page.getByText('Plug it in, or choose another one for its channel.').waitFor();
    await button('Undo').first().click();
    await expect.poll(() => width('Host'), { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it('says why a camera is not seen', async () => {
    const refusing = await launchHeadlessShell(['--use-fake-ui-for-media-stream=deny']);
    try {
      const refused = await (await refusing.newContext()).newPage();
      await refused.goto(live.host.address);
      await refused.getByRole('link', { name: 'Recording Studio' }).click();
      await refused.getByRole('button', { name: 'Add camera' }).click();
      await refused.getByText(/^(The camera was refused|This camera is not connected)/).waitFor();
      await refused.getByRole('button', { name: 'Start Recording' }).click();
      await refused.getByText(/^Failed to start recording: Camera 1: /).waitFor();
    } finally {
      await refusing.close();
    }
    expect(unwrap(await live.client.call('recording.readState')).take).toBeNull();
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});

/** Of the frame that is shown; 0 where there is none yet. */
async function width(name: string): Promise<number> {
  const video = preview(name);
  if ((await video.count()) === 0) return 0;
  return await video.evaluate((element: HTMLVideoElement) => element.videoWidth);
}

/** What an earlier attempt has left running. */
async function stopAny(): Promise<void> {
  if ((await button('Stop').count()) > 0) await button('Stop').click();
  await button('Start Recording').waitFor({ timeout: 30_000 });
}

/** Whether or not an earlier attempt has done so. */
async function setRecorded(name: string | RegExp, isWanted: boolean): Promise<void> {
  const dot = page.getByRole('button', { name, pressed: !isWanted });
  if ((await dot.count()) > 0) await dot.click();
}

async function recorded(seconds: number): Promise<void> {
  const timer = page.getByRole('timer', { name: 'Recorded time' });
  await expect
    .poll(async () => Number((await timer.textContent())?.slice(-2)), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(seconds);
}

/** The certificate is made beside everything else, a moment after the end. */
async function certified(id: string | undefined, videoTracks: number): Promise<TakeDetails> {
  const read = async () => unwrap(await live.client.call('takes.read', { id: id ?? '' }));
  await expect
    .poll(async () => (await read()).certificate?.videoTracks.length, { timeout: 30_000 })
    .toBe(videoTracks);
  return await read();
}

async function findings(): Promise<string[]> {
  return axeFindingsOf(page);
}
