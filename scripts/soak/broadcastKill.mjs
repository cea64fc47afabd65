/**
 * Kills the page's own process, the host or the engine at random moments of a broadcast with a take beside it, from a page of a
 * real Chromium to nginx: `node scripts/soak/broadcastKill.mjs [--times 20] [--seed 1] [--seconds 6] [--target page]`.
 * The take may lose a second at most, and the broadcast has to be back within five.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BROADCAST_KILL_TARGETS, killBroadcast } from '../../tests/lib/broadcastKill.ts';
import { launchChromium } from '../../tests/lib/chromium.ts';
import { giveTrial } from '../../tests/lib/licensedHost.ts';
import { createRandom } from '../../tests/lib/random.ts';
import { SHARED_SCREEN } from '../../tests/lib/screenKill.ts';
import { startPulse } from '../../tests/lib/virtualAudio.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    // Longest time live; kills fall anywhere in it.
    seconds: { type: 'string', default: '6' },
    target: { type: 'string' },
  },
});
const [times, seed, seconds] = [values.times, values.seed, values.seconds].map(Number);
if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number from 1 on');
const targets = values.target ? [values.target] : BROADCAST_KILL_TARGETS;

/** What is promised, in ms. */
const MOST_LOST_MS = 1000;
const MOST_RESUMED_MS = 5000;

const random = createRandom(seed);
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
const server = await startPulse();
let failures = 0;
try {
  for (let time = 1; time <= times; time += 1) {
    const target = targets[time % targets.length];
    const folder = path.join(dir, `kill-${time}`);
    // One for each time: a killed page may take others of its browser with it.
    const browser = await launchChromium(SHARED_SCREEN);
    try {
      await giveTrial(path.join(folder, '.data'));
      const { lostMs, resumedMs, framesHeld, framesDecoded } = await killBroadcast({
        dir: folder,
        browser,
        env: server.env,
        target,
        seconds: 2 + random() * (seconds - 2),
      });
      const isWell = lostMs <= MOST_LOST_MS && resumedMs <= MOST_RESUMED_MS;
      if (!isWell) failures += 1;
      say(
        `${time} ${target}: ${isWell ? '' : 'FAILED: '}${lostMs.toFixed(0)} ms of the take lost, ${framesDecoded} frames kept, ` +
          `back after ${(resumedMs / 1000).toFixed(2)} s, ${framesHeld} frames held`,
      );
    } catch (error) {
      failures += 1;
      say(`${time} ${target}: FAILED: ${error.message}`);
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
} finally {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
}
say(`${times - failures} of ${times} as promised`);
process.exitCode = failures === 0 ? 0 : 1;
