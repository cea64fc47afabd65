/** `npm run check`: types, lint, format, import rules, unused code, file sizes. */
import { ensureNodeModules, runUnderPinnedNode } from './lib/setup.mjs';
import { CHECKS, runCheck } from './lib/checks.mjs';
import { main } from './lib/steps.mjs';

await main(async () => {
  await ensureNodeModules();
  if (!(await runUnderPinnedNode())) return process.exitCode;
  const results = [];
  for (const check of CHECKS) results.push(await runCheck(check));
  return results.every(Boolean) ? 0 : 1;
});
