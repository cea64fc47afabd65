import { SAMPLE_RATE } from './heroSource.mjs';

/** Left out at both ends of a pause: a denoiser needs a moment to notice that speech ended. */
const PAUSE_MARGIN = Math.round(0.15 * SAMPLE_RATE);

/** Root mean square of samples[start, end) in dBFS. */
export function levelDb(samples, start = 0, end = samples.length) {
  let sum = 0;
  for (let index = start; index < end; index += 1) sum += samples[index] ** 2;
  return 10 * Math.log10(sum / (end - start) + 1e-12);
}

/** The level over all pauses together, in dBFS. */
export function pauseLevelDb(samples, pauses) {
  let sum = 0;
  let count = 0;
  for (const { start, end } of pauses) {
    for (let index = start + PAUSE_MARGIN; index < end - PAUSE_MARGIN; index += 1) {
      sum += samples[index] ** 2;
      count += 1;
    }
  }
  return 10 * Math.log10(sum / count + 1e-12);
}

/**
 * How much of `samples` is the dry voice: scale-invariant signal-to-distortion ratio (Le Roux et
 * al., "SDR – half-baked or well done?", 2019), and the level of the voice inside it against the
 * dry voice, both in dB.
 */
export function compareWithVoice(samples, voice) {
  let cross = 0;
  let voiceEnergy = 0;
  for (let index = 0; index < voice.length; index += 1) {
    cross += samples[index] * voice[index];
    voiceEnergy += voice[index] ** 2;
  }
  const scale = cross / voiceEnergy;
  let errorEnergy = 0;
  for (let index = 0; index < voice.length; index += 1) {
    errorEnergy += (samples[index] - scale * voice[index]) ** 2;
  }
  return {
    siSdrDb: 10 * Math.log10((scale ** 2 * voiceEnergy) / errorEnergy),
    voiceLevelDb: 20 * Math.log10(Math.abs(scale)),
  };
}

/** The highest absolute sample of each of `count` equal spans, as 0-255 of `fullScale`. */
export function peaks(samples, count, fullScale) {
  return Array.from({ length: count }, (_, bar) => {
    const start = Math.floor((bar * samples.length) / count);
    const end = Math.floor(((bar + 1) * samples.length) / count);
    let highest = 0;
    for (let index = start; index < end; index += 1) highest = Math.max(highest, Math.abs(samples[index]));
    return Math.min(255, Math.round((255 * highest) / fullScale));
  });
}
