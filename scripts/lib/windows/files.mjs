import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { onLinux, onWindows } from './addon.mjs';
import { windowsPath } from './wine.mjs';

const VOICES = ['en+m1', 'de+f4', 'fr+m7', 'es+f1'];
const TEXT = 'The quick brown fox jumps over the lazy dog.';
/** What is read: endings, how FFmpeg writes them, and the rates that they take. */
const INPUTS = [
  { ending: 'wav', codec: 'pcm_s16le' },
  { ending: 'flac', codec: 'flac' },
  { ending: 'wav', codec: 'pcm_f32le' },
  { ending: 'mp3', codec: 'libmp3lame', rates: [44_100, 48_000, 16_000], mostChannels: 2 },
  { ending: 'aiff', codec: 'pcm_s24be' },
  { ending: 'ogg', codec: 'libvorbis', rates: [44_100, 48_000, 22_050] },
  { ending: 'wav', codec: 'pcm_s24le' },
  { ending: 'opus', codec: 'libopus', rates: [48_000, 16_000] },
  { ending: 'caf', codec: 'pcm_s16be' },
  { ending: 'w64', codec: 'pcm_s16le' },
  { ending: 'wav', codec: 'pcm_u8' },
];
const RATES = [48_000, 44_100, 16_000, 96_000, 8000, 22_050, 192_000];
const CHANNELS = [1, 2, 1, 6, 2];
const NAMES = [
  'plain',
  'Grüße, Köln',
  '日本語の録音',
  'Запись № 1',
  'הקלטה',
  'تسجيل',
  '🎙️ mic',
  "it's 100 % & more",
  'ไทย',
  'e\u0301 apart',
];
const ENGINES = ['rnnoise', 'strong', 'auto', 'off'];
const OUTPUTS = [
  { container: 'wav', encoding: 'float32' },
  { container: 'flac', encoding: 'pcm24' },
  { container: 'wav', encoding: 'same' },
  { container: 'aiff', encoding: 'pcm16' },
  { container: 'w64', encoding: 'pcm24' },
  { container: 'ogg', encoding: 'same' },
  { container: 'caf', encoding: 'float32' },
  { container: 'opus', encoding: 'same' },
  { container: 'mp3', encoding: 'same' },
];
/** What the short form reads and writes. */
const OF_SHORT = new Set(['wav', 'aiff', 'caf', 'w64']);
/** More in one run is a long silence. */
const AT_ONCE = 20;

/**
 * The same files, cleaned by the engine of each system, have the same audio to the byte: containers, rates, channels, engines and
 * names come about by counting.
 */
export async function checkFiles(context) {
  const { folder, numbers } = context;
  const counts = { cleaned: 0, refused: 0 };
  const different = [];
  for (let first = 0; first < numbers.files; first += AT_ONCE) {
    const files = Array.from({ length: Math.min(AT_ONCE, numbers.files - first) }, (_, index) =>
      makeFile(folder, first + index, context.engine.isShort),
    );
    const linux = onLinux(
      folder,
      files.map((file) => jobOf(file, 'linux', (name) => name)),
    );
    const windows = await onWindows(
      context,
      files.map((file) => jobOf(file, 'windows', windowsPath)),
    );
    for (const [index, file] of files.entries()) {
      assert.equal(
        windows[index].error?.code,
        linux[index].error?.code,
        `${file.what}: ${windows[index].error?.message}`,
      );
      if (linux[index].error) counts.refused += 1;
      else {
        counts.cleaned += 1;
        if (!isSameAudio(file)) different.push(file.what);
      }
    }
    rmSync(path.join(folder, 'files'), { recursive: true });
  }
  assert.equal(different.length, 0, `other audio than on Linux:\n  ${different.join('\n  ')}`);
  return `${counts.cleaned} files with the same audio to the byte, ${counts.refused} refused by both alike`;
}

/** A voice in noise, 48 kHz, one channel; made once. */
export function voiceFile(folder, number) {
  const index = number % VOICES.length;
  const [spoken, file] = ['spoken.wav', `voice-${index}.wav`].map((name) => path.join(folder, name));
  if (existsSync(file)) return file;
  execFileSync('espeak-ng', ['-v', VOICES[index], '-w', spoken, TEXT]);
  const noise = `anoisesrc=color=pink:amplitude=0.05:seed=${index}:sample_rate=48000`;
  const mix = 'amix=duration=shortest,aresample=48000';
  ffmpeg('-i', spoken, '-f', 'lavfi', '-i', noise, '-filter_complex', mix, '-ac', '1', file);
  return file;
}

function makeFile(folder, number, isShort) {
  const pick = (list, step = 1) => list[Math.floor(number / step) % list.length];
  const has = (name) => !isShort || OF_SHORT.has(name);
  const inputs = INPUTS.filter(({ ending }) => has(ending));
  const { ending, codec, rates = RATES, mostChannels = 6 } = pick(inputs);
  const output = pick(OUTPUTS.filter(({ container }) => has(container)));
  const [rate, name, engine] = [pick(rates), pick(NAMES), pick(ENGINES, 3)];
  const channels = Math.min(pick(CHANNELS), mostChannels);
  const home = path.join(folder, 'files', `${number} ${name}`);
  mkdirSync(home, { recursive: true });
  const input = path.join(home, `${name}.${ending}`);
  const voice = voiceFile(folder, number);
  ffmpeg('-i', voice, '-ac', String(channels), '-ar', String(rate), '-c:a', codec, input);
  const what = `${number} ${name}: ${codec} ${rate} Hz ${channels} → ${engine} → ${output.container} ${output.encoding}`;
  const targetLufs = number % 3 === 0 ? -16 : null;
  return { input, home, engine, targetLufs, what, ...output };
}

function jobOf({ input, engine, targetLufs, container, encoding, ...file }, system, nameOf) {
  return {
    call: 'clean',
    options: {
      input: { kind: 'file', path: nameOf(input) },
      outputPath: nameOf(outputOf({ container, ...file }, system)),
      container,
      encoding,
      denoise: { engine, sensitivity: 90, reduction: 95 },
      mastering: { targetLufs },
    },
  };
}

function outputOf({ home, container }, system) {
  return path.join(home, `${system}.${container}`);
}

/** Headers hold the second of their writing and numbers by chance: what counts is behind them. */
function isSameAudio(file) {
  const [one, other] = ['linux', 'windows'].map((system) => outputOf(file, system));
  assert.ok(existsSync(one) && existsSync(other), `${file.what}: not written`);
  if (file.container === 'wav') return samplesOf(one).equals(samplesOf(other));
  const [sound, otherSound] = [one, other].map(decoded);
  return isDeepStrictEqual(sound, otherSound);
}

export function samplesOf(file) {
  const bytes = readFileSync(file);
  return bytes.subarray(bytes.indexOf('data'));
}

function decoded(file) {
  const args = ['-v', 'error', '-i', file, '-f', 'f32le', '-'];
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 30 });
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function ffmpeg(...args) {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}
