/**
 * Cuts the power at any moment of a recording: `node scripts/soak/powerCut.mjs [--times 200] [--seed 1] [--seconds 5]`.
 * What two takes of sound (RF64, FLAC), one of video, settings, licence and journal do to their disk is written down;
 * disks as a cut may leave them are made of that and looked at as the product's next start would. A new recording is made
 * for each 100 cuts, and of each 20 the repair of one more is cut four times. A failure names its seed: `--only SEED` tries that cut alone, on a new recording.
 * docs/decisions/0053-power-cuts.md is the model. Needs the native tests: `node scripts/build-addon.mjs --tests`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCommandEngine } from '../../src-main/node/cli/engine.ts';
import { tryCut, tryCutsOfRepair } from '../../tests/lib/powerCut/cuts.ts';
import { recordWork } from '../../tests/lib/powerCut/recording.ts';
import { hasDriver } from '../../tests/lib/takeDriver.ts';
import { say } from '../lib/steps.mjs';

const CUTS_A_RECORDING = 100;
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
    channels: { type: 'string', default: '3' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const [times, seed, seconds, channels] = [values.times, values.seed, values.seconds, values.channels].map(
  Number,
);
if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number from 1 on');
if (!hasDriver) throw new Error('The native tests are missing. Run: node scripts/build-addon.mjs --tests');

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
const engine = createCommandEngine();
const losses = [];
let failures = 0;
try {
  for (let done = 0; done < times; done += CUTS_A_RECORDING) {
    const folder = path.join(dir, `work-${done}`);
    mkdirSync(folder);
    const work = await recordWork(folder, { seconds, channels });
    const count = Math.min(CUTS_A_RECORDING, times - done);
    for (let index = 0; index < (values.only ? 1 : count); index += 1) {
      const cutSeed = values.only ? Number(values.only) : seed * 1_000_000 + done + index;
      const report = await tryCut({
        dir: path.join(folder, `cut-${index}`),
        work,
        seed: cutSeed,
        engine,
        graceSec: 0,
        keep: values.keep,
      });
      losses.push(...Object.values(report.lostSec));
      if (report.problems.length > 0) failures += 1;
      for (const problem of report.problems)
        say(`cut at ${report.atSec.toFixed(2)} s, --seed ${cutSeed}: FAILED: ${problem}`);
    }
    for (let index = 0; index < count / 20; index += 1) {
      const repairSeed = seed * 1_000_000 + 500_000 + done + index;
      const problems = await tryCutsOfRepair({
        ...{ dir: path.join(folder, `repair-${index}`), work, seed: repairSeed, engine, graceSec: 0 },
        ...{ times: 4, keep: values.keep },
      });
      if (problems.length > 0) failures += 1;
      for (const problem of problems) say(`cut again while repaired, seed ${repairSeed}: FAILED: ${problem}`);
    }
    say(`${Math.min(times, done + CUTS_A_RECORDING)} cuts, ${failures} failed`);
  }
} finally {
  await engine.close();
  if (!values.keep) rmSync(dir, { recursive: true, force: true });
}
losses.sort((one, other) => one - other);
const at = (part) => `${((losses[Math.floor(part * (losses.length - 1))] ?? 0) * 1000).toFixed(0)} ms`;
say(`${times} cuts, ${failures} failed; lost of a take: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}`);
process.exitCode = failures > 0 ? 1 : 0;
