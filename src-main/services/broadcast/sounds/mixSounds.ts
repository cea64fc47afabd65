/** -1 dBFS: what the mix of the engine keeps to as well. */
const CEILING = 10 ** (-1 / 20);
/** The limiter lets go within this time. */
const RELEASE_SEC = 0.2;

export interface Voice {
  samples: Float32Array;
  /** The level changes evenly from one to the other: a step would be a click. */
  fromGain: number;
  toGain: number;
}

export const gainOf = (levelDb: number): number => 10 ** (levelDb / 20);

/** As a track keeps it: before its level, fading where it begins and where it is let go. */
export function toTrack(voice: Voice | null, samples: number): Float32Array {
  if (voice === null) return new Float32Array(samples);
  const [from, to] = [Math.sign(voice.fromGain), Math.sign(voice.toGain)];
  if (from === 1 && to === 1) return voice.samples;
  const step = (to - from) / Math.max(1, samples);
  return voice.samples.map((sample, at) => sample * (from + step * at));
}

/** Adds sounds to a piece of the mix, which it does not change, and keeps the sum below the ceiling. */
export function createSoundMixer(rateHz: number) {
  const release = 1 - Math.exp(-1 / (RELEASE_SEC * rateHz * 2));
  let limit = 1;
  return (pairs: Uint8Array, voices: readonly Voice[]): Uint8Array => {
    if (voices.length === 0 && limit > 0.999) return pairs;
    // A copy of its own begins where floats may.
    const copy = pairs.slice();
    const mix = new Float32Array(copy.buffer, 0, Math.floor(copy.byteLength / 4));
    for (const { samples, fromGain, toGain } of voices) {
      const step = (toGain - fromGain) / Math.max(1, mix.length);
      for (let at = 0; at < mix.length; at += 1)
        mix[at] = (mix[at] ?? 0) + (samples[at] ?? 0) * (fromGain + step * at);
    }
    mix.forEach((sample, at) => {
      limit = Math.min(limit + (1 - limit) * release, CEILING / Math.max(CEILING, Math.abs(sample)));
      mix[at] = sample * limit;
    });
    return copy;
  };
}
