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
  // Both at once: what is symmetric in the transform is of the real part, what is not is of the imaginary one.
  const both = { re: new Float64Array(size), im: new Float64Array(size) };
  both.re.set(reference);
  both.im.set(samples);
  transform(both);
  const { re, im } = both;
  for (let i = 0; i <= size / 2; i += 1) {
    const j = (size - i) % size;
    const [ir, ii, jr, ji] = [re[i] ?? 0, im[i] ?? 0, re[j] ?? 0, im[j] ?? 0];
    const [ar, ai, br, bi] = [(ir + jr) / 2, (ii - ji) / 2, (ii + ji) / 2, (jr - ir) / 2];
    // Conjugated: the inverse is then the forward transform of the conjugate, whose real part is the same.
    re[i] = re[j] = ar * br + ai * bi;
    im[j] = ar * bi - ai * br;
    im[i] = -im[j];
  }
  transform(both);
  return re.map((value) => value / size);
}

/** Cosines and sines of the angles by which a transform of this size turns. */
const turns = new Map<number, { cosines: Float64Array; sines: Float64Array }>();
function turnsOf(size: number) {
  const known = turns.get(size);
  if (known) return known;
  const cosines = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
  turns.set(size, { cosines, sines });
  return { cosines, sines };
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
  const { cosines, sines } = turnsOf(size);
  for (let half = 1; half < size; half *= 2) {
    const stride = size / half / 2;
    for (let start = 0; start < size; start += 2 * half) {
      for (let k = 0; k < half; k += 1) {
        // All of them are there: asking whether they are takes three times as long.
        const i = start + k;
        const j = i + half;
        const cos = cosines[k * stride]!;
        const sin = sines[k * stride]!;
        const tr = re[j]! * cos - im[j]! * sin;
        const ti = re[j]! * sin + im[j]! * cos;
        re[j] = re[i]! - tr;
        im[j] = im[i]! - ti;
        re[i]! += tr;
        im[i]! += ti;
      }
    }
  }
}
