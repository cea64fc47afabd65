/**
 * Records four audio channels, two cameras and a screen that click and flash at the same known moments, in a page of a
 * real Chromium, and measures how far they lie apart in the take's files, at its start and its end:
 * `node scripts/soak/sync.mjs [MINUTES] [--ppm 50] [--width 640] [--height 360] [--fps 30]`. `--ppm`: by how much the
 * microphone's clock runs faster than the machine's. Reports every minute how much memory host and page take.
 */
import { parseArgs } from 'node:util';
import { launchChromium } from '../../tests/lib/chromium.ts';
import { recordFlashesAndClicks } from '../../tests/lib/studioSync.ts';
import { startPulse } from '../../tests/lib/virtualAudio.ts';
import { say } from '../lib/steps.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ppm: { type: 'string', default: '50' },
    width: { type: 'string', default: '640' },
    height: { type: 'string', default: '360' },
    fps: { type: 'string', default: '30' },
  },
});
const minutes = Number(positionals[0] ?? '20');
if (!(minutes > 0)) throw new Error('MINUTES is a number above 0');
const [ppm, width, height, fps] = [values.ppm, values.width, values.height, values.fps].map(Number);
const MOST_MS = 40;

const server = await startPulse();
const browser = await launchChromium();
const figure = (value) => value.toFixed(1).padStart(6);
let isGood = true;
try {
  const { pairs, drops, details } = await recordFlashesAndClicks(server, browser, {
    seconds: minutes * 60,
    audioChannels: 4,
    cameras: 2,
    screens: 1,
    ppm,
    size: { width, height },
    fps,
    onSecond(second, page) {
      if (second % 60 === 0) void notify(second / 60, page);
    },
  });
  say(
    `${details.summary.durationSec.toFixed(1)} s, ${details.summary.grade}: how much later the click is (ms)`,
  );
  say('frame    sound       start    end  worst');
  for (const { video, sound, startMs, endMs, worstMs, flashes } of pairs) {
    if (!(Math.abs(startMs) < MOST_MS && Math.abs(endMs) < MOST_MS)) isGood = false;
    const figures = [startMs, endMs, worstMs].map(figure).join(' ');
    say(`${video.padEnd(10)} ${sound.padEnd(10)} ${figures}  of ${flashes}`);
  }
  for (const { video, missing, written, certified } of drops) {
    if (missing !== certified.dropped || written !== certified.decoded) isGood = false;
    say(
      `${video}: ${written} frames, ${certified.decoded} decode; ${missing} missing, ${certified.dropped} certified`,
    );
  }
} finally {
  await browser.close();
  await server.close();
}
say(isGood ? 'within 40 ms, every dropped frame certified' : 'FAILED');
process.exitCode = isGood ? 0 : 1;

async function notify(minute, page) {
  const startMs = performance.now();
  const pageMb = await page
    .evaluate(() => performance.memory?.usedJSHeapSize ?? 0)
    .then(
      (bytes) => bytes / 2 ** 20,
      () => NaN,
    );
  const answerMs = performance.now() - startMs;
  const hostMb = process.memoryUsage().rss / 2 ** 20;
  say(
    `minute ${minute}: host ${hostMb.toFixed(0)} MB, page ${pageMb.toFixed(0)} MB, answers in ${answerMs.toFixed(0)} ms`,
  );
}
