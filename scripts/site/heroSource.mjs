import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { seededPink } from '../lib/noise.mjs';

export const SAMPLE_RATE = 48_000;

/** A recorded human voice that Debian and Ubuntu ship: Allison Smith, CC BY-SA 3.0. */
export const VOICE = {
  aptPackage: 'asterisk-core-sounds-en-g722',
  file: '/usr/share/asterisk/sounds/en_US_f_Allison/demo-echotest.g722',
  speaker: 'Allison Smith',
  licence: 'CC BY-SA 3.0',
  text: 'You are about to enter an echo test. In this mode everything you say will be repeated back to you just as soon as it is received.',
};

/** Where the two sentences lie in the voice file, and the silence set around each. */
const SENTENCES_SEC = [
  { start: 0.2, end: 2.38 },
  { start: 2.5, end: 8.1 },
];
const SILENCE_SEC = [0.7, 0.8, 0.9];

/**
 * The dry voice: both sentences with plain silence before, between and behind them, so that there
 * are pauses whose level can be measured.
 * @returns {{samples: Float32Array, pauses: {start: number, end: number}[]}} pauses in samples
 */
export function readVoice(voiceFile = VOICE.file) {
  if (!existsSync(voiceFile)) {
    throw new Error(`${voiceFile} is missing. Install it with: apt-get install ${VOICE.aptPackage}`);
  }
  const whole = decode(voiceFile);
  const parts = [];
  const pauses = [];
  let position = 0;
  const push = (samples) => {
    parts.push(samples);
    position += samples.length;
  };
  SILENCE_SEC.forEach((seconds, index) => {
    const length = Math.round(seconds * SAMPLE_RATE);
    pauses.push({ start: position, end: position + length });
    push(new Float32Array(length));
    const sentence = SENTENCES_SEC[index];
    if (sentence)
      push(whole.slice(Math.round(sentence.start * SAMPLE_RATE), Math.round(sentence.end * SAMPLE_RATE)));
  });
  const samples = new Float32Array(position);
  let offset = 0;
  for (const part of parts) {
    samples.set(part, offset);
    offset += part.length;
  }
  return { samples, pauses };
}

/** Any audio file as mono floats at 48 kHz. */
export function decode(file) {
  const bytes = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 'f32le', '-'],
    { maxBuffer: 1 << 28 },
  );
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/**
 * Steady noise like a fan beside a mains cable: pink noise and the first harmonics of 50 Hz hum.
 * The generator is seeded: every run gives the same samples.
 */
export function makeNoise(length) {
  const pink = seededPink(20_260_101);
  const noise = new Float32Array(length);
  for (let index = 0; index < length; index += 1) {
    const phase = (2 * Math.PI * 50 * index) / SAMPLE_RATE;
    const hum = 0.5 * Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.15 * Math.sin(3 * phase);
    noise[index] = pink() + hum;
  }
  return noise;
}
