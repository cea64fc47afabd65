/**
 * Draws frames over every effect and 200 sets of parameters natively, in Node and in Chromium, and compares their hashes:
 * `node scripts/soak/kernelHashes.mjs [--frames 500]`. The last line is `N of N frames are the same`; anything else fails.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hashEverywhere } from '../../tests/lib/kernelHashes.ts';
import { buildAddon } from '../build-addon.mjs';
import { buildKernel } from '../build-kernel.mjs';
import { main, say } from '../lib/steps.mjs';

const { values } = parseArgs({ options: { frames: { type: 'string', default: '500' } } });
const count = Number(values.frames);
if (!Number.isInteger(count) || count < 1) throw new Error('--frames is a whole number from 1 on');

await main(async () => {
  await buildAddon({ log: say, tests: true });
  await buildKernel();
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-kernel-'));
  try {
    const { native, node, chromium } = await hashEverywhere(count, dir);
    let same = 0;
    for (let index = 0; index < count; index += 1) {
      if (native[index] && native[index] === node[index] && node[index] === chromium[index]) same += 1;
      else say(`Frame ${index}: native ${native[index]}, Node ${node[index]}, Chromium ${chromium[index]}`);
    }
    say(`${new Set(native).size} different frames were drawn.`);
    say(`${same} of ${count} frames are the same`);
    return same === count ? 0 : 1;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
