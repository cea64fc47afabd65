/**
 * The word error rate, speed and memory of an installed speech model on the LibriVox utterances of Debian's
 * `pocketsphinx-testdata`, and its time beside that of whisper.cpp's own command where one is named:
 * `node scripts/soak/wordErrors.mjs --model FILE [--most 10] [--command whisper-cli]`.
 * FILE is a model as `sounddesk models` keeps it. More than `--most` percent of wrong words fail.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findSpeechEngine } from '../../src-main/node/project.ts';
import { createWhisper } from '../../src-main/services/speech/process/whisper.ts';
import { joinTokens } from '../../src-shared/handlers/voice/index.ts';
import { comparedWords, countWordErrors } from '../../tests/lib/wordErrors.ts';

const DIR = '/usr/share/pocketsphinx/test/data/librivox';
const RATE_HZ = 16_000;
const WAV_HEADER_BYTES = 44;

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    most: { type: 'string', default: '10' },
    command: { type: 'string' },
  },
});
const enginePath = findSpeechEngine();
if (!values.model || !enginePath) {
  console.error(values.model ? 'This computer has no speech engine.' : 'Name a model: --model FILE.');
  process.exit(2);
}

/** `<s> he was not … </s> (name)` */
const utterances = readFileSync(path.join(DIR, 'transcription'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const found = /^<s> (.*) <\/s> \((.*)\)$/.exec(line);
    return found ? [{ text: found[1], file: path.join(DIR, `${found[2]}.wav`) }] : [];
  });

const whisper = createWhisper();
const total = { words: 0, errors: 0, soundSec: 0, busySec: 0, commandSec: 0 };
for (const [index, { text, file }] of utterances.entries()) {
  const pcm = new Uint8Array(readFileSync(file).subarray(WAV_HEADER_BYTES));
  const work = { kind: 'transcribe', enginePath, modelPath: values.model, language: 'en', pcm };
  // The first one loads the model, which is no part of the speed.
  if (index === 0) await whisper.transcribe({ ...work, id: -1 });
  const startedMs = performance.now();
  const { tokens } = await whisper.transcribe({ ...work, id: index });
  total.busySec += (performance.now() - startedMs) / 1000;
  total.soundSec += pcm.length / 2 / RATE_HZ;
  const [said, heard] = [
    comparedWords(text),
    comparedWords(
      joinTokens(tokens)
        .map((word) => word.text)
        .join(' '),
    ),
  ];
  const errors = countWordErrors(said, heard);
  total.words += said.length;
  total.errors += errors;
  console.log(`${path.basename(file)}: ${errors} of ${said.length} words wrong: ${heard.join(' ')}`);
  if (values.command) total.commandSec += timeOfCommand(values.command, file);
}
const percent = (100 * total.errors) / total.words;
console.log(
  `${percent.toFixed(1)} % of ${total.words} words wrong; ${(total.soundSec / total.busySec).toFixed(2)} × real time; ` +
    `at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
);
if (values.command)
  console.log(`${(total.busySec / total.commandSec).toFixed(2)} times as long as ${values.command}`);
process.exit(percent <= Number(values.most) ? 0 : 1);

/** With the loading of its model, which this script does once. */
function timeOfCommand(command, file) {
  const startedMs = performance.now();
  execFileSync(command, ['-m', values.model, '-f', file, '-l', 'en', '-np'], { stdio: 'ignore' });
  return (performance.now() - startedMs) / 1000;
}
