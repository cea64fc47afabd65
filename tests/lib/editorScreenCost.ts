import { join } from 'node:path';
import type { Page } from 'playwright';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createClip, createProject, createTrack } from '../../src-shared/domain/edit/create.ts';
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
export async function measureEditorScreen(seconds = 3) {
  const live = await startLiveHost({});
  const browser = await launchChromium(['--autoplay-policy=no-user-gesture-required']);
  try {
    makeVideoTake(join(live.dir, 'data', 'takes', '2026-11-21 Interview'), {
      seconds: 10,
      flashesSec: [1],
      videoTracks: [{ codec: 'avc1', width: 1920, height: 1080, fps: FPS, seconds: 10 }],
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(live.host.address);
    const made = await live.client.call('projects.create', { project: longProject() });
    const { session, project } = unwrap(made);
    unwrap(await live.client.call('projects.close', { id: project.id, session }));
    await page.getByRole('link', { name: 'Video Editor' }).click(PATIENT);
    await page.getByRole('button', { name: 'Open Long' }).click(PATIENT);
    const timeline = await measureTimeline(page, seconds);
    const memoryMb = await heapMb(page);
    await openTake(page);
    return {
      timeline,
      memoryMb,
      scrub: await measureScrub(page),
      preview: await measurePreview(page, seconds),
    };
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
  await page.getByRole('button', { name: 'All projects' }).click();
  await page.getByRole('link', { name: 'Recording Studio' }).click();
  await page.getByRole('button', { name: 'Actions for Interview' }).click(PATIENT);
  await page.getByRole('menuitem', { name: 'Edit video' }).click();
  await frameImage(page, '00:00:00:00').waitFor(PATIENT);
}

const frameImage = (page: Page, place: string) =>
  page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: `Frame at ${place}` });

/** From each press on the ruler to the frame that is there, at 40 places of the take. */
async function measureScrub(page: Page) {
  const box = await timelineOf(page).locator('canvas').boundingBox();
  if (!box) throw new Error('The timeline is not shown.');
  const times: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    // To and fro across eight seconds: no place lies beside the one before it.
    const part = ((at * 17) % 40) / 40;
    const ms = await page.evaluate(
      async ({ x, y }) => {
        const canvas = document.querySelector('[aria-label="Timeline"] canvas');
        const preview = document.querySelector('[aria-label="Preview"] canvas');
        const startMs = performance.now();
        const seen = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            observer.disconnect();
            resolve();
          });
          if (preview) observer.observe(preview, { attributes: true, attributeFilter: ['data-hash'] });
        });
        const press = { clientX: x, clientY: y, button: 0, pointerId: 1, bubbles: true };
        // No pointer of a browser has this id: nothing is captured.
        if (canvas) canvas.setPointerCapture = () => undefined;
        canvas?.dispatchEvent(new PointerEvent('pointerdown', press));
        canvas?.dispatchEvent(new PointerEvent('pointerup', press));
        await seen;
        return performance.now() - startMs;
      },
      { x: box.x + 5 + part * box.width * 0.7, y: box.y + 8 },
    );
    times.push(ms);
  }
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

/** How many frames a second are drawn while it plays. */
async function measurePreview(page: Page, seconds: number) {
  await page.getByRole('button', { name: 'Go to start' }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor(PATIENT);
  return page.evaluate(async (forMs) => {
    const preview = document.querySelector('[aria-label="Preview"] canvas');
    const [width, height] = [preview?.getAttribute('width'), preview?.getAttribute('height')];
    let frames = 0;
    const observer = new MutationObserver(() => void (frames += 1));
    if (preview) observer.observe(preview, { attributes: true, attributeFilter: ['data-hash'] });
    await new Promise((resolve) => setTimeout(resolve, forMs));
    observer.disconnect();
    return { framesPerSec: (1000 * frames) / forMs, size: `${width} × ${height}` };
  }, seconds * 1000);
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
