/**
 * The magnitudes of a real signal's spectrum: a complex transform of half the length (radix 2, Cooley and Tukey, 1965)
 * and the split of its even and odd parts.
 */
export class RealFft {
  readonly #half: number;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;

  /** `length` is a power of two, 4 at least. */
  constructor(length: number) {
    this.#half = length / 2;
    this.#re = new Float64Array(this.#half);
    this.#im = new Float64Array(this.#half);
    this.#cos = Float64Array.from({ length: this.#half }, (_, k) => Math.cos((2 * Math.PI * k) / length));
    this.#sin = Float64Array.from({ length: this.#half }, (_, k) => Math.sin((2 * Math.PI * k) / length));
  }

  /** Of `length` samples the `length / 2 + 1` magnitudes. */
  magnitudes(samples: Float64Array, to: Float64Array): void {
    const half = this.#half;
    for (let i = 0; i < half; i += 1) {
      this.#re[i] = samples[2 * i]!;
      this.#im[i] = samples[2 * i + 1]!;
    }
    this.#transform();
    for (let k = 0; k <= half; k += 1) {
      const a = k % half;
      const b = (half - k) % half;
      const evenRe = (this.#re[a]! + this.#re[b]!) / 2;
      const evenIm = (this.#im[a]! - this.#im[b]!) / 2;
      const oddRe = (this.#im[a]! + this.#im[b]!) / 2;
      const oddIm = (this.#re[b]! - this.#re[a]!) / 2;
      const cos = k === half ? -1 : this.#cos[k]!;
      const sin = k === half ? 0 : this.#sin[k]!;
      to[k] = Math.hypot(evenRe + cos * oddRe + sin * oddIm, evenIm + cos * oddIm - sin * oddRe);
    }
  }

  #transform(): void {
    this.#reverseBits();
    const half = this.#half;
    for (let size = 2; size <= half; size *= 2) {
      // The table is of twice this transform's length.
      const stride = (2 * half) / size;
      for (let start = 0; start < half; start += size) {
        for (let k = 0; k < size / 2; k += 1) this.#butterfly(start + k, start + k + size / 2, k * stride);
      }
    }
  }

  #butterfly(a: number, b: number, turn: number): void {
    const re = this.#re;
    const im = this.#im;
    const cos = this.#cos[turn]!;
    const sin = this.#sin[turn]!;
    const turnedRe = re[b]! * cos + im[b]! * sin;
    const turnedIm = im[b]! * cos - re[b]! * sin;
    re[b] = re[a]! - turnedRe;
    im[b] = im[a]! - turnedIm;
    re[a]! += turnedRe;
    im[a]! += turnedIm;
  }

  #reverseBits(): void {
    const re = this.#re;
    const im = this.#im;
    for (let i = 1, j = 0; i < this.#half; i += 1) {
      let bit = this.#half >> 1;
      for (; j & bit; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i >= j) continue;
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
}
