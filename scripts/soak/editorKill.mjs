/**
 * Kills a program that edits a project with SIGKILL at random moments, and looks at what opens afterwards:
 * `node scripts/soak/editorKill.mjs [--times 200] [--seed 1]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { killEditor } from '../../tests/lib/editorKill.ts';
import { createRandom } from '../../tests/lib/random.ts';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});

const SAID_EVERY = 10;

async function main() {
  const random = createRandom(Number(values.seed));
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
  let [failures, edits] = [0, 0];
  try {
    for (let time = 1; time <= Number(values.times); time += 1) {
      const { problem, answered } = await killEditor(dir, random);
      edits += answered;
      if (time % SAID_EVERY === 0) console.log(`${time} of ${values.times} kills, ${failures} FAILED`);
      if (problem === null) continue;
      failures += 1;
      console.log(`${time}: ${problem}  FAILED`);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  console.log(`${values.times} kills, ${edits} edits answered before them, ${failures} FAILED.`);
  process.exit(failures === 0 ? 0 : 1);
}

await main();
