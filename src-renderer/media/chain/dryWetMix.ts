import { within } from '../dsp/ramp.ts';
import { isModelAlone, type DenoiseMix } from './chainSettings.ts';

const { fround } = Math;

/** What a pause keeps of the model's own output, and between which probabilities that falls. */
const KEPT_IN_PAUSES = 0.35;
const PAUSE_BELOW = 0.1;
const SPEECH_ABOVE = 0.3;
const CLOSING_PER_FRAME = 0.4;

/**
 * How much of the untouched sound stays in the cleaned one: `out = q wet + k (dry - wet)`, as native/denoise/mix.hpp has
 * it and docs/decisions/0003-sensitivity-and-reduction.md explains it.
 */
export class DryWetMix {
  #settings: DenoiseMix;
  #speech = 0;
  #share = 0;
  #wetShare = 1;
  #hasStarted = false;

  constructor(settings: DenoiseMix) {
    this.#settings = settings;
  }

  /** Takes effect over the next frame, as a ramp. */
  set(settings: DenoiseMix): void {
    this.#settings = settings;
  }

  /** Mixes one frame into `wet`. The gain runs from where the last frame ended. */
  process(dry: Float32Array, wet: Float32Array, speechProbability: number): void {
    this.#follow(speechProbability);
    const target = this.#dryShare();
    const wetTarget = this.#wetShareWanted();
    const start = this.#hasStarted ? this.#share : target;
    const wetStart = this.#hasStarted ? this.#wetShare : wetTarget;
    this.#hasStarted = true;
    this.#share = target;
    this.#wetShare = wetTarget;
    const isWetWhole = wetStart === 1 && wetTarget === 1;
    if (start === target && (target === 1 || (target === 0 && isWetWhole))) {
      // Exactly one side: no rounding, so that "all" and "off" are the model's and the input's own samples.
      if (target === 1) wet.set(dry);
      return;
    }
    const count = wet.length;
    const step = (target - start) / count;
    const wetStep = (wetTarget - wetStart) / count;
    for (let i = 0; i < count; i += 1) {
      const share = start + step * (i + 1);
      const wetKept = wetStart + wetStep * (i + 1);
      wet[i] = wetKept * wet[i]! + share * (dry[i]! - wet[i]!);
    }
  }

  #dryShare(): number {
    const { isOn, sensitivity, reduction } = this.#settings;
    if (!isOn) return 1;
    const kept = 1 - within(reduction, 0, 100) / 100;
    const floor = kept * kept;
    const lenience = 1 - within(sensitivity, 0, 100) / 100;
    return fround(floor + (1 - floor) * lenience * Math.max(0, 2 * this.#speech - 1));
  }

  /** The model alone at 100 and 100, and nothing to lower where the input passes. */
  #wetShareWanted(): number {
    const { isOn, reduction } = this.#settings;
    if (!isOn || isModelAlone(this.#settings)) return 1;
    const certainty = within((this.#speech - PAUSE_BELOW) / (SPEECH_ABOVE - PAUSE_BELOW), 0, 1);
    return fround(1 - (within(reduction, 0, 100) / 100) * (1 - KEPT_IN_PAUSES) * (1 - certainty));
  }

  /** Opens within a frame, so that no onset is lost, and closes over about 25 ms. */
  #follow(speechProbability: number): void {
    const target = within(speechProbability, 0, 1);
    const share = target > this.#speech ? 1 : CLOSING_PER_FRAME;
    this.#speech = fround(this.#speech + share * (target - this.#speech));
    if (this.#speech < 1e-4) this.#speech = 0;
  }
}
