import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingDlls } from '../../scripts/lib/dlls.mjs';
import { openChecks, type Checks } from '../../scripts/lib/windows/checks.mjs';
import {
  buildShort,
  canBuildShort,
  fetchForShort,
  SHORT_CACHE,
  type WindowsEngine,
} from '../../scripts/lib/windows/short.mjs';

/** Minutes of a processor, which other tests have as well. */
const LIMIT_MS = 45 * 60_000;
const NUMBERS = { files: 6, kills: 1, seed: 7 };

/** `node scripts/build-windows.mjs --test` has the whole of it (decision 111). */
describe.skipIf(!canBuildShort())('the engine for Windows', () => {
  let refusal: string | null = null;
  let engine: WindowsEngine;
  let checks: Checks | undefined;
  beforeAll(async () => {
    refusal = await fetchForShort();
    if (refusal !== null) return;
    engine = await buildShort();
    checks = openChecks({ cache: SHORT_CACHE, engine, numbers: NUMBERS, runLimitMs: LIMIT_MS / 2 });
  }, LIMIT_MS);
  afterAll(() => checks?.close());

  it('asks for no DLL but those of Windows', (test) => {
    test.skip(refusal !== null, refusal ?? '');
    expect(missingDlls([engine.addon])).toEqual([]);
    expect(missingDlls([engine.pluginHost])).toEqual([]);
  });

  it.for([
    ['loads', 'is loaded by Node, and by a program of another name'],
    ['files', 'cleans files to the same audio as on Linux, to the byte'],
    ['plugins', 'outlives a plug-in that crashes'],
    ['kills', 'loses at most a second of a recording that is ended by force'],
  ] as const)('%s: %s', { timeout: LIMIT_MS }, async ([name], test) => {
    test.skip(refusal !== null, refusal ?? '');
    expect(await checks?.run(name)).toMatch(/./);
  });
});
