/**
 * Kills a program that makes a transcript with SIGKILL at random moments, and makes it to its end afterwards: no finished span
 * may be lost, or paid twice. `node scripts/soak/transcriptKill.mjs [--times 100] [--seed 1]`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../tests/lib/random.ts';
import { writeSpokenTake } from '../../tests/lib/spokenTake.ts';
import { killTranscript } from '../../tests/lib/transcriptKill.ts';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});

async function main() {
  const random = createRandom(Number(values.seed));
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
  let failures = 0;
  try {
    const take = path.join(dir, 'take');
    mkdirSync(take);
    writeSpokenTake(take);
    for (let time = 1; time <= Number(values.times); time += 1) {
      const problem = await killTranscript(take, dir, random);
      if (problem === null) continue;
      failures += 1;
      console.log(`${time}: ${problem}  FAILED`);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  console.log(`${values.times} kills, ${failures} FAILED.`);
  process.exit(failures === 0 ? 0 : 1);
}

await main();
