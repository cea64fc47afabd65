/**
 * Live captions of a host by a model of this computer, on the LibriVox utterances of Debian's `pocketsphinx-testdata` at a virtual microphone:
 * which words are wrong, and how long after the end of its phrase a client has each line:
 * `node scripts/soak/spokenCaptions.mjs [--rounds 4] [--model FILE] [--late 1500] [--most 10]`. The model is Moonshine, which
 * `scripts/fetch-moonshine.mjs` has fetched, or Whisper in the file that is named. Later than `--late` milliseconds for one of twenty, or
 * more than `--most` percent of wrong words, fails. Run it alone: the machine's other work is measured too.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findModel } from '../../src-shared/domain/models/index.ts';
import { captionSpeech } from '../../tests/lib/captionDelays.ts';
import { LIBRIVOX, readSound, readUtterances } from '../../tests/lib/librivox.ts';
import { hasMoonshine, MOONSHINE, MOONSHINE_FILES } from '../../tests/lib/moonshineWeights.ts';
import { comparedWords, countWordErrors } from '../../tests/lib/wordErrors.ts';
import { say } from '../lib/steps.mjs';

/** Of LibriVox's sounds, and how often each sample is a microphone's. */
const RATIO = 48_000 / 16_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    model: { type: 'string' },
    late: { type: 'string', default: '1500' },
    most: { type: 'string', default: '10' },
  },
});
if (!existsSync(LIBRIVOX) || (values.model === undefined && !hasMoonshine())) {
  say('Skipped: it needs node scripts/fetch-moonshine.mjs and pocketsphinx-testdata.');
  process.exit(0);
}
const utterances = Array.from({ length: Number(values.rounds) }, readUtterances).flat();
const parts = utterances.map(({ file }) => faster(readSound(file)));

say(`load of the machine: ${loadavg()[0].toFixed(1)}`);
const [model, files] =
  values.model === undefined ? [MOONSHINE, MOONSHINE_FILES] : [findModel('whisper-base'), [values.model]];
const { lines, leftOutSec } = await captionSpeech(model, files, parts);
for (const { text, lateMs } of lines) say(`${Math.round(lateMs)} ms: ${text}`);
const said = utterances.flatMap(({ text }) => comparedWords(text));
const errors = countWordErrors(said, comparedWords(lines.map(({ text }) => text).join(' ')));
const percent = (100 * errors) / said.length;
const lateMs = lines.map((line) => line.lateMs).toSorted((one, other) => one - other);
const part = (share) => lateMs[Math.min(lateMs.length - 1, Math.floor(share * lateMs.length))] ?? Infinity;
say(
  `${lines.length} captions; after the end of the phrase: p50 ${part(0.5).toFixed(0)} ms, p95 ${part(0.95).toFixed(0)} ms, most ${part(1).toFixed(0)} ms; ` +
    `${percent.toFixed(1)} % of ${said.length} words wrong; ${leftOutSec.toFixed(1)} s left out`,
);
process.exitCode = part(0.95) <= Number(values.late) && percent <= Number(values.most) ? 0 : 1;

/** Three samples for each, between it and the next. */
function faster(samples) {
  return Float32Array.from({ length: samples.length * RATIO }, (_, at) => {
    const [from, rest] = [Math.floor(at / RATIO), (at % RATIO) / RATIO];
    return (samples[from] ?? 0) * (1 - rest) + (samples[from + 1] ?? 0) * rest;
  });
}
