/**
 * Files cleaned many frames at once, beside the same frame by frame: 50 of them, voices by espeak-ng in noises at several
 * levels, rates and numbers of channels, by RNNoise. Prints a line a file and ends with code 1 where one sample differs.
 * `node scripts/soak/exactFiles.mjs [files]`; the short form is `native/test/clean_test.cpp`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBuiltAddon } from '../../tests/lib/addon.ts';

const FILES = Number(process.argv[2] ?? 50);
const VOICES = ['en+m1', 'en+f2', 'en-us+m3', 'de+f4', 'fr+m7', 'es+f1'];
const NOISES = ['pinknoise', 'whitenoise', 'brownnoise', 'sine 120', 'trapezium 50'];
const RATES = [48_000, 44_100, 16_000, 96_000];
const TEXT =
  'The quick brown fox jumps over the lazy dog. She sells sea shells by the sea shore. Nobody knew who lived there. ';

const addon = loadBuiltAddon();
const folder = mkdtempSync(join(tmpdir(), 'sounddesk-exact-'));
const at = (name) => join(folder, name);
let different = 0;
try {
  for (let file = 0; file < FILES; file += 1) {
    const what = makeFile(file);
    await clean({ output: 'fast.wav', isSequential: false });
    await clean({ output: 'exact.wav', isSequential: true });
    const isSame = samplesOf('fast.wav').equals(samplesOf('exact.wav'));
    if (!isSame) different += 1;
    process.stdout.write(`${file + 1}: ${what}: ${isSame ? 'the same' : 'DIFFERENT'}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${FILES} files, ${different} different\n`);
process.exitCode = different === 0 ? 0 : 1;

/** Writes `in.wav` and says what it is. Every combination of the lists comes about by counting. */
function makeFile(file) {
  const pick = (list) => list[file % list.length];
  const [voice, noise, rate] = [pick(VOICES), pick(NOISES), pick(RATES)];
  const channels = file % 7 === 3 ? 2 : 1;
  const level = 0.004 * 2 ** (file % 6);
  const spoken = at('spoken.wav');
  const speed = String(120 + 11 * (file % 9));
  execFileSync('espeak-ng', ['-v', voice, '-s', speed, '-w', spoken, TEXT.repeat(1 + (file % 3))]);
  const seconds = Number(execFileSync('soxi', ['-D', spoken])) + 2;
  const quiet = { stdio: 'ignore' };
  const format = ['-r', String(rate), '-c', String(channels)];
  execFileSync('sox', [spoken, ...format, at('voice.wav'), 'gain', '-n', '-12', 'pad', '1', '1'], quiet);
  const synth = ['synth', String(seconds), ...noise.split(' '), 'gain', String(20 * Math.log10(level) + 6)];
  execFileSync('sox', ['-R', '-n', ...format, at('noise.wav'), ...synth], quiet);
  execFileSync('sox', ['-m', at('voice.wav'), at('noise.wav'), '-b', '24', at('in.wav')], quiet);
  return `${voice} in ${noise}, ${rate} Hz, ${channels} channels, ${seconds.toFixed(1)} s`;
}

/** Without the header, which holds the second in which it was written. */
function samplesOf(name) {
  const bytes = readFileSync(at(name));
  return bytes.subarray(bytes.indexOf('data'));
}

function clean({ output, isSequential }) {
  return new Promise((resolve, reject) => {
    addon.startClean(
      {
        input: { kind: 'file', path: at('in.wav') },
        outputPath: at(output),
        container: 'wav',
        encoding: 'float32',
        denoise: { engine: 'rnnoise', sensitivity: 90, reduction: 95 },
        isSequential,
        mastering: { targetLufs: null },
      },
      () => undefined,
      (error, result) => (error ? reject(error) : resolve(result)),
    );
  });
}
