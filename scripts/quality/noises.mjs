/** Noises for the bench of quality, at 48 kHz: the same in every run. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { seededPink, seededWhite } from '../lib/noise.mjs';
import { activeRms, espeak, flite, isSound, RATE_HZ, read } from './voices.mjs';

/** Each makes `length` samples of any level. */
export const NOISES = {
  white: (length, seed) => Float32Array.from({ length }, seededWhite(seed)),
  pink: (length, seed) => Float32Array.from({ length }, seededPink(seed)),
  fan: makeFan,
  hum: makeHum,
  babble: makeBabble,
  clicks: makeClicks,
};

/** Recordings of noise: each sound file of the folders, under its name, again and again. As in NOISES. */
export function findNoises(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter(isSound)
      .sort()
      .map((name) => path.join(folder, name)),
  );
  return Object.fromEntries(files.map((file) => [path.parse(file).name, makeRecorded(file)]));
}

function makeRecorded(file) {
  let recorded = null;
  return (length) => {
    recorded ??= read(file);
    if (recorded.every((sample) => sample === 0)) throw new Error(`${file} is silent`);
    return Float32Array.from({ length }, (_, i) => recorded[i % recorded.length]);
  };
}

/** Rushing air, darker than pink, over the tones of blades. */
function makeFan(length, seed) {
  const pink = seededPink(seed);
  let air = 0;
  return Float32Array.from({ length }, (_, i) => {
    const t = i / RATE_HZ;
    air += 0.08 * (pink() - air);
    const swell = 1 + 0.1 * Math.sin(2 * Math.PI * 0.4 * t);
    const blades = [1, 0.6, 0.4, 0.2].reduce(
      (sum, level, n) => sum + level * Math.sin(2 * Math.PI * 97 * (n + 1) * t + n),
      0,
    );
    return swell * (air + 0.06 * blades);
  });
}

/** 50 Hz and its kin, over a little hiss. */
function makeHum(length, seed) {
  const white = seededWhite(seed);
  return Float32Array.from({ length }, (_, i) => {
    let sum = 0.02 * white();
    for (let n = 1; n <= 12; n += 1) sum += Math.sin((2 * Math.PI * 50 * n * i) / RATE_HZ + n) / n;
    return sum;
  });
}

/** Keys of a keyboard: down and, a little later, up. */
function makeClicks(length, seed) {
  const white = seededWhite(seed);
  const chance = () => (white() + 1) / 2;
  const samples = new Float32Array(length);
  const hit = (at, level) => {
    const decay = RATE_HZ * (0.0015 + 0.004 * chance());
    const tone = (2 * Math.PI * (1500 + 4000 * chance())) / RATE_HZ;
    for (let i = 0; i < 8 * decay && at + i < length; i += 1) {
      samples[at + i] += level * Math.exp(-i / decay) * (0.6 * white() + 0.4 * Math.sin(tone * i));
    }
  };
  for (let at = 0; at < length; at += Math.round(RATE_HZ * (0.08 + 0.2 * chance()))) {
    const level = 0.4 + 0.6 * chance();
    hit(at, level);
    hit(at + Math.round(RATE_HZ * (0.05 + 0.05 * chance())), 0.5 * level);
  }
  return samples;
}

let talkers = null;

/** Six people at once, none of whom is among the voices. */
function makeBabble(length, seed) {
  talkers ??= [
    ...['de+m3', 'fr+f2', 'es+m7', 'en-gb+f4'].map((voice) => espeak(voice, TALK)),
    ...['rms', 'kal16'].map((voice) => flite(voice, TALK)),
  ].map((samples) => ({ samples, rms: activeRms(samples) }));
  const white = seededWhite(seed);
  const babble = new Float32Array(length);
  for (const { samples, rms } of talkers) {
    const start = Math.floor(((white() + 1) / 2) * samples.length);
    for (let i = 0; i < length; i += 1) babble[i] += samples[(start + i) % samples.length] / rms;
  }
  return babble;
}

const TALK =
  'Well I was going to the market when it began to rain and nobody had an umbrella so we all stood under the old bridge ' +
  'and waited until the evening train came by and took us home again to a very late dinner.';

/** The voice with this much noise under it: ratio in dB, over the moments in which somebody speaks. */
export function mix(voice, noise, ratioDb) {
  const power = noise.reduce((sum, sample) => sum + sample ** 2, 0) / noise.length;
  const gain = activeRms(voice) / Math.sqrt(power) / 10 ** (ratioDb / 20);
  return voice.map((sample, i) => sample + gain * noise[i]);
}
