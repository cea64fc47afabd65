import { within } from '../dsp/ramp.ts';
import { isModelAlone, type DenoiseMix } from './chainSettings.ts';

const { fround } = Math;

/** What a pause keeps of the model's own output, and between which probabilities that falls. */
const KEPT_IN_PAUSES = 0.35;
const PAUSE_BELOW = 0.1;
const SPEECH_ABOVE = 0.3;
const CLOSING_PER_FRAME = 0.4;
/** Where the end of a word was waited for. */
const CLOSING_AT_KNOWN_END = 0.8;
/** The model lets white noise through unchanged, so less is kept of what is known to be noise. */
const KEPT_OF_NOISE = fround(0.03);
/** 1 ms at 48 kHz: no click. */
const SHORTEST_RAMP_SAMPLES = 48;

/** What is known of a frame beyond the model's word. */
export interface MixHint {
  /** Noise and nothing else, from the frame's first sample on: lowered whatever the model says of it, and at once. */
  isNoiseAlone: boolean;
  /** Part of the room under the voice that stays of what sensitivity would leave, 0-1. */
  roomShare: number;
  /** The probability has looked ahead: where it falls, speech has ended. */
  isEndKnown: boolean;
}
const NO_HINT: MixHint = { isNoiseAlone: false, roomShare: 1, isEndKnown: false };

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
  #hint = NO_HINT;

  constructor(settings: DenoiseMix) {
    this.#settings = settings;
  }

  /** Takes effect over the next frame, as a ramp. */
  set(settings: DenoiseMix): void {
    this.#settings = settings;
  }

  /** Mixes one frame into `wet`. The gain runs from where the last frame ended. */
  process(dry: Float32Array, wet: Float32Array, speechProbability: number, hint = NO_HINT): void {
    this.#hint = hint;
    this.#follow(hint.isNoiseAlone ? 0 : speechProbability);
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
    const rampSamples = hint.isNoiseAlone ? Math.min(count, SHORTEST_RAMP_SAMPLES) : count;
    for (let i = 0; i < count; i += 1) {
      const progress = Math.min(1, (i + 1) / rampSamples);
      const share = start + progress * (target - start);
      const wetKept = wetStart + progress * (wetTarget - wetStart);
      wet[i] = wetKept * wet[i]! + share * (dry[i]! - wet[i]!);
    }
  }

  #dryShare(): number {
    const { isOn, sensitivity, reduction } = this.#settings;
    if (!isOn) return 1;
    const kept = 1 - within(reduction, 0, 100) / 100;
    const floor = kept * kept;
    const lenience = 1 - within(sensitivity, 0, 100) / 100;
    if (this.#hint.isNoiseAlone) return fround(floor);
    return fround(floor + (1 - floor) * lenience * this.#hint.roomShare * Math.max(0, 2 * this.#speech - 1));
  }

  /** The model alone at 100 and 100, and nothing to lower where the input passes. */
  #wetShareWanted(): number {
    const { isOn, reduction } = this.#settings;
    if (!isOn || isModelAlone(this.#settings)) return 1;
    if (this.#hint.isNoiseAlone) {
      const kept = 1 - within(reduction, 0, 100) / 100;
      return fround(Math.max(KEPT_OF_NOISE, kept * kept));
    }
    const certainty = within((this.#speech - PAUSE_BELOW) / (SPEECH_ABOVE - PAUSE_BELOW), 0, 1);
    return fround(1 - (within(reduction, 0, 100) / 100) * (1 - KEPT_IN_PAUSES) * (1 - certainty));
  }

  /** Opens within a frame, so that no onset is lost, and closes over about 25 ms. */
  #follow(speechProbability: number): void {
    const target = within(speechProbability, 0, 1);
    const closing = this.#hint.isEndKnown ? CLOSING_AT_KNOWN_END : CLOSING_PER_FRAME;
    const share = target > this.#speech ? 1 : closing;
    this.#speech = fround(this.#speech + share * (target - this.#speech));
    if (this.#speech < 1e-4) this.#speech = 0;
  }
}
