import { seededPink, seededWhite } from '../lib/noise.mjs';
import { SAMPLE_RATE } from './voices.mjs';

/** What is heard behind each speaker: a fan, typing, and a cable that hums. Seeded: every run gives the same samples. */
export const ROOMS = {
  maya: (frames) => fan(frames, { seed: 11, levelDb: -47 }),
  ben: (frames) => added(fan(frames, { seed: 22, levelDb: -31 }), typing(frames, { seed: 23, levelDb: -20 })),
  callum: (frames) => added(fan(frames, { seed: 33, levelDb: -48 }), hum(frames, { levelDb: -33 })),
};

export function added(first, second) {
  return first.map((sample, index) => sample + second[index]);
}

/** Pink noise with the slow swell of blades. */
function fan(frames, { seed, levelDb }) {
  const pink = seededPink(seed);
  const noise = new Float32Array(frames);
  for (let index = 0; index < frames; index += 1) {
    const swell = 1 + 0.15 * Math.sin((2 * Math.PI * 0.7 * index) / SAMPLE_RATE);
    noise[index] = pink() * swell;
  }
  return toLevel(noise, levelDb);
}

/** The first harmonics of 50 Hz. */
function hum(frames, { levelDb }) {
  const sound = new Float32Array(frames);
  for (let index = 0; index < frames; index += 1) {
    const phase = (2 * Math.PI * 50 * index) / SAMPLE_RATE;
    sound[index] = 0.5 * Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase);
  }
  return toLevel(sound, levelDb);
}

/** Key strokes: short bursts that ring for some 20 ms, four to seven a second, with breaks. `levelDb` of their peaks. */
function typing(frames, { seed, levelDb }) {
  const white = seededWhite(seed);
  const sound = new Float32Array(frames);
  const peak = 10 ** (levelDb / 20);
  let at = Math.round(0.3 * SAMPLE_RATE);
  while (at < frames) {
    const loudness = peak * (0.6 + 0.4 * Math.abs(white()));
    const decay = 0.004 + 0.003 * Math.abs(white());
    for (let index = 0; index < 0.03 * SAMPLE_RATE && at + index < frames; index += 1)
      sound[at + index] += loudness * white() * Math.exp(-index / (decay * SAMPLE_RATE));
    const isBreak = white() > 0.8;
    at += Math.round((isBreak ? 0.9 : 0.17 + 0.06 * white()) * SAMPLE_RATE);
  }
  return sound;
}

function toLevel(samples, levelDb) {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const gain = 10 ** (levelDb / 20) / Math.sqrt(power);
  return samples.map((sample) => sample * gain);
}
