/** SHA-256 of what comes by pieces (FIPS 180-4): a browser's own takes all of it at once, and a recording is too long for that. */
export class Sha256 {
  readonly #state = Uint32Array.from(INITIAL);
  readonly #block = new Uint8Array(64);
  readonly #words = new Uint32Array(64);
  #filled = 0;
  #bytes = 0;

  add(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(64 - this.#filled, bytes.length);
      this.#block.set(bytes.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < 64) return;
      this.#compress(this.#block, 0);
      this.#filled = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) this.#compress(bytes, at);
    this.#block.set(bytes.subarray(at));
    this.#filled = bytes.length - at;
  }

  /** Once, at the end. */
  hex(): string {
    const bits = BigInt(this.#bytes) * 8n;
    const padding = new Uint8Array((this.#filled < 56 ? 56 : 120) - this.#filled + 8);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
    this.add(padding);
    return [...this.#state].map((word) => word.toString(16).padStart(8, '0')).join('');
  }

  #compress(bytes: Uint8Array, at: number): void {
    const words = this.#words;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, 64);
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [w15, w2] = [words[i - 15]!, words[i - 2]!];
      const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3);
      const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10);
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = this.#state as unknown as Eight;
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => (this.#state[index]! += value));
  }
}

type Eight = [number, number, number, number, number, number, number, number];

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const PRIMES = Array.from({ length: 312 }, (_, index) => index).filter(
  (value) =>
    value > 1 && Array.from({ length: value }, (_, by) => by).every((by) => by < 2 || value % by !== 0),
);
/** The first 32 bits behind the point. */
const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
