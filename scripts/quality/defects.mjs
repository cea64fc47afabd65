/** Defects that a step of the chain takes out, for the bench of quality: each with the effect that is there for it. */
import { seededPink, seededWhite } from '../lib/noise.mjs';
import { NOISES } from './noises.mjs';
import { RATE_HZ } from './voices.mjs';

export const DEFECTS = {
  hum: { effect: 'deHum', make: NOISES.hum },
  ticks: { effect: 'deClick', make: makeTicks },
  thumps: { effect: 'dePlosive', make: makeThumps },
  // In a room, what is to be kept would itself be one to be taken out.
  'late room': { effect: 'deReverb', make: makeLateRoom, rooms: ['dry'] },
  breaths: { effect: 'deBreath', make: makeBreaths },
};

/** A bad cable: up to half a millisecond, four times a second. */
function makeTicks(length, seed) {
  const white = seededWhite(seed);
  const samples = new Float32Array(length);
  for (let at = 5000; at < length; at += Math.round(RATE_HZ * (0.25 + 0.1 * white()))) {
    const size = 1 + Math.round(12 * (1 + white()));
    for (let i = 0; i < size && at + i < length; i += 1)
      samples[at + i] = (0.7 + 0.3 * white()) * (i % 2 ? -1 : 1);
  }
  return samples;
}

/** The breath of a P on a microphone, before each word behind a pause. */
function makeThumps(length, seed, { pauses }) {
  const white = seededWhite(seed);
  const samples = new Float32Array(length);
  for (const [, word] of pauses) {
    const at = Math.max(0, word - 3000);
    const tone = (2 * Math.PI * (40 + 20 * white())) / RATE_HZ;
    for (let i = 0; i < 5000 && at + i < length; i += 1) {
      samples[at + i] = Math.exp(-(((i - 1900) / 1000) ** 2)) * Math.sin(tone * i);
    }
  }
  return samples;
}

/** What a room that falls by 60 dB in 0.6 s gives back of the voice, 50 ms and more behind it: one reflection each 2 ms. */
function makeLateRoom(length, seed, { samples: voice }) {
  const white = seededWhite(seed);
  const samples = new Float32Array(length);
  for (let from = 0.05 * RATE_HZ; from < 0.55 * RATE_HZ; from += 96) {
    const delay = Math.floor(from + 95 * Math.abs(white()));
    const gain = Math.sign(white()) * 10 ** ((-3 * delay) / RATE_HZ / 0.6);
    for (let i = delay; i < length; i += 1) samples[i] += gain * voice[i - delay];
  }
  return samples;
}

/** Between 500 Hz and 2.5 kHz, in the first 0.4 s of each pause. */
function makeBreaths(length, seed, { pauses }) {
  const pink = seededPink(seed);
  let [low, lower] = [0, 0];
  const samples = new Float32Array(length);
  for (const [from, to] of pauses) {
    const size = Math.min(to - from, 0.4 * RATE_HZ);
    for (let i = 0; i < size; i += 1) {
      low += 0.28 * (pink() - low);
      lower += 0.063 * (low - lower);
      samples[from + i] = (low - lower) * Math.sin((Math.PI * i) / size);
    }
  }
  return samples;
}
