/** By how many samples one sound comes after another, and how alike they are then (1: the same sound). */
export interface Delay {
  delay: number;
  correlation: number;
}

/**
 * By how many samples `later` comes after `earlier`, at most `maxLag` to either side: where their
 * correlation, normalised by the power of what overlaps, is largest.
 */
export function findDelay(earlier: Float32Array, later: Float32Array, maxLag: number): Delay {
  const size = Math.min(earlier.length, later.length) - 2 * maxLag;
  const reference = earlier.subarray(maxLag, maxLag + size);
  const products = correlate(reference, later.subarray(0, size + 2 * maxLag));
  const referencePower = power(reference, 0, size);
  let candidatePower = power(later, 0, size);
  let best: Delay = { delay: 0, correlation: -Infinity };
  for (let shift = 0; shift <= 2 * maxLag; shift += 1) {
    const scale = Math.sqrt(referencePower * Math.max(candidatePower, 1e-12));
    const correlation = scale > 0 ? (products[shift] ?? 0) / scale : 0;
    if (correlation > best.correlation) best = { delay: shift - maxLag, correlation };
    candidatePower += (later[shift + size] ?? 0) ** 2 - (later[shift] ?? 0) ** 2;
  }
  return best;
}

/** The delay in windows along a recording: for chains whose delay moves a little, as those between two clocks do. */
export function trackDelay(
  earlier: Float32Array,
  later: Float32Array,
  { windowFrames, maxLag }: { windowFrames: number; maxLag: number },
): Delay[] {
  const delays: Delay[] = [];
  const step = windowFrames + 2 * maxLag;
  for (let start = 0; start + step <= Math.min(earlier.length, later.length); start += 3 * windowFrames) {
    delays.push(
      findDelay(earlier.subarray(start, start + step), later.subarray(start, start + step), maxLag),
    );
  }
  return delays;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function power(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += (samples[i] ?? 0) ** 2;
  return sum;
}

/** For each shift the sum of `reference[i] · samples[i + shift]`, by Fourier transforms. */
function correlate(reference: Float32Array, samples: Float32Array): Float64Array {
  let size = 1;
  while (size < reference.length + samples.length) size *= 2;
  const a = { re: new Float64Array(size), im: new Float64Array(size) };
  const b = { re: new Float64Array(size), im: new Float64Array(size) };
  a.re.set(reference);
  b.re.set(samples);
  transform(a);
  transform(b);
  for (let i = 0; i < size; i += 1) {
    const [ar, ai, br, bi] = [a.re[i] ?? 0, a.im[i] ?? 0, b.re[i] ?? 0, b.im[i] ?? 0];
    // Conjugated: the inverse is then the forward transform of the conjugate, whose real part is the same.
    b.re[i] = ar * br + ai * bi;
    b.im[i] = -(ar * bi - ai * br);
  }
  transform(b);
  return b.re.map((value) => value / size);
}

/** The fast Fourier transform in place, by halves (Cooley and Tukey, 1965); the size is a power of two. */
function transform({ re, im }: { re: Float64Array; im: Float64Array }): void {
  const size = re.length;
  for (let i = 1, j = 0; i < size; i += 1) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j] ?? 0, re[i] ?? 0];
      [im[i], im[j]] = [im[j] ?? 0, im[i] ?? 0];
    }
  }
  const cosines = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
  for (let half = 1; half < size; half *= 2) {
    const stride = size / half / 2;
    for (let start = 0; start < size; start += 2 * half) {
      for (let k = 0; k < half; k += 1) {
        const [i, j] = [start + k, start + k + half];
        const [cos, sin] = [cosines[k * stride] ?? 0, sines[k * stride] ?? 0];
        const [jr, ji] = [re[j] ?? 0, im[j] ?? 0];
        const tr = jr * cos - ji * sin;
        const ti = jr * sin + ji * cos;
        re[j] = (re[i] ?? 0) - tr;
        im[j] = (im[i] ?? 0) - ti;
        re[i] = (re[i] ?? 0) + tr;
        im[i] = (im[i] ?? 0) + ti;
      }
    }
  }
}
