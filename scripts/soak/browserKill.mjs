/**
 * Kills a whole Chromium at random moments while the web page, with no host behind it, records into the browser's own
 * storage, and decodes what is offered then:
 * `node scripts/soak/browserKill.mjs [--times 20] [--seed 1] [--seconds 6] [--busy]`. `--busy`: with as many busy loops
 * beside it as the machine has cores. Needs the web build (`npx vite build`).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { killWhileRecording } from '../../tests/lib/browserKill.ts';
import { createRandom } from '../../tests/lib/random.ts';
import { serveWebBuild } from '../../tests/lib/storedBrowser.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    // Longest recording; kills fall anywhere in it.
    seconds: { type: 'string', default: '6' },
    busy: { type: 'boolean', default: false },
  },
});
const [times, seed, seconds] = [values.times, values.seed, values.seconds].map(Number);
if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number from 1 on');

const random = createRandom(seed);
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
const site = await serveWebBuild();
const loops = Array.from({ length: values.busy ? availableParallelism() : 0 }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const losses = [];
let failures = 0;
try {
  for (let time = 1; time <= times; time += 1) {
    try {
      const { lostMs, startedAfterMs } = await killWhileRecording({
        origin: site.origin,
        profile: path.join(dir, `profile-${time}`),
        seconds: 1 + random() * (seconds - 1),
      });
      const worstMs = Math.max(...Object.values(lostMs));
      losses.push(worstMs);
      if (worstMs > 1000) failures += 1;
      const each = Object.entries(lostMs).map(([stream, ms]) => `${stream} ${ms.toFixed(0)}`);
      say(`${time}: ${worstMs.toFixed(0)} ms lost (${each.join(', ')}; begun after ${startedAfterMs})`);
    } catch (error) {
      failures += 1;
      say(`${time}: FAILED: ${error.message}`);
    }
  }
} finally {
  loops.forEach((loop) => loop.kill('SIGKILL'));
  await site.close();
  rmSync(dir, { recursive: true, force: true });
}
losses.sort((one, other) => one - other);
const at = (part) =>
  (losses[Math.min(losses.length - 1, Math.floor(losses.length * part))] ?? NaN).toFixed(0);
say(
  `${failures} of ${times} failed; lost: median ${at(0.5)} ms, 95 % under ${at(0.95)} ms, at most ${at(1)} ms`,
);
process.exitCode = failures === 0 ? 0 : 1;
