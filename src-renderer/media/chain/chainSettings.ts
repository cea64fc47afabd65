import type { Listening } from '../../../src-shared/domain/liveChain.ts';
import type { LiveStrip } from '../../../src-shared/domain/strip.ts';
import type { EngineStrip } from '../../../src-shared/domain/stripSchema.ts';

/** The live chain in the units of its stages, as `LiveSettings` of native/engine/live_chain.hpp. */
export type ChainSettings = LiveStrip<Listening>;

export interface DenoiseMix {
  /** Off passes the input, as late as the model would be. */
  isOn: boolean;
  /** Percent. */
  sensitivity: number;
  /** Percent. */
  reduction: number;
}

/** Of a strip's denoiser. */
export function denoiseMixOf({ engine, ...mix }: EngineStrip['denoise']): DenoiseMix {
  return { isOn: engine !== 'off', ...mix };
}

/** Sensitivity and reduction at their ends ask for the model's own samples, with nothing added. */
export function isModelAlone({ isOn, sensitivity, reduction }: DenoiseMix): boolean {
  return isOn && sensitivity >= 100 && reduction >= 100;
}
