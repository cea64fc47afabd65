/**
 * Kills a host at random moments while a page of a real Chromium captures its screen, and looks at what the next host
 * offers: `node scripts/soak/screenKill.mjs [--times 20] [--seed 1] [--seconds 6]`. With sound and without, in turn.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../tests/lib/chromium.ts';
import { licenseDataDir } from '../../tests/lib/licensedHost.ts';
import { createRandom } from '../../tests/lib/random.ts';
import { killWhileCapturing, SHARED_SCREEN } from '../../tests/lib/screenKill.ts';
import { startPulse } from '../../tests/lib/virtualAudio.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    // Longest recording; kills fall anywhere in it.
    seconds: { type: 'string', default: '6' },
  },
});
const [times, seed, seconds] = [values.times, values.seed, values.seconds].map(Number);
if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number from 1 on');

const random = createRandom(seed);
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
const server = await startPulse();
const browser = await launchChromium(SHARED_SCREEN);
const losses = [];
let failures = 0;
try {
  for (let time = 1; time <= times; time += 1) {
    const folder = path.join(dir, `kill-${time}`);
    const isWithSound = time % 2 === 0;
    try {
      await licenseDataDir(path.join(folder, '.data'));
      const { lostMs, framesDecoded, grade } = await killWhileCapturing({
        ...{ dir: folder, browser, env: server.env, isWithSound },
        seconds: 1 + random() * (seconds - 1),
      });
      losses.push(lostMs);
      if (lostMs > 1000) failures += 1;
      say(`${time}: ${framesDecoded} pictures kept, ${lostMs.toFixed(0)} ms lost, ${grade}`);
    } catch (error) {
      failures += 1;
      say(`${time}: FAILED: ${error.message}`);
    }
    rmSync(folder, { recursive: true, force: true });
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(dir, { recursive: true, force: true });
}
losses.sort((one, other) => one - other);
const median = losses[Math.floor(losses.length / 2)] ?? NaN;
say(
  `${failures} of ${times} failed; median ${median.toFixed(0)} ms lost, at most ${(losses.at(-1) ?? NaN).toFixed(0)} ms`,
);
process.exitCode = failures === 0 ? 0 : 1;
