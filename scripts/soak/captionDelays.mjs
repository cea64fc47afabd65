/**
 * How long live captions take beside their engine: `node scripts/soak/captionDelays.mjs [--phrases 100]`. A real host hears phrases at
 * a virtual microphone; what is measured begins when a phrase is known to have ended, and ends when a client has its line. Run it
 * alone: the machine's other work is measured too.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureCaptions } from '../../tests/lib/captionDelays.ts';
import { say } from '../lib/steps.mjs';

const LIMIT_MS = 150;

const { values } = parseArgs({ options: { phrases: { type: 'string', default: '100' } } });
const phrases = Number(values.phrases);
if (!(phrases >= 1)) throw new Error('--phrases is a number from 1 on');

say(`load of the machine: ${loadavg()[0].toFixed(1)}`);
const delaysMs = (await measureCaptions(phrases)).toSorted((one, other) => one - other);
const part = (share) => delaysMs[Math.min(delaysMs.length - 1, Math.floor(share * delaysMs.length))] ?? NaN;
say(
  `${delaysMs.length} captions of ${phrases} phrases; own part: p50 ${part(0.5).toFixed(0)} ms, p95 ${part(0.95).toFixed(0)} ms, most ${part(1).toFixed(0)} ms`,
);
process.exitCode = delaysMs.length === phrases && part(0.95) <= LIMIT_MS ? 0 : 1;
