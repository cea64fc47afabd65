import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../lib/random.ts';
import { writeSpokenTake } from '../lib/spokenTake.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { killTranscript } from '../lib/transcriptKill.ts';

/** `node scripts/soak/transcriptKill.mjs` does a hundred. */
const TIMES = 4;

describe('a transcript whose program is killed', () => {
  it('loses no finished span, and pays for none twice', async () => {
    const dir = temporaryDir();
    const take = join(dir, 'take');
    mkdirSync(take);
    writeSpokenTake(take);
    const random = createRandom(5);
    for (let time = 1; time <= TIMES; time += 1) expect(await killTranscript(take, dir, random)).toBeNull();
  });
});
