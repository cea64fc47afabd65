/**
 * Loads, unloads, moves, bypasses and turns the plug-ins of a recording channel at random, then listens for clicks of
 * bypasses and new orders. The short form is tests/integration/pluginSoak.test.ts.
 *
 *   node scripts/soak/pluginChain.mjs [--calls 1000] [--seed 1] [--json]
 *
 * Needs our test plug-ins: node scripts/build-addon.mjs --tests
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { soakPluginChain } from '../../tests/lib/pluginSoak.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const calls = Number(values.calls);
if (!(calls >= 10)) throw new Error('--calls is at least 10');

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
try {
  const result = await soakPluginChain({
    dir,
    calls,
    seed: Number(values.seed),
    say: values.json ? undefined : say,
  });
  say(JSON.stringify(result, null, 2));
  const isGood =
    result.refused.length === 0 &&
    result.gaps === 0 &&
    result.zombies === 0 &&
    result.hasStayedUp &&
    result.clickDb < -60;
  process.exitCode = isGood ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
