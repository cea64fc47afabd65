import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { countDecoded } from '../lib/encodedFrames.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { closeOptions, readOptions } from '../lib/options.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';

let browser: Browser;
let live: LiveHost;
let page: Page;
const problems: string[] = [];
const PATIENT = { timeout: 15_000 };

const player = (): Locator => page.getByRole('region', { name: 'Player of Interview' });
const position = (): Locator => player().getByRole('slider', { name: 'Position' });
const preview = (number: number): Locator => player().getByRole('img', { name: `Video of Screen ${number}` });

/** Whether a frame is white now: it flashes when the sound clicks. */
const isWhite = (number: number): Promise<boolean> =>
  preview(number).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas
      .getContext('2d')!
      .getImageData(canvas.width / 4, canvas.height / 4, canvas.width / 2, canvas.height / 2);
    return data.reduce((sum, value) => sum + value, 0) / data.length > 235;
  });

async function findings(): Promise<string[]> {
  return axeFindingsOf(page);
}

async function openPlayer(): Promise<void> {
  await page.goto(live.host.address);
  await page.getByRole('link', { name: 'Recording Studio' }).click();
  await playInterview();
}

/** It plays at once; here it stands still. */
async function playInterview(): Promise<void> {
  await page.getByRole('button', { name: 'Play Interview' }).click();
  await player().getByRole('button', { name: 'Pause' }).click();
}

describe('recordings with video', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({});
    makeVideoTake(join(live.dir, 'data', 'takes', '2026-11-21 Interview'), {
      seconds: 5,
      flashesSec: [1, 3],
      videoTracks: [
        { codec: 'avc1', width: 640, height: 360, fps: 30, seconds: 5 },
        { codec: 'vp9', width: 320, height: 240, fps: 15, startSec: 0.4, seconds: 4.6 },
      ],
    });
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await openPlayer();
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('show what belongs to the place, forwards and backwards, every frame at once', async () => {
    await position().focus();
    await position().press('Home');
    for (const [key, isFlash] of [
      ['ArrowRight', true],
      ['ArrowRight', false],
      ['ArrowRight', true],
      ['ArrowLeft', false],
      ['ArrowLeft', true],
    ] as const) {
      await position().press(key);
      for (const number of [1, 2]) await expect.poll(() => isWhite(number), PATIENT).toBe(isFlash);
    }
    expect(await findings()).toEqual([]);
  });

  it('play to the end, and stop at the space bar', async () => {
    await position().focus();
    await position().press('Home');
    await position().press(' ');
    await player().getByRole('button', { name: 'Pause' }).waitFor();
    await expect
      .poll(async () => Number(await position().getAttribute('aria-valuenow')), PATIENT)
      .toBeGreaterThan(0);
    await position().press(' ');
    await player().getByRole('button', { name: 'Play' }).waitFor();
    await position().press('End');
    await position().press('ArrowLeft');
    await position().press(' ');
    // At its end it stands still again.
    await player().getByRole('button', { name: 'Play' }).waitFor();
    expect(await player().getByRole('alert').count()).toBe(0);
  });

  it('are exported as a video with the mix, and it is said where it is', async () => {
    await page.getByRole('button', { name: 'Export Interview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export Interview' });
    await dialog.getByRole('combobox', { name: 'Quality' }).waitFor();
    await dialog.getByRole('combobox', { name: 'Format' }).click();
    expect(await readOptions(page)).toEqual(['MP4 H.264', 'WebM VP9', 'MOV ProRes']);
    await closeOptions(page);
    expect(await findings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('status', { name: 'Last export' }).waitFor({ timeout: 60_000 });
    await dialog.getByText(/ · 5\.0 s · 150 frames, all verified · −\d+\.\d LUFS/).waitFor();
    expect(await findings()).toEqual([]);
    const folder = join(live.dir, 'data', 'exports', '2026-11-21 Interview');
    expect(countDecoded(join(folder, 'screen-1-1080p.mp4'))).toBe(150);
    await page.keyboard.press('Escape');
  });

  it('play in the list of Screen Capture too', async () => {
    await page.getByRole('link', { name: 'Screen Capture' }).click();
    await playInterview();
    await position().focus();
    await position().press('Home');
    await position().press('ArrowRight');
    await expect.poll(() => isWhite(1), PATIENT).toBe(true);
  });

  it('have made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
