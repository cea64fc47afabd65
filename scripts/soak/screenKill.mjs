/**
 * Kills the host, the page's own process, or both at random moments while a page of a real Chromium captures video,
 * and looks at what is offered then: `node scripts/soak/screenKill.mjs [--times 20] [--seed 1] [--seconds 6]`. In turn the
 * studio records sound, a camera and a screen, and Screen Capture a screen with sound and without. `--what studio`: that
 * alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../tests/lib/chromium.ts';
import { giveTrial } from '../../tests/lib/licensedHost.ts';
import { createRandom } from '../../tests/lib/random.ts';
import { KILL_TARGETS, killWhileCapturing, SHARED_SCREEN } from '../../tests/lib/screenKill.ts';
import { startPulse } from '../../tests/lib/virtualAudio.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    // Longest recording; kills fall anywhere in it.
    seconds: { type: 'string', default: '6' },
    what: { type: 'string' },
  },
});
const [times, seed, seconds] = [values.times, values.seed, values.seconds].map(Number);
if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number from 1 on');

const random = createRandom(seed);
const KINDS = values.what ? [values.what] : ['studio', 'screenWithSound', 'studio', 'screen'];
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
const server = await startPulse();
const browser = await launchChromium(SHARED_SCREEN);
const losses = [];
let failures = 0;
try {
  for (let time = 1; time <= times; time += 1) {
    const folder = path.join(dir, `kill-${time}`);
    const what = KINDS[time % KINDS.length];
    // Screen Capture ends with its page, which is another matter.
    const target = what === 'studio' ? KILL_TARGETS[time % KILL_TARGETS.length] : 'host';
    const reported = `${time} ${what}, ${target}`;
    try {
      await giveTrial(path.join(folder, '.data'));
      const { lostMs, lostSoundMs, framesDecoded, grade } = await killWhileCapturing({
        ...{ dir: folder, browser, env: server.env, what, target },
        seconds: 1 + random() * (seconds - 1),
      });
      const worstMs = Math.max(lostMs, lostSoundMs ?? 0);
      losses.push(worstMs);
      if (worstMs > 1000) failures += 1;
      const sound = lostSoundMs === null ? '' : ` (sound ${lostSoundMs.toFixed(0)} ms)`;
      say(`${reported}: ${framesDecoded} frames kept, ${lostMs.toFixed(0)} ms lost${sound}, ${grade}`);
    } catch (error) {
      failures += 1;
      say(`${reported}: FAILED: ${error.message}`);
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
