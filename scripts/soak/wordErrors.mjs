/**
 * The word error rate, speed and memory of a speech model on the LibriVox utterances of Debian's `pocketsphinx-testdata`, beside
 * whisper.cpp's own command with the same model, sounds, threads and search:
 * `node scripts/soak/wordErrors.mjs [--moonshine] [--model FILE] [--most 10] [--command FILE] [--sentences 5]`.
 * Without names: what `scripts/fetch-whisper.mjs` has fetched. `--moonshine`: ours is what `scripts/fetch-moonshine.mjs` has fetched. More than `--most` percent of wrong words fail. Time is that of the
 * processor, which other work on this computer hardly changes, with the reading of the model.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findSpeechPrograms } from '../../src-main/node/project.ts';
import { createMoonshine } from '../../src-main/services/speech/process/moonshine.ts';
import { createWhisper, THREADS } from '../../src-main/services/speech/process/whisper.ts';
import { joinTokens } from '../../src-shared/handlers/voice/index.ts';
import { LIBRIVOX, readSound, readUtterances } from '../../tests/lib/librivox.ts';
import { hasMoonshine, MOONSHINE_FILES } from '../../tests/lib/moonshineWeights.ts';
import { comparedWords, countWordErrors } from '../../tests/lib/wordErrors.ts';
import { WHISPER_CACHE } from '../lib/whisperWeights.mjs';

const RATE_HZ = 16_000;
const WAV_HEADER_BYTES = 44;
/** Runs a command; prints what it printed, its memory and its processor time. */
const MEASURED = `
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, text=True, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([done.stdout, used.ru_maxrss, used.ru_utime + used.ru_stime]))`;

const { values } = parseArgs({
  options: {
    moonshine: { type: 'boolean', default: false },
    model: { type: 'string', default: WHISPER_CACHE.model },
    most: { type: 'string', default: '10' },
    command: { type: 'string', default: WHISPER_CACHE.command },
    sentences: { type: 'string', default: '5' },
  },
});
const { whisperPath, onnxDir } = findSpeechPrograms();
const utterances = existsSync(LIBRIVOX) ? readUtterances().slice(0, Number(values.sentences)) : [];
if (
  !existsSync(values.model) ||
  !whisperPath ||
  (values.moonshine && !hasMoonshine()) ||
  utterances.length === 0
) {
  console.log(
    'Skipped: it needs node scripts/fetch-whisper.mjs and fetch-moonshine.mjs, npm install and pocketsphinx-testdata.',
  );
  process.exit(0);
}

const ours = await measureOurs();
report('SoundDesk', ours);
const percent = (100 * ours.errors) / ours.words;
if (existsSync(values.command)) {
  const theirs = measureCommand();
  report('whisper.cpp', theirs);
  const [time, memory] = [ours.busySec / theirs.busySec, ours.kibibytes / theirs.kibibytes];
  console.log(`SoundDesk takes ${time.toFixed(2)} × the time and ${memory.toFixed(2)} × the memory`);
} else console.log(`Skipped: whisper.cpp’s own command is not there (${values.command})`);
process.exit(percent <= Number(values.most) ? 0 : 1);

async function measureOurs() {
  const engine = values.moonshine
    ? { format: 'moonshine', onnxDir, files: MOONSHINE_FILES }
    : { format: 'whisper', addonPath: whisperPath, modelPath: values.model };
  const reader = values.moonshine ? createMoonshine() : createWhisper();
  const total = newTotal();
  const before = process.cpuUsage();
  for (const [id, { text, file }] of utterances.entries()) {
    const pcm = new Uint8Array(readFileSync(file).subarray(WAV_HEADER_BYTES));
    const { tokens } = await reader.transcribe({ id, engine, language: 'en', pcm });
    const words = joinTokens(tokens).map((word) => word.text);
    count(total, { file, said: text, heard: words.join(' '), soundSec: pcm.length / 2 / RATE_HZ });
  }
  const { user, system } = process.cpuUsage(before);
  return { ...total, busySec: (user + system) / 1e6, kibibytes: process.resourceUsage().maxRSS };
}

/** All sounds in one run. */
function measureCommand() {
  const search = ['-l', 'en', '-bs', '1', '-t', String(THREADS), '-nt'];
  const given = [values.command, '-m', values.model, ...search, ...utterances.map(({ file }) => file)];
  const [heard, kibibytes, busySec] = JSON.parse(execFileSync('python3', ['-c', MEASURED, ...given]));
  const total = newTotal();
  count(total, {
    file: values.command,
    said: utterances.map(({ text }) => text).join(' '),
    heard,
    soundSec: utterances.reduce((sum, { file }) => sum + readSound(file).length / RATE_HZ, 0),
  });
  return { ...total, busySec, kibibytes };
}

function newTotal() {
  return { words: 0, errors: 0, soundSec: 0, busySec: 0, kibibytes: 0 };
}

function count(total, { file, said, heard, soundSec }) {
  const errors = countWordErrors(comparedWords(said), comparedWords(heard));
  total.words += comparedWords(said).length;
  total.errors += errors;
  total.soundSec += soundSec;
  console.log(`${path.basename(file)}: ${errors} wrong: ${comparedWords(heard).join(' ')}`);
}

function report(name, { words, errors, soundSec, busySec, kibibytes }) {
  console.log(
    `${name}: ${((100 * errors) / words).toFixed(1)} % of ${words} words wrong; ` +
      `${(soundSec / busySec).toFixed(2)} × real time on ${THREADS} thread(s); ${Math.round(kibibytes / 1024)} MB at most`,
  );
}
