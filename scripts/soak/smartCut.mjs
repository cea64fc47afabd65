/**
 * Cuts seeded parts out of each kind of video by a smart cut, and looks at every frame of what comes out:
 * `node scripts/soak/smartCut.mjs [--cuts 500] [--seed 1] [--kinds h264,baseline,vp8,vp9]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom, pick } from '../../tests/lib/random.ts';
import { checkCut, makeCutSource } from '../../tests/lib/smartCuts.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    kinds: { type: 'string', default: 'h264,baseline,vp8,vp9' },
  },
});

const SECONDS = 10;
const FRAMES = SECONDS * 30;
const LEAST_DB = 45;
const SAID_EVERY = 10;

async function main() {
  const random = createRandom(Number(values.seed));
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
  let failures = 0;
  try {
    for (const kind of values.kinds.split(',')) {
      const source = await makeCutSource(dir, kind, SECONDS);
      let [copied, encoded, worstDb] = [0, 0, 100];
      for (let cut = 1; cut <= Number(values.cuts); cut += 1) {
        const parts = Array.from({ length: 1 + pick(random, 3) }, () => {
          const from = pick(random, FRAMES - 2);
          return { from, frames: 1 + pick(random, FRAMES - from - 1) };
        });
        const outcome = await checkCut(dir, source, parts).catch((error) => ({
          problem: String(error),
          worstDb: null,
          copiedFrames: 0,
          encodedFrames: 0,
        }));
        copied += outcome.copiedFrames;
        encoded += outcome.encodedFrames;
        worstDb = Math.min(worstDb, outcome.worstDb ?? 100);
        if (cut % SAID_EVERY === 0) say(`${kind} ${cut}: worst ${worstDb.toFixed(1)} dB, ${failures} FAILED`);
        const isGood = outcome.problem === null && (outcome.worstDb ?? 100) >= LEAST_DB;
        if (isGood) continue;
        failures += 1;
        say(`${kind} ${JSON.stringify(parts)}: ${outcome.problem ?? ''} ${outcome.worstDb} dB  FAILED`);
      }
      say(`${kind}: ${copied} frames copied, ${encoded} encoded, worst ${worstDb.toFixed(1)} dB`);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  say(failures === 0 ? 'All is well.' : `${failures} cuts FAILED.`);
  process.exit(failures === 0 ? 0 : 1);
}

await main();
