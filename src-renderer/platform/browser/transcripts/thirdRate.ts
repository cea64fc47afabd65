/** One sample of three, piece by piece: what is above half of the new rate is taken out before. */
const TAPS = 48;
/** Of the old rate: 7.2 of 48 kHz, so that nothing above 8 is left. */
const CUTOFF = 0.15;

/** A sinc under a Blackman window (Smith, “The Scientist and Engineer’s Guide to DSP”, chapter 16), with a gain of one. */
const FILTER = ((): Float32Array => {
  const taps = Float32Array.from({ length: TAPS + 1 }, (_, at) => {
    const from = at - TAPS / 2;
    const sinc = from === 0 ? 2 * CUTOFF : Math.sin(2 * Math.PI * CUTOFF * from) / (Math.PI * from);
    const turn = (2 * Math.PI * at) / TAPS;
    return sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
})();

/** From 48 to 16 kHz. Sound keeps its place: a sample is made of as much before it as behind it. */
export class ThirdRate {
  /** What was not used up yet; before the first sample is silence. */
  #left = new Float32Array(TAPS / 2);

  take(samples: Float32Array): Float32Array {
    const all = new Float32Array(this.#left.length + samples.length);
    all.set(this.#left);
    all.set(samples, this.#left.length);
    const count = Math.max(0, Math.ceil((all.length - TAPS) / 3));
    const made = new Float32Array(count);
    for (let at = 0; at < count; at += 1) {
      let sum = 0;
      for (let tap = 0; tap <= TAPS; tap += 1) sum += (FILTER[tap] ?? 0) * (all[3 * at + tap] ?? 0);
      made[at] = sum;
    }
    this.#left = all.slice(3 * count);
    return made;
  }
}
