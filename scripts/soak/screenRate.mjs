/**
 * Captures a window, a region and a full screen of 1920 × 1080 under Xvfb, as Screen Capture does, and counts the frames
 * of each file: `node scripts/soak/screenRate.mjs [--seconds 20] [--fps 30] [--least 29] [--mode window]`. Also looks
 * whether the region's pixels are those inside the frame that was drawn. Run it alone: the machine's other work is
 * measured too. Says how much of a core each process took.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDisplay } from '../../tests/lib/display.ts';
import { countDecoded } from '../../tests/lib/encodedFrames.ts';
import { startLiveHost } from '../../tests/lib/liveSession.ts';
import {
  comparePlace,
  framesOfScreen,
  launchOnDisplay,
  measureRate,
  openScreenCapture,
  readNewest,
  screenFileOf,
  startRealCapture,
} from '../../tests/lib/realScreen.ts';
import { openTestWindow, STILL_FROM_Y, TEST_WINDOW_TITLE } from '../../tests/lib/testWindow.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    fps: { type: 'string', default: '30' },
    least: { type: 'string', default: '29' },
    mode: { type: 'string' },
  },
});
const [seconds, fps, least] = [values.seconds, values.fps, values.least].map(Number);
if (!(seconds >= 3)) throw new Error('--seconds is a number from 3 on');

const MOST_WAIT_MS = 30_000;
const SLOW_START_MS = 3000;
const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
/** A region of 1080 lines has the moving part as well; the other one stands still, so that it can be compared. */
const RUNS = [
  { name: 'full screen', mode: 'Full Screen', source: 'Entire screen', area: null, isRated: true },
  { name: 'window', mode: 'Window', source: TEST_WINDOW_TITLE, area: null, isRated: true },
  {
    name: 'region 1440 × 1080',
    mode: 'Region',
    source: 'Entire screen',
    isRated: true,
    area: { x: 0, y: 0, width: 1440, height: 1080 },
  },
  {
    name: 'region that stands still',
    mode: 'Region',
    source: 'Entire screen',
    isRated: false,
    area: { x: 518, y: STILL_FROM_Y + 46, width: 642, height: 362 },
  },
].filter(({ mode }) => values.mode === undefined || mode.toLowerCase().startsWith(values.mode));

const display = await startDisplay(`${SCREEN.width}x${SCREEN.height}`);
const live = await startLiveHost({});
const window = await openTestWindow(display, SCREEN);
let isGood = RUNS.length > 0;
try {
  for (const run of RUNS) {
    const browser = await launchOnDisplay(display.name, run.source);
    try {
      await measure(run, await openScreenCapture(browser, live.host.address));
    } finally {
      await browser.close();
    }
  }
} finally {
  await live.close();
  await window.close();
  await display.close();
}
say(isGood ? `at least ${least} frames a second, each in its place` : 'FAILED');
process.exitCode = isGood ? 0 : 1;

async function measure({ name, mode, area, isRated }, page) {
  await page.getByRole('combobox', { name: 'Frame rate' }).click();
  await page.getByRole('option', { name: `${fps} fps` }).click();
  await startRealCapture(page, mode, area ?? undefined);
  await awaitFrames(name);
  const before = readCpu();
  await sleep(seconds * 1000);
  reportCpu(before, readCpu());
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Start Capture', disabled: false }).waitFor();
  let take = null;
  while (!take || take.document?.status !== 'finished') {
    take = await readNewest(live);
    await sleep(100);
  }
  const [videoTrack] = take.document.videoTracks;
  const path = screenFileOf(live, take);
  const decoded = countDecoded(path);
  const { written, different } = measureRate(path, area ?? SCREEN);
  const isWhole = decoded === videoTrack.framesWritten;
  isGood &&= isWhole && (!isRated || written >= least);
  say(
    `${name}: ${videoTrack.width} × ${videoTrack.height}, ${written.toFixed(2)} frames a second${isRated ? `, ${different.toFixed(2)} of them new` : ''}, ${videoTrack.framesDropped} dropped, ${decoded} of ${videoTrack.framesWritten} decode`,
  );
  if (isRated) return;
  const { difference, best } = comparePlace(path, area, 1);
  isGood &&= best.x === 0 && best.y === 0 && difference < 4;
  say(`${name}: fits best at (${best.x}, ${best.y}), ${difference.toFixed(2)} of 219 steps apart`);
}

/** Until they come, and not only the last one again, as of a screen that stands still. A browser that gives none is reported. */
async function awaitFrames(name) {
  const fromMs = performance.now();
  for (let before = 0; ;) {
    await sleep(1000);
    const now = await framesOfScreen(live);
    if (now - before >= Math.min(5, fps)) break;
    before = now;
    if (performance.now() - fromMs > MOST_WAIT_MS) {
      say(`${name}: the browser gives no video of a screen that moves, ${now} in ${MOST_WAIT_MS / 1000} s`);
      return;
    }
  }
  const tookMs = performance.now() - fromMs;
  if (tookMs > SLOW_START_MS) say(`${name}: frames come after ${(tookMs / 1000).toFixed(1)} s`);
}

/** Seconds of a processor that each process has had, by number; those of this machine, no matter who started them. */
function readCpu() {
  const read = (pid) => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const [, type] = /--type=([\w-]+)/.exec(line) ?? [];
    const [, service] = /--utility-sub-type=([\w.]+)/.exec(line) ?? [];
    const program = line.split(' ')[0].split('/').at(-1);
    return {
      name: [program, type, service].filter(Boolean).join(' '),
      sec: (Number(fields[11]) + Number(fields[12])) / 100,
    };
  };
  const found = new Map();
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      found.set(pid, read(pid));
    } catch {
      // It has ended between the two looks.
    }
  }
  return found;
}

function reportCpu(before, after) {
  const rows = [...after]
    .map(([pid, { name, sec }]) => ({ name, part: (sec - (before.get(pid)?.sec ?? 0)) / seconds }))
    .filter(({ part }) => part > 0.02)
    .sort((one, other) => other.part - one.part)
    .slice(0, 8);
  say(rows.map(({ name, part }) => `${name} ${(100 * part).toFixed(0)} %`).join(', '));
}
