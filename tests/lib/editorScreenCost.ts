import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createClip, createProject, createTrack } from '../../src-shared/domain/edit/create.ts';
import { bitsPerSecondOf } from '../../src-shared/domain/screenCapture.ts';
import type { Project } from '../../src-shared/domain/edit/document.ts';
import { launchChromium } from './chromium.ts';
import { startLiveHost } from './liveSession.ts';
import { makeVideoTake } from './videoTakes.ts';

const PATIENT = { timeout: 120_000 };
const CLIPS = 5000;
const TRACKS = 8;
const HOURS = 3;
const FPS = 30;

/** What the screen of the video editor costs: its timeline with 5,000 clips in 3 h, scrubbing and playing a take. */
export const measureEditorScreen = (seconds = 3) =>
  withEditor(async (page, browser) => {
    await page.getByRole('button', { name: 'Open Long' }).click(PATIENT);
    const timeline = await measureTimeline(page, seconds);
    const memoryMb = await heapMb(page);
    await page.getByRole('button', { name: 'All projects' }).click();
    await openTake(page);
    const scrub = await measureScrub(page);
    return { timeline, memoryMb, scrub, preview: await measurePreview(page, browser, seconds) };
  });

/** Playing a take alone. */
export const measureEditorPreview = (seconds = 3) =>
  withEditor(async (page, browser) => {
    await openTake(page);
    return measurePreview(page, browser, seconds);
  });

async function withEditor<T>(measure: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const live = await startLiveHost({});
  const browser = await launchChromium(['--autoplay-policy=no-user-gesture-required']);
  try {
    makeVideoTake(join(live.dir, 'data', 'takes', '2026-11-21 Interview'), {
      seconds: 10,
      flashesSec: [1],
      videoTracks: [
        {
          codec: 'avc1',
          width: 1920,
          height: 1080,
          fps: FPS,
          seconds: 10,
          bitsPerSecond: bitsPerSecondOf('high', FPS),
        },
      ],
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(live.host.address);
    const made = await live.client.call('projects.create', { project: longProject() });
    const { session, project } = unwrap(made);
    unwrap(await live.client.call('projects.close', { id: project.id, session }));
    await page.getByRole('link', { name: 'Video Editor' }).click(PATIENT);
    return await measure(page, browser);
  } finally {
    await browser.close();
    await live.close();
  }
}

/** Colours and empty sound: nothing is decoded, so that drawing alone is measured. */
function longProject(): Project {
  let next = 0;
  const makeId = () => `i${(next += 1)}`;
  const lengthFrames = Math.floor((HOURS * 3600 * FPS * TRACKS) / CLIPS);
  const tracks = Array.from({ length: TRACKS }, (_, track) => ({
    ...createTrack(track < TRACKS / 2 ? 'video' : 'audio', makeId(), `Track ${track + 1}`),
    clips: Array.from({ length: CLIPS / TRACKS }, (_each, at) =>
      createClip({
        id: makeId(),
        name: `Clip ${at + 1}`,
        startFrame: at * lengthFrames,
        lengthFrames,
        color: at % 2 === 0 ? 'blue' : 'green',
      }),
    ),
  }));
  return { ...createProject('Long', makeId), tracks };
}

const timelineOf = (page: Page) => page.getByRole('region', { name: 'Timeline' });

/** Turns the wheel with every frame, far out and near, and counts the frames; and what the page's thread worked for each. */
async function measureTimeline(page: Page, seconds: number) {
  const canvas = timelineOf(page).getByRole('img', { name: /^Timeline: 5,?000 clips/ });
  await canvas.waitFor(PATIENT);
  const far = await measureWheel(page, seconds);
  const zoomIn = async (steps: number) => {
    for (let step = 0; step < steps; step += 1)
      await page.getByRole('button', { name: 'Zoom timeline in' }).click();
  };
  // About 1,000 clips in sight, each just wide enough to be drawn as one: the most that there is to draw.
  await zoomIn(4);
  const middle = await measureWheel(page, seconds);
  await zoomIn(8);
  return { far, middle, near: await measureWheel(page, seconds) };
}

async function measureWheel(page: Page, seconds: number) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const busySec = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await busySec();
  const gaps = await page.evaluate(async (forMs) => {
    const canvas = document.querySelector('[aria-label="Timeline"] canvas');
    const found: number[] = [];
    let formerMs = performance.now();
    const endMs = formerMs + forMs;
    while (formerMs < endMs) {
      // A little to and fro: all is drawn again.
      const deltaY = found.length % 20 < 10 ? 40 : -40;
      canvas?.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true }));
      const nowMs = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      found.push(nowMs - formerMs);
      formerMs = nowMs;
    }
    return found;
  }, seconds * 1000);
  const busyMs = (1000 * ((await busySec()) - before)) / gaps.length;
  return { framesPerSec: gaps.length / seconds, gapP95Ms: quantile(gaps, 0.95), busyMs };
}

async function openTake(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Recording Studio' }).click();
  await page.getByRole('button', { name: 'Actions for Interview' }).click(PATIENT);
  await page.getByRole('menuitem', { name: 'Edit video' }).click();
  await frameImage(page, 'Frame at 00:00:00:00').waitFor(PATIENT);
}

const frameImage = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name: 'Preview' }).getByRole('img', { name });

const PLACES = 40;

/** From each place on the ruler to the first image of the frame that is there: dragged forward and back, and pressed to and fro. */
async function measureScrub(page: Page) {
  // What is opened and tried once, such as a graphics card, is no part of it.
  await page.waitForTimeout(2000);
  const parts = Array.from({ length: PLACES }, (_, at) => at / PLACES);
  const dragged = await timesOf(page, [...parts, ...parts.toReversed()], false);
  // No place lies beside the one before it, and none was shown before.
  const jumped = await timesOf(
    page,
    parts.map((_, at) => (((at * 17) % PLACES) + 0.5) / PLACES),
    true,
  );
  return { drag: ofTimes(dragged), jump: ofTimes(jumped) };
}

const ofTimes = (times: number[]) => ({ p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) });

async function timesOf(page: Page, parts: readonly number[], isPressed: boolean): Promise<number[]> {
  const box = await timelineOf(page).locator('canvas').boundingBox();
  if (!box) throw new Error('The timeline is not shown.');
  const times: number[] = [];
  for (const [at, part] of parts.entries()) {
    const types = isPressed ? ['pointerdown', 'pointerup'] : [at === 0 ? 'pointerdown' : 'pointermove'];
    if (!isPressed && at === parts.length - 1) types.push('pointerup');
    const place = { x: box.x + 5 + part * box.width * 0.7, y: box.y + 8, types };
    times.push(await page.evaluate(timeOfPlace, place));
  }
  // The first place may be the one that is shown.
  return times.filter((ms) => ms >= 0);
}

/** Runs in the page. */
async function timeOfPlace({ x, y, types }: { x: number; y: number; types: string[] }): Promise<number> {
  const canvas = document.querySelector('[aria-label="Timeline"] canvas');
  const preview = document.querySelector('[aria-label="Preview"] canvas');
  const labelOf = () => preview?.getAttribute('aria-label');
  const [former, startMs] = [labelOf(), performance.now()];
  const seen = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (labelOf() === former) return;
      observer.disconnect();
      resolve(performance.now() - startMs);
    });
    if (preview) observer.observe(preview, { attributes: true });
    setTimeout(() => resolve(-1), 2000);
  });
  // No pointer of a browser has this id: nothing is captured.
  if (canvas) canvas.setPointerCapture = () => undefined;
  for (const type of types)
    canvas?.dispatchEvent(
      new PointerEvent(type, { clientX: x, clientY: y, button: 0, buttons: 1, pointerId: 1, bubbles: true }),
    );
  return seen;
}

/**
 * How many different frames a second are drawn while it plays (each frame of the take looks different), and how long all processes of
 * the browser work for one.
 */
async function measurePreview(page: Page, browser: Browser, seconds: number) {
  await page.getByRole('button', { name: 'Go to start' }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor(PATIENT);
  // It begins with sound and a jump.
  await frameImage(page, /^Frame at 00:00:0[1-9]/).waitFor(PATIENT);
  const devtools = await browser.newBrowserCDPSession();
  const busySec = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  const before = await busySec();
  const { frames, size } = await page.evaluate(async (forMs) => {
    const preview = document.querySelector('[aria-label="Preview"] canvas');
    let frames = 0;
    let former = preview?.getAttribute('data-hash');
    const observer = new MutationObserver(() => {
      const hash = preview?.getAttribute('data-hash');
      if (hash !== former) frames += 1;
      former = hash;
    });
    if (preview) observer.observe(preview, { attributes: true, attributeFilter: ['data-hash'] });
    await new Promise((resolve) => setTimeout(resolve, forMs));
    observer.disconnect();
    const [width, height] = [preview?.getAttribute('width'), preview?.getAttribute('height')];
    return { frames, size: `${width} × ${height}` };
  }, seconds * 1000);
  const busyMs = (1000 * ((await busySec()) - before)) / frames;
  return { framesPerSec: frames / seconds, busyMs, size };
}

async function heapMb(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
