import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { certifiedTake } from '../lib/certified.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { countDecoded } from '../lib/encodedFrames.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';

const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;
const PATIENT = { timeout: 60_000 };

let browser: Browser;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const bubble = (): Locator => button('Camera bubble');

async function openCapture(on: Browser): Promise<Page> {
  const context = await on.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => problems.push(error.message));
  await opened.goto(live.host.address);
  await opened.getByRole('link', { name: 'Screen Capture' }).click();
  // It is when the sound was looked for, of which there is none on this machine: until then nobody knows what can be switched.
  await opened.getByRole('button', { name: 'Start Capture', disabled: false }).waitFor();
  for (const name of ['Include system audio', 'Include microphone']) {
    const toggle = opened.getByRole('switch', { name });
    if ((await toggle.isEnabled()) && (await toggle.isChecked())) await toggle.click();
  }
  return opened;
}

async function capture(seconds: number, meanwhile: () => Promise<void> = async () => undefined) {
  // What an earlier attempt has left running.
  if ((await button('Stop').count()) > 0) await button('Stop').click();
  await button('Start Capture').click(PATIENT);
  await button('Stop').waitFor(PATIENT);
  const timer = page.getByRole('timer', { name: 'Recorded time' });
  const read = async () => Number((await timer.textContent())?.slice(-2));
  await expect.poll(read, PATIENT).toBeGreaterThanOrEqual(seconds);
  await meanwhile();
  await button('Stop').click();
  await button('Start Capture').waitFor(PATIENT);
}

/** Whatever an attempt before has left. */
async function turnOn(name: string): Promise<void> {
  const toggle = page.getByRole('switch', { name });
  if (!(await toggle.isChecked())) await toggle.click();
}

async function photograph(name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  const before = await page.evaluate(() => document.documentElement.className);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((look) => (document.documentElement.className = look), theme);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${theme}-${width}.png`), fullPage: true });
    }
  }
  await page.evaluate((look) => (document.documentElement.className = look), before);
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe('the camera bubble of Screen Capture', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell([
      '--use-fake-device-for-media-stream=device-count=2,fps=30',
      '--use-fake-ui-for-media-stream',
    ]);
    live = await startLiveHost({});
    page = await openCapture(browser);
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('shows the camera, in the corner, of the size and as mirrored as was chosen', async () => {
    await turnOn('Show the camera on the screen');
    await turnOn('Mirrored');
    const video = bubble().locator('video');
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth), PATIENT)
      .toBeGreaterThan(0);
    const scale = () => video.evaluate((element) => getComputedStyle(element).scale);
    await expect.poll(scale).toMatch(/^-1/);
    await page.getByRole('switch', { name: 'Mirrored' }).click();
    await expect.poll(scale).not.toMatch(/^-1/);
    await page.getByRole('combobox', { name: 'Camera' }).click();
    expect(await page.getByRole('option').count()).toBe(3);
    await page.getByRole('option').nth(1).click();
    await page.getByRole('radio', { name: 'Large' }).click();
    await page.getByRole('combobox', { name: 'Place' }).click();
    await page.getByRole('option', { name: 'Top left' }).click();
    await page.getByRole('definition').getByText('Large, top left').waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await photograph('bubble');
  });

  it('is dragged, by pointer and by keys, and stays so for the next visit', async () => {
    const stage = await bubble().locator('..').boundingBox();
    const from = await bubble().boundingBox();
    if (!stage || !from) throw new Error('nothing to be dragged');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('definition').getByText('Large, custom position').waitFor();
    const moved = await bubble().boundingBox();
    expect((moved?.x ?? 0) + (moved?.width ?? 0) / 2).toBeCloseTo(stage.x + stage.width / 2, -1);
    await bubble().focus();
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowDown');
    await page.getByRole('definition').getByText('Large, bottom right').waitFor();
    await page.reload();
    await page.getByRole('definition').getByText('Large, bottom right').waitFor();
  });

  it('is recorded as a track of its own, with its place, and is exported on the screen', async () => {
    await capture(3, async () => {
      await page.getByText(/You can move the bubble when you export/).waitFor();
      await photograph('bubble-capturing');
    });
    const { summary, document, certificate } = await certifiedTake(live.client);
    expect(summary).toMatchObject({ status: 'finished', tracks: { video: 1, screen: 1 } });
    const camera = document?.videoTracks.find(({ kind }) => kind === 'video');
    expect(camera?.bubble).toEqual({ x: 1, y: 1, size: 'large', isMirrored: false });
    expect(certificate?.videoTracks.map(({ problem }) => problem)).toEqual([null, null]);
    // Both from the beginning to the end.
    for (const { startFrame, durationSec } of document?.videoTracks ?? []) {
      const endSec = (startFrame ?? Infinity) / (document?.sampleRate ?? 1) + durationSec;
      expect(Math.abs(endSec - summary.durationSec)).toBeLessThan(1.5);
    }
    await page
      .getByRole('button', { name: /^Export / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'In the video' }).waitFor();
    expect(await dialog.getByRole('combobox', { name: 'In the video' }).textContent()).toBe(
      'With a camera in a bubble',
    );
    expect(await dialog.getByRole('combobox', { name: 'Place of the bubble' }).textContent()).toBe(
      'Bottom right',
    );
    expect(await axeFindingsOf(page)).toEqual([]);
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, 'bubble-export.png') });
    await dialog.getByRole('combobox', { name: 'Quality' }).click();
    await page.getByRole('option', { name: /^Low/ }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('status', { name: 'Last export' }).waitFor({ timeout: 100_000 });
    await page.keyboard.press('Escape');
    const name =
      document?.videoTracks
        .map(({ file }) => file.split('.')[0])
        .sort()
        .join('-with-') ?? '';
    const path = join(live.dir, 'data', 'exports', summary.id, `${name}-480p.mp4`);
    // The export has been decoded against its plan already: here it is there, and as long as the recording.
    expect(Math.abs(countDecoded(path) / 30 - summary.durationSec)).toBeLessThan(1.5);
  });

  it('is reported when the camera is unplugged, and the capture continues without it', async () => {
    let framesAtLoss = 0;
    await capture(2, async () => {
      const written = async () => {
        const { take } = unwrap(await live.client.call('recording.readState'));
        return take?.tracks.find(({ kind }) => kind === 'screen')?.framesWritten ?? 0;
      };
      framesAtLoss = await written();
      // It is not there any more: else it would be recorded again on its own.
      await page.evaluate(() => {
        const { mediaDevices } = navigator;
        const list = mediaDevices.enumerateDevices.bind(mediaDevices);
        mediaDevices.enumerateDevices = async () =>
          (await list()).filter(({ kind }) => kind !== 'videoinput');
        window.addEventListener('plugged in', () => (mediaDevices.enumerateDevices = list));
      });
      await bubble()
        .locator('video')
        .evaluate((video: HTMLVideoElement) => {
          const [track] = (video.srcObject as MediaStream).getVideoTracks();
          track?.dispatchEvent(new Event('ended'));
        });
      await page.getByText(/The capture continues without the camera/).waitFor();
      await page.getByText('DEVICE_LOST').waitFor();
      expect(await axeFindingsOf(page)).toEqual([]);
      await page.getByText('Not being recorded: the camera').waitFor();
      // Two seconds at the least: what is missing for less may be its last moment.
      await expect.poll(written, PATIENT).toBeGreaterThan(framesAtLoss + 60);
    });
    await page.evaluate(() => window.dispatchEvent(new Event('plugged in')));
    const { document, certificate } = await certifiedTake(live.client);
    expect(certificate).toMatchObject({ grade: 'red' });
    const camera = document?.videoTracks.find(({ kind }) => kind === 'video');
    expect(camera?.ended).toMatchObject({ code: 'DEVICE_LOST' });
    expect(camera?.framesWritten).toBeGreaterThan(10);
    expect(document?.videoTracks.find(({ kind }) => kind === 'screen')?.ended).toBeNull();
    expect(certificate?.videoTracks.map(({ problem }) => problem)).toEqual([null, null]);
    await button('Try again').click();
    await bubble().locator('video').waitFor();
  });

  it('joins the running capture again when it is back', async () => {
    await turnOn('Show the camera on the screen');
    await capture(2, async () => {
      await bubble()
        .locator('video')
        .evaluate((video: HTMLVideoElement) => {
          const [track] = (video.srcObject as MediaStream).getVideoTracks();
          track?.stop();
          track?.dispatchEvent(new Event('ended'));
        });
      await page.getByText(/It rejoins when it is back/).waitFor();
      // What the browser says when something is plugged in; the camera is opened again, and really there.
      await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')));
      const rejoined = async () => {
        const { take } = unwrap(await live.client.call('recording.readState'));
        const [, second] = take?.tracks.filter(({ kind }) => kind === 'video') ?? [];
        return second?.framesWritten ?? 0;
      };
      await expect.poll(rejoined, PATIENT).toBeGreaterThan(20);
      await bubble().locator('video').waitFor();
      expect(await page.getByText(/DEVICE_LOST/).count()).toBe(0);
    });
    const { document, certificate } = await certifiedTake(live.client);
    const cameras = document?.videoTracks.filter(({ kind }) => kind === 'video') ?? [];
    expect(cameras.map(({ ended }) => ended?.code ?? null)).toEqual(['DEVICE_LOST', null]);
    expect(cameras[1]?.bubble).toEqual(cameras[0]?.bubble);
    const [firstEnd, secondStart] = [
      (cameras[0]?.startFrame ?? 0) / 48_000 + (cameras[0]?.durationSec ?? 0),
      (cameras[1]?.startFrame ?? 0) / 48_000,
    ];
    expect(secondStart).toBeGreaterThanOrEqual(firstEnd - 0.1);
    expect(certificate?.videoTracks.map(({ problem }) => problem)).toEqual([null, null, null]);
  });

  it('continues with the camera where the screen is not shared any more, and takes another one', async () => {
    await turnOn('Show the camera on the screen');
    await capture(2, async () => {
      const screens = async () => {
        const { take } = unwrap(await live.client.call('recording.readState'));
        return take?.tracks.filter(({ kind }) => kind === 'screen') ?? [];
      };
      await page.getByLabel('Captured screen').evaluate((video: HTMLVideoElement) => {
        const [track] = (video.srcObject as MediaStream).getVideoTracks();
        track?.stop();
      });
      await page.getByText('The screen is no longer captured. Everything else continues.').waitFor(PATIENT);
      await page.getByText('DEVICE_LOST').waitFor();
      expect(await axeFindingsOf(page)).toEqual([]);
      await photograph('screen-lost');
      expect(await screens()).toMatchObject([{ isEnded: true }]);
      await button('Share a screen again').click();
      await expect.poll(async () => (await screens())[1]?.framesWritten ?? 0, PATIENT).toBeGreaterThan(20);
      expect(await page.getByText(/DEVICE_LOST/).count()).toBe(0);
    });
    const { document, certificate } = await certifiedTake(live.client);
    const ends = (document?.videoTracks ?? []).map(({ kind, ended }) => [kind, ended?.code ?? null]);
    expect(ends.filter(([kind]) => kind === 'screen')).toEqual([
      ['screen', 'DEVICE_LOST'],
      ['screen', null],
    ]);
    expect(ends.filter(([kind]) => kind === 'video')).toEqual([['video', null]]);
    expect(certificate?.videoTracks.map(({ problem }) => problem)).toEqual([null, null, null]);
  });

  it('shows a region as it is captured, with the bubble where it will be', async () => {
    await page.getByRole('radio', { name: 'Region' }).click();
    await button('Start Capture').click(PATIENT);
    const area = { Width: 640, Height: 360, Left: 200, Top: 100 };
    for (const [field, value] of Object.entries(area)) {
      await page.getByRole('spinbutton', { name: field }).fill(String(value));
      await page.keyboard.press('Tab');
    }
    await button('Capture this region').click();
    await button('Stop').waitFor(PATIENT);
    const video = page.getByLabel('Captured screen');
    const whole = () => video.evaluate(({ videoWidth: w, videoHeight: h }: HTMLVideoElement) => ({ w, h }));
    await expect.poll(async () => (await whole()).w, PATIENT).toBeGreaterThan(0);
    const { w, h } = await whole();
    const stage = video.locator('..');
    const placed = async () => {
      const [outer, inner] = [await stage.boundingBox(), await video.boundingBox()];
      if (!outer || !inner) return null;
      const scale = outer.width / area.Width;
      return [
        ...[(outer.x - inner.x) / scale, (outer.y - inner.y) / scale],
        ...[inner.width / scale, inner.height / scale, outer.height / scale],
      ].map((pixels) => Math.abs(Math.round(pixels)));
    };
    // A border of a pixel lies around the stage.
    const expected = [area.Left, area.Top, w, h, area.Height];
    await expect
      .poll(async () => (await placed())?.every((pixels, at) => Math.abs(pixels - (expected[at] ?? 0)) < 9))
      .toBe(true);
    expect(await axeFindingsOf(page)).toEqual([]);
    await photograph('bubble-region');
    await button('Stop').click();
    await button('Start Capture').waitFor(PATIENT);
    const { document } = await certifiedTake(live.client);
    expect(document?.videoTracks.find(({ kind }) => kind === 'screen')).toMatchObject({
      width: 640,
      height: 360,
    });
    await page.getByRole('radio', { name: 'Full Screen' }).click();
  });

  it('closes the camera where the screen is left', async () => {
    const track = await bubble()
      .locator('video')
      .evaluateHandle((video: HTMLVideoElement) => (video.srcObject as MediaStream).getVideoTracks()[0]);
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expect.poll(() => track.evaluate((given) => given?.readyState)).toBe('ended');
  });

  it('says why there is no camera, and begins nothing without it', async () => {
    const refusing = await launchHeadlessShell(['--use-fake-ui-for-media-stream=deny']);
    try {
      const refused = await openCapture(refusing);
      await refused.getByRole('switch', { name: 'Show the camera on the screen' }).click();
      const said = /(The camera was refused|This camera is not connected)/;
      await refused.getByText(said).waitFor();
      await refused.getByRole('button', { name: 'Start Capture' }).click();
      await expect.poll(() => refused.getByText(said).count()).toBe(2);
    } finally {
      await refusing.close();
    }
    expect(unwrap(await live.client.call('recording.readState')).take).toBeNull();
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
