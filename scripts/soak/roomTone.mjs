/**
 * Hours of rooms in which nobody speaks: nothing of them may be sent or transcribed.
 * `node scripts/soak/roomTone.mjs [--hours 5] [--seed 1]`.
 */
import { parseArgs } from 'node:util';
import { findSpeech, LEVEL_RATE_HZ, toSpans } from '../../src-shared/domain/transcript/speech.ts';
import { roomToneLevels, ROOMS } from '../../tests/lib/roomTone.ts';

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
});
const count = Math.round(Number(values.hours) * 3600 * LEVEL_RATE_HZ);
let sent = 0;
for (const room of ROOMS) {
  const levels = roomToneLevels(room, count, Number(values.seed));
  const spans = toSpans(findSpeech([levels])[0] ?? [], levels);
  const seconds = spans.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0);
  sent += spans.length;
  console.log(`${room}: ${values.hours} h, ${spans.length} pieces (${seconds.toFixed(1)} s) would be sent`);
}
console.log(sent === 0 ? 'All is well.' : `${sent} pieces FAILED.`);
process.exit(sent === 0 ? 0 : 1);
