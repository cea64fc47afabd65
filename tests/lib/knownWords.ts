import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, pick } from './random.ts';

const RATE_HZ = 16_000;
const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'twelve',
];
const VOICES = ['en-us', 'en-us+f3', 'en-us+m3'];
/** Between words, in seconds. */
const GAPS = [0.05, 0.15, 0.4];
/** Of its loudest: a word begins there. */
const AUDIBLE = 0.02;

export interface KnownWords {
  /** 16 kHz, 16 bits, one channel. */
  wav: Uint8Array<ArrayBuffer>;
  words: { text: string; startSec: number; endSec: number }[];
}

/** Numbers, each spoken by one of three voices of espeak-ng and laid at a known place, over the noise of a room. */
export function speakKnownWords(count: number, seed: number): KnownWords {
  const random = createRandom(seed);
  const said: Float32Array[] = [new Float32Array(RATE_HZ / 2)];
  const words: KnownWords['words'] = [];
  let frames = RATE_HZ / 2;
  for (let index = 0; index < count; index += 1) {
    const text = WORDS[pick(random, WORDS.length)] ?? 'one';
    const sound = speakWord(text, VOICES[pick(random, VOICES.length)] ?? 'en-us', 140 + pick(random, 40));
    words.push({ text, startSec: frames / RATE_HZ, endSec: (frames + sound.length) / RATE_HZ });
    const gap = new Float32Array(Math.round((GAPS[pick(random, GAPS.length)] ?? 0) * RATE_HZ));
    said.push(sound, gap);
    frames += sound.length + gap.length;
  }
  said.push(new Float32Array(RATE_HZ / 2));
  return { wav: toWav(said, random), words };
}

function speakWord(text: string, voice: string, wordsAMinute: number): Float32Array {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-words-'));
  try {
    const path = join(dir, 'word.wav');
    execFileSync('espeak-ng', ['-v', voice, '-s', String(wordsAMinute), '-w', path, text], {
      stdio: 'ignore',
    });
    const form = ['-ar', String(RATE_HZ), '-ac', '1', '-f', 's16le', join(dir, 'word.pcm')];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, ...form]);
    const bytes = readFileSync(join(dir, 'word.pcm'));
    const samples = Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at));
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const isAudible = (sample: number) => Math.abs(sample) > AUDIBLE * peak;
    const word = samples.subarray(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
    return word.map((sample) => (0.35 * sample) / peak);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function toWav(parts: readonly Float32Array[], random: () => number): Uint8Array<ArrayBuffer> {
  const frames = parts.reduce((sum, part) => sum + part.length, 0);
  const wav = Buffer.alloc(44 + 2 * frames);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + 2 * frames, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE_HZ, 24);
  wav.writeUInt32LE(2 * RATE_HZ, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(2 * frames, 40);
  let at = 44;
  for (const part of parts) {
    for (const sample of part) {
      const noise = 0.0008 * (random() + random() - 1);
      at = wav.writeInt16LE(Math.round((sample + noise) * 0x7fff), at);
    }
  }
  return new Uint8Array(wav);
}
