/** `npm run check`: types, lint, format, import rules, unused code, file sizes, what `docs/spec-coverage.md` names. */
import { ensureNodeModules, runUnderPinnedNode } from './lib/setup.mjs';
import { runChecks } from './lib/checks.mjs';
import { main } from './lib/steps.mjs';

await main(async () => {
  await ensureNodeModules();
  if (!(await runUnderPinnedNode())) return process.exitCode;
  const results = await runChecks();
  return results.every(Boolean) ? 0 : 1;
});
