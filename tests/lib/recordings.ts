import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from './random.ts';

/** Sound in memory: one array of samples in ±1 for each channel. */
export interface Sound {
  sampleRate: number;
  channels: Float32Array[];
}

const SPOKEN =
  'The quick brown fox jumps over the lazy dog. She sells sea shells by the sea shore. ' +
  'Every word that begins with S should stay as clear as it was.';

/** A second of silence, speech by espeak-ng at −20 dBFS or so, and a second of silence. */
export function makeSpeech(sampleRate: number, text = SPOKEN): Float32Array {
  const key = `${sampleRate} ${text}`;
  const made = spoken.get(key) ?? speak(sampleRate, text);
  spoken.set(key, made);
  return made.slice();
}

/** What was spoken in this process before: many cases want the same words. */
const spoken = new Map<string, Float32Array>();

function speak(sampleRate: number, text: string): Float32Array {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-speech-'));
  try {
    const path = join(dir, 'speech.wav');
    execFileSync('espeak-ng', ['-v', 'en', '-s', '150', '-w', path, text], { stdio: 'ignore' });
    const words = decode(path, { sampleRate, channels: 1 }).channels[0] ?? new Float32Array();
    const speech = new Float32Array(words.length + 2 * sampleRate);
    speech.set(words, sampleRate);
    return scaled(speech, 0.1 / rms(words));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Steady noise that falls by 3 dB an octave, as fans and streets do (Voss-McCartney with 12 rows). */
export function makeNoise(frames: number, seed = 1): Float32Array {
  const random = createRandom(seed);
  const white = () => random() * 2 - 1;
  const rows = Array.from({ length: 12 }, white);
  let sum = rows.reduce((total, value) => total + value, 0);
  return Float32Array.from({ length: frames }, (_, frame) => {
    const row = Math.min(rows.length - 1, Math.clz32((frame + 1) & -(frame + 1)) ^ 31);
    const value = white();
    sum += value - (rows[row] ?? 0);
    rows[row] = value;
    return (sum + white()) / rows.length;
  });
}

/** Speech with noise at this ratio, measured where there is speech. */
export function mixAtSnr(speech: Float32Array, noise: Float32Array, snrDb: number): Float32Array {
  const spoken = speech.filter((sample) => Math.abs(sample) > 1e-3);
  const gain = rms(spoken) / rms(noise) / 10 ** (snrDb / 20);
  return speech.map((sample, index) => sample + gain * (noise[index] ?? 0));
}

export function scaled(samples: Float32Array, gain: number): Float32Array {
  return samples.map((sample) => sample * gain);
}

export function rms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

export function levelDb(samples: Float32Array): number {
  return 20 * Math.log10(Math.max(rms(samples), 1e-9));
}

/** Writes a 16-bit WAV file. */
export function writeWav(path: string, { sampleRate, channels }: Sound): void {
  const frames = channels[0]?.length ?? 0;
  const blockBytes = channels.length * 2;
  const wav = Buffer.alloc(44 + frames * blockBytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(channels.length, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * blockBytes, 28);
  wav.writeUInt16LE(blockBytes, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(frames * blockBytes, 40);
  channels.forEach((samples, channel) => {
    samples.forEach((sample, frame) => {
      const value = Math.max(-32768, Math.min(32767, Math.round(sample * 32768)));
      wav.writeInt16LE(value, 44 + frame * blockBytes + channel * 2);
    });
  });
  writeFileSync(path, wav);
}

/** Reads any file by FFmpeg, as it is or at another rate or number of channels. */
export function decode(path: string, wanted: { sampleRate?: number; channels?: number } = {}): Sound {
  const wav = execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-i', path, '-map', '0:a:0'],
      ...(wanted.sampleRate === undefined ? [] : ['-ar', String(wanted.sampleRate)]),
      ...(wanted.channels === undefined ? [] : ['-ac', String(wanted.channels)]),
      ...['-c:a', 'pcm_f32le', '-f', 'wav', '-'],
    ],
    { maxBuffer: 2 ** 31 },
  );
  return readFloats(wav);
}

/** Several files as they are, by one start of FFmpeg. */
export function decodeAll(paths: readonly string[]): Sound[] {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-decoded-'));
  try {
    const decoded = paths.map((_, index) => join(dir, `${index}.wav`));
    execFileSync('ffmpeg', [
      ...['-v', 'error', ...paths.flatMap((path) => ['-i', path])],
      ...decoded.flatMap((path, index) => ['-map', `${index}:a:0`, '-c:a', 'pcm_f32le', path]),
    ]);
    return decoded.map((path) => readFloats(readFileSync(path)));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** To the bit; Vitest's own comparison takes a second for ten of sound. */
export const areSame = (one: Sound, other: Sound): boolean =>
  one.sampleRate === other.sampleRate &&
  one.channels.length === other.channels.length &&
  one.channels.every((channel, index) => areEqual(channel, other.channels[index]!));

export const areEqual = (one: Float32Array, other: Float32Array): boolean =>
  bytesOf(one).equals(bytesOf(other));

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A WAV file of 32-bit floats as FFmpeg writes it into a pipe: it cannot go back to say how long the sound is. */
function readFloats(wav: Buffer): Sound {
  let sampleRate = 0;
  let count = 0;
  let at = 12;
  for (let id = ''; id !== 'data';) {
    id = wav.toString('latin1', at, at + 4);
    if (id === 'fmt ') [count, sampleRate] = [wav.readUInt16LE(at + 10), wav.readUInt32LE(at + 12)];
    at += id === 'data' ? 8 : 8 + wav.readUInt32LE(at + 4);
  }
  const samples = new Float32Array(wav.buffer.slice(wav.byteOffset + at, wav.byteOffset + wav.length));
  if (count === 1) return { sampleRate, channels: [samples] };
  const channels = Array.from({ length: count }, () => new Float32Array(samples.length / count));
  channels.forEach((one, channel) => {
    for (let frame = 0; frame < one.length; frame += 1) one[frame] = samples[frame * count + channel] ?? 0;
  });
  return { sampleRate, channels };
}

/** Scale-invariant signal-to-distortion ratio in dB (Le Roux and others, 2019). */
export function siSdrDb(clean: Float32Array, estimate: Float32Array): number {
  let dot = 0;
  let power = 0;
  clean.forEach((sample, index) => {
    dot += sample * (estimate[index] ?? 0);
    power += sample * sample;
  });
  const scale = dot / power;
  let target = 0;
  let distortion = 0;
  clean.forEach((sample, index) => {
    target += (scale * sample) ** 2;
    distortion += ((estimate[index] ?? 0) - scale * sample) ** 2;
  });
  return 10 * Math.log10(target / distortion);
}
