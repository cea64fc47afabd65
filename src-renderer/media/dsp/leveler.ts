import { LEVELER } from '../../../src-shared/domain/leveler.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { AutomaticGain, type GainRiding } from './automaticGain.ts';
import { within } from './ramp.ts';

const LIMITS = LEVELER.fields.targetLufs;
const RIDING: GainRiding = {
  minDb: -15,
  maxDb: 15,
  riseDbPerSec: 3,
  fallDbPerSec: 3,
  memorySec: 3,
  firstDbPerSec: 20,
};

/** The leveler of native/dsp/leveler.hpp, which says how it works. */
export class Leveler {
  readonly #rider: AutomaticGain;

  constructor(rateHz: number, channels = 1) {
    this.#rider = new AutomaticGain(rateHz, channels, RIDING);
  }

  /** Values out of their ranges are brought into them. Off, the gain goes back to 0 dB within half a second. */
  set({ isOn, targetLufs }: EngineEffects['leveler']): void {
    this.#rider.set(isOn, within(targetLufs, LIMITS.min, LIMITS.max));
  }

  /** In place, any number of samples. */
  process(samples: Float32Array, others?: readonly Float32Array[]): void {
    this.#rider.process(samples, others);
  }
}
