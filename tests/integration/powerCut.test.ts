import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCommandEngine } from '../../src-main/node/cli/engine.ts';
import { tryCut } from '../lib/powerCut/cuts.ts';
import { recordWork } from '../lib/powerCut/recording.ts';
import { watchStalls } from '../lib/stallWitness.ts';
import { hasDriver } from '../lib/takeDriver.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const CUTS = 8;

/** In full: `scripts/soak/powerCut.mjs`. */
it.skipIf(process.platform !== 'linux' || !hasDriver)(
  'a cut of the power at any moment costs a second at most, and nothing that was reported safe',
  async () => {
    const dir = temporaryDir();
    const stalls = watchStalls(20);
    const work = await recordWork(dir, { seconds: 3, channels: 2 });
    // Who is not run can write nothing: what the machine gave to others is not lost by us.
    const graceSec = (await stalls.end()).reduce((sum, { ms }) => sum + ms / 1000, 0);
    const engine = createCommandEngine();
    onTestFinished(() => engine.close());
    const problems: string[] = [];
    for (let seed = 1; seed <= CUTS; seed += 1) {
      const report = await tryCut({ dir: join(dir, `cut-${seed}`), work, seed, engine, graceSec });
      problems.push(
        ...report.problems.map((problem) => `seed ${seed}, ${report.atSec.toFixed(2)} s: ${problem}`),
      );
    }
    expect(problems).toEqual([]);
  },
);
