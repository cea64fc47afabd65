/**
 * Kills, stops or throttles one of four destinations of a broadcast at a random moment, and looks up every packet in what
 * each server recorded: `node scripts/soak/broadcastFaults.mjs [--times 20] [--seed 1] [--outage 30]`. The others must miss
 * nothing; after an outage of up to 15 s neither must the one that failed. One time takes the outage and half a minute.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BROADCAST_FAULTS, breakDestination } from '../../tests/lib/broadcastFaults.ts';
import { makeProgramme } from '../../tests/lib/broadcastProgramme.ts';
import { createRandom } from '../../tests/lib/random.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    outage: { type: 'string', default: '30' },
  },
});
const [times, seed, outageSec] = [values.times, values.seed, values.outage].map(Number);
if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number from 1 on');
if (!(outageSec > 0)) throw new Error('--outage is a number of seconds');

/** What is promised, in ms. */
const MOST = { killed: 500, stopped: 3000, back: 5000, ending: 2000 };
const NOTHING_MISSING_UP_TO_SEC = 15;

const random = createRandom(seed);
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
let failures = 0;
try {
  const programme = await makeProgramme(dir, Math.ceil(outageSec) + 14);
  for (let time = 1; time <= times; time += 1) {
    const fault = BROADCAST_FAULTS[time % BROADCAST_FAULTS.length];
    const fromSec = 3 + random() * 4;
    const folder = mkdtempSync(path.join(dir, 'time-'));
    const report = await breakDestination(folder, programme, { fault, fromSec, toSec: fromSec + outageSec });
    const problems = problemsOf(fault, report);
    if (problems.length > 0) failures += 1;
    const { noticedMs, backMs, missingThere, missingElsewhere } = report;
    say(
      `${time} ${fault} at ${fromSec.toFixed(1)} s: noticed after ${figure(noticedMs)}, back after ${figure(backMs)}, ` +
        `${missingElsewhere} packets missing at the others, ${missingThere} there`,
    );
    for (const problem of problems) say(`  FAILED: ${problem}`);
    rmSync(folder, { recursive: true, force: true });
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
say(`${times - failures} of ${times} as promised`);
process.exitCode = failures === 0 ? 0 : 1;

function problemsOf(fault, { noticedMs, backMs, missingThere, missingElsewhere, disturbed, endedInMs }) {
  const isNoticedLate = fault in MOST && (noticedMs === null || noticedMs > MOST[fault]);
  const mayMiss = fault === 'throttled' || outageSec > NOTHING_MISSING_UP_TO_SEC;
  return [
    missingElsewhere > 0 && 'packets are missing at destinations without a fault',
    disturbed > 0 && `${disturbed} other destinations were not live all the time`,
    isNoticedLate && `it was noticed after ${figure(noticedMs)}`,
    fault !== 'throttled' && (backMs === null || backMs > MOST.back) && `it was back after ${figure(backMs)}`,
    missingThere > 0 && !mayMiss && `${missingThere} packets are missing where it failed`,
    endedInMs > MOST.ending && `the end took ${figure(endedInMs)}`,
  ].filter(Boolean);
}

function figure(ms) {
  return ms === null ? 'never' : `${(ms / 1000).toFixed(2)} s`;
}
