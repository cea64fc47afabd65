/** What a cleaned voice is measured by. All sounds are mono at 48 kHz, aligned to the sample. */
import { Biquad } from '../../src-renderer/media/dsp/biquad.ts';

const RATE_HZ = 48_000;

const powerDb = (power) => 10 * Math.log10(Math.max(power, 1e-20));

function dot(a, b, from = 0, to = a.length) {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += a[i] * b[i];
  return sum;
}

/** Scale-invariant signal-to-distortion ratio in dB (Le Roux and others, 2019). */
export function siSdrDb(clean, estimate) {
  const power = dot(clean, clean);
  const scale = dot(clean, estimate) / power;
  let distortion = 0;
  for (let i = 0; i < clean.length; i += 1) distortion += (estimate[i] - scale * clean[i]) ** 2;
  return powerDb(scale ** 2 * power) - powerDb(distortion);
}

/** How loud the voice itself still is, dB: the part of the estimate that is the clean voice. */
export function voiceLevelDb(clean, estimate, from = 0, to = clean.length) {
  const kept = dot(clean, estimate, from, to) / dot(clean, clean, from, to);
  return 20 * Math.log10(Math.max(kept, 1e-3));
}

/** The same from 8 kHz on; null where the voice has next to nothing there. */
export function trebleLevelDb(clean, estimate) {
  const treble = highPassed(clean);
  if (powerDb(dot(treble, treble)) < powerDb(dot(clean, clean)) - 45) return null;
  return voiceLevelDb(treble, highPassed(estimate));
}

/** Butterworth of the eighth order at 8 kHz (the cookbook of R. Bristow-Johnson). */
function highPassed(samples) {
  let filtered = samples;
  for (const q of [0.5098, 0.6013, 0.9, 2.5629]) {
    const turn = (2 * Math.PI * 8000) / RATE_HZ;
    const alpha = Math.sin(turn) / (2 * q);
    const cos = Math.cos(turn);
    const scale = 1 / (1 + alpha);
    const b0 = ((1 + cos) / 2) * scale;
    const filter = new Biquad({
      b0,
      b1: -2 * b0,
      b2: b0,
      a1: -2 * cos * scale,
      a2: (1 - alpha) * scale,
    });
    filtered = filtered.map((sample) => filter.process(sample));
  }
  return filtered;
}

/** How far noise is lowered where nobody speaks, dB. `pauses` are pairs of samples. */
export function pauseReductionDb(noisy, estimate, pauses) {
  let before = 0;
  let after = 0;
  for (const [from, to] of pauses) {
    before += dot(noisy, noisy, from, to);
    after += dot(estimate, estimate, from, to);
  }
  return powerDb(before) - powerDb(after);
}

/** What is left of the beginnings, dB: the voice in the first 50 ms of all words. */
export function onsetLevelDb(clean, estimate, onsets) {
  let kept = 0;
  let power = 0;
  for (const at of onsets) {
    kept += dot(clean, estimate, at, at + 0.05 * RATE_HZ);
    power += dot(clean, clean, at, at + 0.05 * RATE_HZ);
  }
  return 20 * Math.log10(Math.max(kept / power, 1e-3));
}
