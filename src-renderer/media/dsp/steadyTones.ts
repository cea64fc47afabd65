export const MOST_TONES = 12;

const HOP_SEC = 0.25;
/** Five seconds. */
const MOST_WINDOWS = 20;

interface Tone {
  risingRe: number;
  risingIm: number;
  fallingRe: number;
  fallingIm: number;
  halfRe: number;
  halfIm: number;
  lastRe: number;
  lastIm: number;
  meanRe: number;
  meanIm: number;
}

const silentTone = (): Tone => ({
  risingRe: 0,
  risingIm: 0,
  fallingRe: 0,
  fallingIm: 0,
  halfRe: 0,
  halfIm: 0,
  lastRe: 0,
  lastIm: 0,
  meanRe: 0,
  meanIm: 0,
});

/** How steadily a frequency and its multiples stand in a signal: native/dsp/steady_tones.hpp, which says how. */
export class SteadyTones {
  readonly #rateHz: number;
  readonly #count: number;
  readonly #hop: number;
  #tones: Tone[] = [];
  #frequencyHz = 0;
  #stepCos = 1;
  #stepSin = 0;
  #cos = 1;
  #sin = 0;
  #at = 0;
  #windows = 0;

  constructor(frequencyHz: number, tones: number, rateHz: number) {
    this.#rateHz = rateHz;
    this.#count = tones;
    this.#hop = Math.floor(rateHz * HOP_SEC);
    this.begin(frequencyHz);
  }

  begin(frequencyHz: number): void {
    this.#tones = Array.from({ length: this.#count }, silentTone);
    this.#at = this.#windows = 0;
    this.#cos = 1;
    this.#sin = 0;
    this.#tune(frequencyHz);
  }

  /** True where a window has ended and the readings are new. */
  add(sample: number): boolean {
    const rising = sample * (0.5 - 0.5 * Math.cos((Math.PI * this.#at) / this.#hop));
    const falling = sample - rising;
    let lastCos = 1;
    let lastSin = 0;
    let nowCos = this.#cos;
    let nowSin = this.#sin;
    for (const tone of this.#tones) {
      tone.risingRe += rising * nowCos;
      tone.risingIm -= rising * nowSin;
      tone.fallingRe += falling * nowCos;
      tone.fallingIm -= falling * nowSin;
      const nextCos = 2 * this.#cos * nowCos - lastCos;
      const nextSin = 2 * this.#cos * nowSin - lastSin;
      lastCos = nowCos;
      lastSin = nowSin;
      nowCos = nextCos;
      nowSin = nextSin;
    }
    const turned = this.#cos * this.#stepCos - this.#sin * this.#stepSin;
    this.#sin = this.#cos * this.#stepSin + this.#sin * this.#stepCos;
    this.#cos = turned;
    this.#at += 1;
    if (this.#at < this.#hop) return false;
    this.#at = 0;
    this.#endWindow();
    return true;
  }

  /** Windows that the readings are made of. */
  get windows(): number {
    return this.#windows;
  }

  get frequencyHz(): number {
    return this.#frequencyHz;
  }

  /** 0 to 1; `tone` from 0 on. */
  steadiness(tone: number): number {
    const { meanRe, meanIm } = this.#tones[tone]!;
    return Math.hypot(meanRe, meanIm);
  }

  /** By how much the fundamental is higher than it was looked for, as this tone has it. */
  offsetHz(tone: number): number {
    const { meanRe, meanIm } = this.#tones[tone]!;
    return Math.atan2(meanIm, meanRe) / (2 * Math.PI * HOP_SEC * (tone + 1));
  }

  /** Looks elsewhere from now on; what was read is read as from there. */
  move(byHz: number): void {
    this.#tune(this.#frequencyHz + byHz);
    this.#tones.forEach((tone, k) => {
      const angle = -2 * Math.PI * byHz * HOP_SEC * (k + 1);
      const re = tone.meanRe * Math.cos(angle) - tone.meanIm * Math.sin(angle);
      tone.meanIm = tone.meanRe * Math.sin(angle) + tone.meanIm * Math.cos(angle);
      tone.meanRe = re;
    });
  }

  #tune(frequencyHz: number): void {
    this.#frequencyHz = frequencyHz;
    const angle = (2 * Math.PI * frequencyHz) / this.#rateHz;
    this.#stepCos = Math.cos(angle);
    this.#stepSin = Math.sin(angle);
  }

  #endWindow(): void {
    const size = Math.hypot(this.#cos, this.#sin);
    this.#cos /= size;
    this.#sin /= size;
    this.#windows += 1;
    // The first two have no whole window before them.
    const share = 1 / Math.min(MOST_WINDOWS, Math.max(1, this.#windows - 2));
    for (const tone of this.#tones) {
      const re = tone.halfRe + tone.fallingRe;
      const im = tone.halfIm + tone.fallingIm;
      const turnRe = re * tone.lastRe + im * tone.lastIm;
      const turnIm = im * tone.lastRe - re * tone.lastIm;
      const length = Math.hypot(turnRe, turnIm);
      const isHeard = length > 1e-20 && this.#windows > 2;
      tone.meanRe += share * ((isHeard ? turnRe / length : 0) - tone.meanRe);
      tone.meanIm += share * ((isHeard ? turnIm / length : 0) - tone.meanIm);
      tone.lastRe = re;
      tone.lastIm = im;
      tone.halfRe = tone.risingRe;
      tone.halfIm = tone.risingIm;
      tone.risingRe = tone.risingIm = tone.fallingRe = tone.fallingIm = 0;
    }
  }
}
