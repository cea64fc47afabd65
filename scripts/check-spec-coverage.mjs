/** Holds that each line of `docs/spec-coverage.md` names a test that there is. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { coverageProblems } from './lib/specCoverage.mjs';
import { ROOT, say } from './lib/steps.mjs';

const TABLE = 'docs/spec-coverage.md';
const read = (file) => {
  const place = path.join(ROOT, file);
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined;
};
const problems = coverageProblems(read(TABLE), read);
for (const problem of problems) say(`${TABLE}:${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
