import type { HumReading } from '../meters/humMeter.ts';
import type { Reductions } from '../../../src-shared/domain/stripEffects.ts';

/** What one 10 ms frame leaves behind for the meters: `FrameRecord` of native/engine/live_engine.hpp. Reductions: decibels taken away in this frame. */
export interface FrameRecord extends Reductions<number> {
  /** Of what came in, after the input gain, and of what leaves the chain. */
  inputPeak: number;
  outputPeak: number;
  inputPower: number;
  /** Of what came in, in the last whole second; null before the first. */
  hum: HumReading | null;
  outputPower: number;
  /** Before and after the model, of the same stretch of sound, and whether nobody spoke in it. */
  alignedInputPower: number;
  denoisedPower: number;
  isPause: boolean;
  speechProbability: number;
  /** Samples at full scale since the start. */
  inputClips: number;
  outputClips: number;
  /** null: nothing to be heard. */
  outputLufs: number | null;
}
