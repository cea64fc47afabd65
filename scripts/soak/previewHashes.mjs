/**
 * Compares each frame of a project with random effects, colors, keys, places and texts as the paused preview shows it with what an export
 * has: `node scripts/soak/previewHashes.mjs [--frames 500] [--seed 1]`. All hashes are the same.
 */
import { parseArgs } from 'node:util';
import { comparePreview } from '../../tests/lib/previewHashes.ts';
import { say } from '../lib/steps.mjs';

const SAID_EVERY = 50;
const { values } = parseArgs({
  options: { frames: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
});
const frames = Number(values.frames);
if (!(frames >= 1)) throw new Error('--frames is a number from 1 on');

const { different } = await comparePreview(frames, Number(values.seed), (frame) => {
  if ((frame + 1) % SAID_EVERY === 0) say(`${frame + 1} of ${frames} frames`);
});
say(`${frames - different.length} of ${frames} frames of the preview are those of an export`);
if (different.length > 0) say(`FAILED: ${different.join(', ')}`);
process.exitCode = different.length === 0 ? 0 : 1;
