import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import type { WebStudio } from './webStudio.ts';

const RENDERER_DIR = path.resolve(import.meta.dirname, '../../out/renderer');
const MICROSECONDS_PER_SEC = 1e6;
/** A new window has pages of the browser's own (its address bar's), which would be loaded beside the one that is measured. */
const SETTLING_MS = 2000;

export interface LoadFigures {
  /** Milliseconds from the request to the largest paint. */
  largestPaintMs: number;
  /** The sum of all layout shifts (Web Vitals); 0 where nothing moved. */
  layoutShift: number;
  /** Milliseconds beyond 50 of each task that kept the page from answering (Web Vitals: total blocking time). */
  blockingMs: number;
  /** Of all scripts that were asked for until the page stood, compressed as a web server sends them. */
  scriptBytes: number;
  scripts: number;
}

/** Opens a page of the web build for the first time, and waits until `isThere` and a second more. */
export async function measureLoad(
  { browser, origin }: Pick<WebStudio, 'browser' | 'origin'>,
  address: string,
  isThere: (page: Page) => Promise<void>,
): Promise<LoadFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
    });
    await page.addInitScript(observe);
    await page.waitForTimeout(SETTLING_MS);
    await page.goto(`${origin}${address}`);
    await isThere(page);
    // What comes late moves what is there already.
    await page.waitForTimeout(1000);
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    return {
      ...seen,
      scriptBytes: [...scripts].reduce((sum, name) => sum + compressedBytes(name), 0),
      scripts: scripts.size,
    };
  } finally {
    await context.close();
  }
}

interface Seen {
  largestPaintMs: number;
  layoutShift: number;
  blockingMs: number;
}

/** Runs in the page, before all of its scripts. */
function observe(): void {
  const seen: Seen = { largestPaintMs: 0, layoutShift: 0, blockingMs: 0 };
  // What is fetched when the page has nothing to do is no part of its load, however slow the machine is.
  Object.assign(window, { seen, requestIdleCallback: () => 0 });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestPaintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) seen.layoutShift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blockingMs += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
}

function compressedBytes(name: string): number {
  return gzipSync(readFileSync(path.join(RENDERER_DIR, name))).byteLength;
}

export interface FrameFigures {
  /** Drawn by the compositor, by the trace. A frame in which nothing has changed is not drawn. */
  framesPerSec: number;
  /** Of the frames in which something has changed, those that came too late to be shown: 0 to 1. */
  droppedShare: number;
  /** Milliseconds between one frame and the next that 99 of 100 do not exceed. */
  gapP99Ms: number;
  longestGapMs: number;
}

interface TraceEvent {
  name: string;
  ts: number;
}

/** Frames that a page draws, by a trace of the browser's own. */
export async function measureFrames(
  { browser }: Pick<WebStudio, 'browser'>,
  seconds: number,
): Promise<FrameFigures> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'],
    },
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const drawn = events
    .filter(({ name }) => name === 'DrawFrame')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const dropped = events.filter(({ name }) => name === 'DroppedFrame').length;
  const gapsMs = drawn
    .slice(1)
    .map((ts, index) => ((ts - (drawn[index] ?? ts)) / MICROSECONDS_PER_SEC) * 1000)
    .sort((a, b) => a - b);
  const spanSec = ((drawn.at(-1) ?? 0) - (drawn[0] ?? 0)) / MICROSECONDS_PER_SEC;
  return {
    framesPerSec: spanSec > 0 ? (drawn.length - 1) / spanSec : 0,
    droppedShare: dropped / Math.max(1, dropped + drawn.length),
    gapP99Ms: gapsMs[Math.floor(0.99 * (gapsMs.length - 1))] ?? NaN,
    longestGapMs: gapsMs.at(-1) ?? NaN,
  };
}
