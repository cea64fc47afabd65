/**
 * Downloads a model through faults of each kind, and looks that no wrong file ever has its name:
 * `node scripts/soak/modelFaults.mjs [--rounds 100] [--seed 1]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runModelFaults } from '../../tests/lib/modelFaults.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const rounds = Number(values.rounds);
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
let problems = [];
try {
  const result = await runModelFaults({ dir, rounds, seed: Number(values.seed) });
  ({ problems } = result);
  const met = Object.entries(result.met).map(([kind, count]) => `${kind} ${count}`);
  console.log(`${rounds} downloads through faults: ${met.join(', ')}`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? 'All is well.' : `${problems.length} FAILED.`);
process.exit(problems.length === 0 ? 0 : 1);
