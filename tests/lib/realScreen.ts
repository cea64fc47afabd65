import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { TakeDetails } from '../../src-shared/contract/takes.ts';
import { launchChromium } from './chromium.ts';
import { probeVideo } from './encodedFrames.ts';
import type { LiveHost } from './liveSession.ts';
import { lumaOf, NUMBER_PLACE } from './testWindow.ts';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A browser with a window on that display, beyond its edge; what is shared is chosen by its name, without asking. */
export function launchOnDisplay(display: string, source: string): Promise<Browser> {
  return launchChromium(
    [
      '--window-position=4000,4000',
      '--window-size=1300,900',
      `--auto-select-desktop-capture-source=${source}`,
      // Nobody sees the window, and it works as if somebody did.
      '--disable-backgrounding-occluded-windows',
    ],
    { env: { ...process.env, DISPLAY: display }, headless: false },
  );
}

/** Screen Capture in such a browser, without sound; `address`: of a screen of SoundDesk. */
export async function openScreenCapture(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: null, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('link', { name: 'Screen Capture' }).click();
  // It is when the sound was looked for: until then nobody knows what can be switched.
  await page.getByRole('button', { name: 'Start Capture', disabled: false }).waitFor();
  for (const name of ['Include system audio', 'Include microphone', 'Show cursor']) {
    const toggle = page.getByRole('switch', { name });
    if ((await toggle.isEnabled()) && (await toggle.isChecked())) await toggle.click();
  }
  return page;
}

/** Begins to capture; a region is drawn by its figures. */
export async function startRealCapture(page: Page, mode: 'Full Screen' | 'Window' | 'Region', area?: Area) {
  await page.getByRole('radio', { name: mode }).click();
  await page.getByRole('button', { name: 'Start Capture' }).click();
  if (area) {
    for (const [field, value] of [
      ['Width', area.width],
      ['Height', area.height],
      ['Left', area.x],
      ['Top', area.y],
    ] as const) {
      await page.getByRole('spinbutton', { name: field }).fill(String(value));
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: 'Capture this region' }).click();
  }
  await page.getByRole('button', { name: 'Stop' }).waitFor();
}

export async function framesOfScreen(live: LiveHost): Promise<number> {
  const { take } = unwrap(await live.client.call('recording.readState'));
  return take?.tracks.find(({ kind }) => kind === 'screen')?.framesWritten ?? 0;
}

/** The newest take, once it is looked through; null until then. */
export async function readNewest(live: LiveHost): Promise<TakeDetails | null> {
  const [summary] = unwrap(await live.client.call('takes.list'));
  if (!summary) return null;
  const details = unwrap(await live.client.call('takes.read', { id: summary.id }));
  return details.certificate ? details : null;
}

export function screenFileOf(live: LiveHost, { summary, document }: TakeDetails): string {
  const file = document?.videoTracks.find(({ kind }) => kind === 'screen')?.file ?? '';
  return join(live.dir, 'data', 'takes', summary.id, file);
}

/** Frames in a second of the file, and how many of them show something new; the first second is a start. */
export function measureRate(path: string, windowAt = { x: 0, y: 0 }): { written: number; different: number } {
  const { timesSec } = probeVideo(path);
  const from = timesSec.findIndex((time) => time >= (timesSec[0] ?? 0) + 1);
  const spanSec = (timesSec.at(-1) ?? 0) - (timesSec[from] ?? 0);
  const numbers = readNumbers(path, windowAt).slice(from);
  const different = numbers.filter((number, index) => index > 0 && number !== numbers[index - 1]).length;
  return { written: (timesSec.length - 1 - from) / spanSec, different: different / spanSec };
}

/** What the window counted, frame by frame. */
function readNumbers(path: string, windowAt: { x: number; y: number }): number[] {
  const { x, y, cell, bits } = NUMBER_PLACE;
  const crop = `crop=${bits * cell}:${cell}:${x - windowAt.x}:${y - windowAt.y},scale=${bits}:1:flags=area,format=gray`;
  const bytes = decode(path, ['-vf', crop]);
  return Array.from({ length: bytes.length / bits }, (_, frame) =>
    bytes
      .subarray(frame * bits, (frame + 1) * bits)
      .reduce((sum, value, bit) => sum + (value > 127 ? 2 ** bit : 0), 0),
  );
}

/**
 * How a frame of the file fits on the window's pixels from (`x`, `y`) on: the mean difference in brightness where it lies,
 * and the place within three pixels where it fits best.
 */
export function comparePlace(
  path: string,
  area: Area,
  atSec: number,
): { difference: number; best: { x: number; y: number } } {
  const { width, height } = area;
  // The plane of brightness as it was encoded: a conversion would change its range.
  const luma = decode(path, ['-ss', String(atSec), '-frames:v', '1', '-vf', 'extractplanes=y']);
  if (luma.length !== width * height) throw new Error(`${luma.length} pixels, not ${width} × ${height}`);
  const differenceAt = (shiftX: number, shiftY: number) => {
    let sum = 0;
    let count = 0;
    for (let y = 0; y < height; y += 1)
      for (let x = y % 3; x < width; x += 3) {
        sum += Math.abs((luma[y * width + x] ?? 0) - lumaOf(area.x + x + shiftX, area.y + y + shiftY));
        count += 1;
      }
    return sum / count;
  };
  let best = { x: 0, y: 0, difference: Infinity };
  for (let y = -3; y <= 3; y += 1)
    for (let x = -3; x <= 3; x += 1) {
      const difference = differenceAt(x, y);
      if (difference < best.difference) best = { x, y, difference };
    }
  return { difference: differenceAt(0, 0), best: { x: best.x, y: best.y } };
}

function decode(path: string, args: string[]): Buffer {
  const before = args[0] === '-ss' ? args.splice(0, 2) : [];
  return execFileSync(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', ...before, '-i', path, '-fps_mode', 'passthrough', ...args],
      // In milliseconds, as the file has them: on a grid of the frame rate two may fall together.
      ...['-pix_fmt', 'gray', '-c:v', 'rawvideo', '-enc_time_base', '1:1000', '-f', 'image2pipe', 'pipe:1'],
    ],
    { maxBuffer: 256 << 20 },
  );
}
