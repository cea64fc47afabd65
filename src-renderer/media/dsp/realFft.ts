/**
 * The spectrum of a real signal and back: a complex transform of half the length (radix 2, Cooley and Tukey, 1965)
 * and the split of its even and odd parts.
 */
export class RealFft {
  readonly #half: number;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #imaginary: Float64Array;

  /** `length` is a power of two, 4 at least. */
  constructor(length: number) {
    this.#half = length / 2;
    this.#imaginary = new Float64Array(this.#half + 1);
    this.#re = new Float64Array(this.#half);
    this.#im = new Float64Array(this.#half);
    this.#cos = Float64Array.from({ length: this.#half }, (_, k) => Math.cos((2 * Math.PI * k) / length));
    this.#sin = Float64Array.from({ length: this.#half }, (_, k) => Math.sin((2 * Math.PI * k) / length));
  }

  /** Of `length` samples the `length / 2 + 1` magnitudes. */
  magnitudes(samples: Float64Array, to: Float64Array): void {
    this.forward(samples, to, this.#imaginary);
    for (let k = 0; k <= this.#half; k += 1) to[k] = Math.sqrt(to[k]! ** 2 + this.#imaginary[k]! ** 2);
  }

  /** Of `length` samples the `length / 2 + 1` bins; not scaled. */
  forward(samples: Float64Array, toRe: Float64Array, toIm: Float64Array): void {
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
      toRe[k] = evenRe + cos * oddRe + sin * oddIm;
      toIm[k] = evenIm + cos * oddIm - sin * oddRe;
    }
  }

  /** The samples of which `forward` made these bins. */
  inverse(re: Float64Array, im: Float64Array, to: Float64Array): void {
    const half = this.#half;
    for (let k = 0; k < half; k += 1) {
      const b = half - k;
      // In real sound the first and the last bin have no imaginary part.
      const ownIm = k === 0 ? 0 : im[k]!;
      const otherIm = k === 0 ? 0 : -im[b]!;
      const evenRe = (re[k]! + re[b]!) / 2;
      const evenIm = (ownIm + otherIm) / 2;
      const differenceRe = (re[k]! - re[b]!) / 2;
      const differenceIm = (ownIm - otherIm) / 2;
      const oddRe = differenceRe * this.#cos[k]! - differenceIm * this.#sin[k]!;
      const oddIm = differenceRe * this.#sin[k]! + differenceIm * this.#cos[k]!;
      // Backwards is forwards with both parts changed over.
      this.#re[k] = evenIm + oddRe;
      this.#im[k] = evenRe - oddIm;
    }
    this.#transform();
    for (let i = 0; i < half; i += 1) {
      to[2 * i] = this.#im[i]! / half;
      to[2 * i + 1] = this.#re[i]! / half;
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
      const [oneRe, oneIm] = [re[i]!, im[i]!];
      re[i] = re[j]!;
      im[i] = im[j]!;
      re[j] = oneRe;
      im[j] = oneIm;
    }
  }
}
