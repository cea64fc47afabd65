/**
 * The engine studio beside DeepFilterNet's own runtime: voices by espeak-ng in noises at several levels, 20 files. Prints a
 * line a file, and ends with code 1 where one differs by more than −60 dB. After `node scripts/fetch-studio.mjs`:
 * `node scripts/soak/studioReference.mjs [files]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStudioWeights } from '../../src-main/services/engine/process/studio/weights.ts';
import { loadBuiltAddon } from '../../tests/lib/addon.ts';
import { STUDIO_CACHE, STUDIO_MODEL_FILE } from '../../tests/lib/studioModel.ts';

const FILES = Number(process.argv[2] ?? 20);
const MOST_DB = -60;
const FRAME_SAMPLES = 480;
const VOICES = ['en+m1', 'en+f2', 'en-us+m3', 'de+f4', 'fr+m7', 'es+f1'];
const NOISES = ['pinknoise', 'whitenoise', 'brownnoise', 'sine 120', 'trapezium 50'];
const TEXT = 'The quick brown fox jumps over the lazy dog. She sells sea shells by the sea shore. ';

const addon = loadBuiltAddon();
const weights = readStudioWeights(readFileSync(STUDIO_MODEL_FILE));
const libraries = join(STUDIO_CACHE, '_native');
const library = join(libraries, readdirSync(libraries)[0]);
const runtime = join(import.meta.dirname, 'lib', 'deepFilterRuntime.py');
const folder = mkdtempSync(join(tmpdir(), 'sounddesk-reference-'));
const at = (name) => join(folder, name);
let worstDb = -Infinity;
try {
  for (let file = 0; file < FILES; file += 1) {
    const what = makeFile(file);
    execFileSync('python3', [runtime, library, STUDIO_MODEL_FILE, at('in.f32'), at('reference.f32')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const db = differenceDb(readFloats('reference.f32'), clean(readFloats('in.f32')));
    worstDb = Math.max(worstDb, db);
    process.stdout.write(`${file + 1}: ${what}: ${db.toFixed(1)} dB\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${FILES} files, at most ${worstDb.toFixed(1)} dB\n`);
process.exitCode = worstDb <= MOST_DB ? 0 : 1;

/** Writes `in.f32` and says what it is. */
function makeFile(file) {
  const pick = (list) => list[file % list.length];
  const [voice, noise] = [pick(VOICES), pick(NOISES)];
  const level = 0.004 * 2 ** (file % 6);
  execFileSync('espeak-ng', ['-v', voice, '-s', String(120 + 11 * (file % 9)), '-w', at('spoken.wav'), TEXT]);
  const seconds = Number(execFileSync('soxi', ['-D', at('spoken.wav')])) + 2;
  const quiet = { stdio: 'ignore' };
  const format = ['-r', '48000', '-c', '1'];
  execFileSync(
    'sox',
    [at('spoken.wav'), ...format, at('voice.wav'), 'gain', '-n', '-12', 'pad', '1', '1'],
    quiet,
  );
  const synth = ['synth', String(seconds), ...noise.split(' '), 'gain', String(20 * Math.log10(level) + 6)];
  execFileSync('sox', ['-R', '-n', ...format, at('noise.wav'), ...synth], quiet);
  const raw = ['-t', 'f32', '-c', '1', at('in.f32')];
  execFileSync('sox', ['-m', at('voice.wav'), at('noise.wav'), ...raw], quiet);
  return `${voice} in ${noise} at ${level.toFixed(3)}, ${seconds.toFixed(1)} s`;
}

function readFloats(name) {
  const bytes = readFileSync(at(name));
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4).slice();
}

function clean(samples) {
  const denoiser = addon.createDenoiser('studio', weights);
  const cleaned = samples.map((sample) => sample * 32768);
  for (let i = 0; i + FRAME_SAMPLES <= cleaned.length; i += FRAME_SAMPLES) {
    denoiser.process(cleaned.subarray(i, i + FRAME_SAMPLES));
  }
  return cleaned.map((sample) => sample / 32768);
}

/** Of the whole frames, against the reference. */
function differenceDb(reference, ours) {
  let difference = 0;
  let power = 0;
  for (let i = 0; i < Math.floor(reference.length / FRAME_SAMPLES) * FRAME_SAMPLES; i += 1) {
    difference += (reference[i] - ours[i]) ** 2;
    power += reference[i] ** 2;
  }
  return 10 * Math.log10(difference / power);
}
