/**
 * Kills `sounddesk record` at random moments while it records 4 channels of JACK's dummy device, and recovers what is
 * left with `sounddesk takes`: `node scripts/soak/recordKill.mjs [--times 20] [--seed 1] [--channels 8] [--seconds 6]`.
 * In turn the engine process, the command, and both with all that they started are killed; RF64 and FLAC. The device runs
 * in real time: on a busy machine it would leave periods out otherwise, which would look like lost ones here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../tests/lib/random.ts';
import { KILL_TARGETS, killRecord } from '../../tests/lib/recordKill.ts';
import { startJack } from '../../tests/lib/virtualAudio.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    channels: { type: 'string', default: '4' },
    // Longest recording; kills fall anywhere in it.
    seconds: { type: 'string', default: '6' },
  },
});
const [times, seed, channels, seconds] = [values.times, values.seed, values.channels, values.seconds].map(
  Number,
);
if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number from 1 on');

const random = createRandom(seed);
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
const server = await startJack({ inputs: channels, isRealtime: true });
const losses = [];
let failures = 0;
try {
  for (let time = 1; time <= times; time += 1) {
    const target = KILL_TARGETS[time % KILL_TARGETS.length];
    const container = ['rf64', 'flac'][time % 2];
    const afterMs = random() * seconds * 1000;
    const folder = path.join(dir, `kill-${time}`);
    const reported = `${time} ${target}, ${container}`;
    try {
      const { keptSec, lostSec, grade, problems } = await killRecord(server, folder, {
        channels,
        container,
        target,
        afterMs,
      });
      losses.push(lostSec);
      if (problems.length > 0) failures += 1;
      say(`${reported}: ${keptSec.toFixed(2)} s kept, ${milliseconds(lostSec)} lost, ${grade}`);
      for (const problem of problems) say(`  FAILED: ${problem}`);
    } catch (error) {
      failures += 1;
      say(`${reported}: FAILED: ${error.message}`);
    }
    rmSync(folder, { recursive: true, force: true });
  }
} finally {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
}
losses.sort((one, other) => one - other);
const at = (part) => milliseconds(losses[Math.floor(part * (losses.length - 1))] ?? 0);
say(`${times} kills, ${failures} failed; lost: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}`);
process.exitCode = failures > 0 ? 1 : 0;

function milliseconds(sec) {
  return `${(sec * 1000).toFixed(0)} ms`;
}
