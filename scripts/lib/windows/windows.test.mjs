import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, succeeds } from '../steps.mjs';
import { runChecks } from './checks.mjs';
import { builtEngine } from './engine.mjs';

const cache = path.join(ROOT, '.cache/windows');
/** Built by `node scripts/build-windows.mjs`, which costs minutes of a processor: `npm test` does not (decision 111). */
const engine = succeeds('which', ['wine']) ? await builtEngine(cache) : null;

describe.skipIf(!engine)('the engine for Windows, under wine', () => {
  it('is loaded by Node and by a program of another name, and cleans files to the same audio', async () => {
    const words = ['loads', 'files'];
    expect(await runChecks({ cache, engine, words, numbers: { files: 4, kills: 1, seed: 7 } })).toBe(0);
  });
});
