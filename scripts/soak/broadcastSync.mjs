/**
 * Broadcasts flashes and clicks of the same known moments from a page of a real Chromium, with the real engine, to nginx, and measures
 * how far they lie apart in what it recorded, and when a player of the stream shows them:
 * `node scripts/soak/broadcastSync.mjs [MINUTES] [--ppm 50]`. `--ppm`: by how much the microphone's clock runs faster than the
 * machine's.
 */
import { parseArgs } from 'node:util';
import { broadcastFlashesAndClicks } from '../../tests/lib/broadcastSync.ts';
import { launchChromium } from '../../tests/lib/chromium.ts';
import { startPulse } from '../../tests/lib/virtualAudio.ts';
import { say } from '../lib/steps.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ppm: { type: 'string', default: '50' } },
});
const minutes = Number(positionals[0] ?? '20');
if (!(minutes > 0)) throw new Error('MINUTES is a number above 0');

/** What is promised, in ms. */
const MOST = { apart: 40, driftAnHour: 5, delay: 500 };
/** Pairs at the start and the end whose middle is compared. */
const ENDS = 30;

const server = await startPulse();
const browser = await launchChromium();
try {
  const seconds = minutes * 60;
  const { laterMs, delaysMs, framesSkipped, grade } = await broadcastFlashesAndClicks(server, browser, {
    seconds,
    ppm: Number(values.ppm),
  });
  const apartMs = laterMs.map(Math.abs);
  const p99 = part(apartMs, 0.99);
  const startMs = part(laterMs.slice(0, ENDS), 0.5);
  const endMs = part(laterMs.slice(-ENDS), 0.5);
  const driftAnHour = ((endMs - startMs) * 60) / minutes;
  const delay = part(delaysMs, 0.95);
  say(`${laterMs.length} flashes in ${seconds} s, ${grade}, ${framesSkipped} frames skipped`);
  say(`apart: p50 ${figure(part(apartMs, 0.5))}, p99 ${figure(p99)}, most ${figure(part(apartMs, 1))}`);
  say(`start ${figure(startMs)}, end ${figure(endMs)}: ${figure(driftAnHour)} an hour`);
  say(`canvas to player: p50 ${figure(part(delaysMs, 0.5))}, p95 ${figure(delay)}, of ${delaysMs.length}`);
  const isGood = p99 <= MOST.apart && Math.abs(driftAnHour) <= MOST.driftAnHour && delay <= MOST.delay;
  say(isGood ? 'as promised' : 'FAILED');
  process.exitCode = isGood ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
}

/** The value below which this part of them lies. */
function part(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

function figure(ms) {
  return `${ms.toFixed(1)} ms`;
}
