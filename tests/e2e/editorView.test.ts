import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { writeWav } from '../lib/recordings.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';

const PATIENT = { timeout: 60_000 };
const DROPPED = 'Stimme – голос 声';

declare global {
  /** Frames that the preview has shown since the list was emptied. */
  var shownFrames: number[];
}

let browser: Browser;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const preview = (): Locator => page.getByRole('region', { name: 'Preview' });
const frameAt = (place: string): Locator => preview().getByRole('img', { name: `Frame at ${place}` });
const timecode = (): Locator => page.getByRole('textbox', { name: 'Timecode' });

async function goTo(place: string): Promise<void> {
  await timecode().fill(place);
  await timecode().press('Enter');
  await frameAt(place).waitFor(PATIENT);
}

/** Letters are the editor's where no field has the focus. */
async function press(key: string): Promise<void> {
  await page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Show all' }).focus();
  await page.keyboard.press(key);
}

/** Of the frame in its full size. */
async function hashAt(place: string): Promise<string> {
  await frameAt(place).waitFor(PATIENT);
  await expect.poll(() => frameAt(place).getAttribute('width'), PATIENT).toBe('1920');
  return (await frameAt(place).getAttribute('data-hash')) ?? '';
}

/** Runs in the page. */
function keepShownFrames(): void {
  globalThis.shownFrames = [];
  const canvas = document.querySelector('[aria-label="Preview"] canvas');
  const note = () => {
    const [seconds = 0, frame = 0] = (canvas?.getAttribute('aria-label') ?? '')
      .split(':')
      .slice(-2)
      .map(Number);
    globalThis.shownFrames.push(30 * seconds + frame);
  };
  if (canvas) new MutationObserver(note).observe(canvas, { attributeFilter: ['aria-label'] });
}

const forgetShown = () => page.evaluate(() => void (globalThis.shownFrames.length = 0));

describe('the preview of the video editor', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell(['--autoplay-policy=no-user-gesture-required']);
    live = await startLiveHost({});
    makeVideoTake(join(live.dir, 'data', 'takes', '2026-11-21 Interview'), {
      seconds: 3,
      flashesSec: [1],
      videoTracks: [{ codec: 'avc1', width: 640, height: 360, fps: 30, seconds: 3 }],
    });
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await button('Actions for Interview').click(PATIENT);
    await page.getByRole('menuitem', { name: 'Edit video' }).click();
    await frameAt('00:00:00:00').waitFor(PATIENT);
    await page.evaluate(keepShownFrames);
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('goes by a frame and by a second, by keys and buttons', async () => {
    await press('ArrowRight');
    await frameAt('00:00:00:01').waitFor(PATIENT);
    await press('Shift+ArrowRight');
    await frameAt('00:00:01:01').waitFor(PATIENT);
    await button('Previous frame').click();
    await frameAt('00:00:01:00').waitFor(PATIENT);
    await press('Shift+ArrowLeft');
    await frameAt('00:00:00:00').waitFor(PATIENT);
    await button('Go to end').click();
    await expect.poll(() => timecode().inputValue(), PATIENT).toBe('00:00:03:00');
  });

  it('plays at twice the speed with L, stops with K, and goes back to the start with J', async () => {
    await goTo('00:00:00:00');
    await press('l');
    await button('Pause').waitFor(PATIENT);
    await page.keyboard.press('l');
    await page.getByText('2×').waitFor(PATIENT);
    await page.keyboard.press('k');
    await button('Play').waitFor(PATIENT);
    await goTo('00:00:02:00');
    await forgetShown();
    await press('j');
    // It stops where the project begins.
    await expect.poll(() => timecode().inputValue(), PATIENT).toBe('00:00:00:00');
    await button('Play').waitFor(PATIENT);
    const shown = await page.evaluate(() => globalThis.shownFrames);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(shown.toSorted((one, other) => other - one));
  });

  it('plays the part from in to out point on a loop', async () => {
    await goTo('00:00:00:10');
    await press('i');
    await goTo('00:00:01:00');
    await press('o');
    await goTo('00:00:00:20');
    await button('Loop').click();
    await forgetShown();
    await button('Play').click();
    await button('Pause').waitFor(PATIENT);
    const hasGoneBack = () =>
      page.evaluate(() => globalThis.shownFrames.some((frame, at, all) => frame < (all[at - 1] ?? 0)));
    await expect.poll(hasGoneBack, PATIENT).toBe(true);
    await button('Pause').click();
    const shown = await page.evaluate(() => globalThis.shownFrames);
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...shown)).toBeLessThanOrEqual(30);
    await button('Loop').click();
    await press('x');
  });

  it('is zoomed from 10 to 500 % in steps of 10', async () => {
    const zoom = preview().getByRole('group', { name: 'Zoom' });
    const figure = () => zoom.getByRole('status').innerText();
    expect(await figure()).toBe('100 %');
    const [zoomIn, zoomOut] = [
      zoom.getByRole('button', { name: 'Zoom in' }),
      zoom.getByRole('button', { name: 'Zoom out' }),
    ];
    await zoomIn.click();
    expect(await figure()).toBe('110 %');
    while (await zoomIn.isEnabled()) await zoomIn.click();
    expect(await figure()).toBe('500 %');
    while (await zoomOut.isEnabled()) await zoomOut.click();
    expect(await figure()).toBe('10 %');
    while ((await figure()) !== '100 %') await zoomIn.click();
  });

  it('shows safe areas of 90 and 80 %, and a histogram, a waveform and a vectorscope', async () => {
    await button('Safe areas').click();
    const parts = await preview().evaluate((region) => {
      const whole = region.querySelector('canvas')?.getBoundingClientRect();
      return [...region.querySelectorAll('canvas ~ span')].map(
        (area) => area.getBoundingClientRect().width / (whole?.width ?? 1),
      );
    });
    expect(parts.map((part) => Math.round(100 * part))).toEqual([90, 80]);
    await button('Safe areas').click();
    await button('Scopes').click();
    const drawn = new Set<string>();
    for (const name of ['Histogram', 'Waveform', 'Vectorscope']) {
      await page.getByRole('radio', { name }).click();
      const canvas = page.getByRole('img', { name });
      await canvas.waitFor();
      const imageOf = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
      await expect.poll(async () => drawn.has(await imageOf()), PATIENT).toBe(false);
      const painted = () =>
        canvas.evaluate((element: HTMLCanvasElement) => {
          const { width, height } = element;
          return element
            .getContext('2d')
            ?.getImageData(0, 0, width, height)
            .data.some((value) => value > 0);
        });
      await expect.poll(painted, PATIENT).toBe(true);
      drawn.add(await imageOf());
    }
    expect(drawn.size).toBe(3);
    await page.getByText(/^1920 × 1080 pixels\. Drawn by the processor\./).waitFor(PATIENT);
    await button('Scopes').click();
  });

  it('shows a clip before its colors were changed, and after', async () => {
    await page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Clip list' }).click();
    await page.getByRole('button', { name: 'Select Screen 1' }).first().click();
    await goTo('00:00:00:15');
    const plain = await hashAt('00:00:00:15');
    await page.getByRole('tab', { name: 'Color' }).click();
    await page.getByRole('slider', { name: 'Exposure' }).focus();
    await page.keyboard.press('PageUp');
    await expect.poll(() => hashAt('00:00:00:15'), PATIENT).not.toBe(plain);
    const changed = await hashAt('00:00:00:15');
    await button('Before').click();
    await expect.poll(() => hashAt('00:00:00:15'), PATIENT).toBe(plain);
    await button('Before').click();
    await expect.poll(() => hashAt('00:00:00:15'), PATIENT).toBe(changed);
  });

  it('takes files that are dropped on the media, whatever their names are', async () => {
    const path = join(live.dir, 'dropped.wav');
    writeWav(path, { sampleRate: 48_000, channels: [new Float32Array(48_000).fill(0.1)] });
    const dropped = await page.evaluateHandle(
      ({ name, bytes }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
        return transfer;
      },
      { name: `${DROPPED}.wav`, bytes: readFileSync(path).toString('base64') },
    );
    const media = page.getByRole('region', { name: 'Media' });
    await media.dispatchEvent('drop', { dataTransfer: dropped });
    await media.getByTitle(DROPPED).waitFor(PATIENT);
    expect(problems).toEqual([]);
  });
});
