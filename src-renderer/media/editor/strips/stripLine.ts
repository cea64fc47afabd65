import type { EngineEffects } from '../../../../src-shared/domain/stripEffects.ts';
import type { DenoiseMix } from '../../chain/chainSettings.ts';
import { NoiseLines, noiseModelOf } from '../../clean/cleanSound.ts';
import { Effects } from '../../clean/mastering.ts';

export const STRIP_FORMAT = { channels: 2, sampleRate: 48_000 } as const;

/** Of noise cancellation; null where it is not asked for. */
export interface StripModels {
  standard: ArrayBuffer | null;
  /** GTCRN, for the engine auto. */
  strong: ArrayBuffer | null;
}

export interface StripSettings {
  denoise: DenoiseMix;
  effects: EngineEffects;
  models: StripModels;
}

/**
 * A track's chain, stretch by stretch: the stages of an export, in their order. Repairs are those of live sound, where an export looks at
 * what is to come.
 */
export class StripLine {
  readonly #noise: NoiseLines | null;
  readonly #effects: Effects;

  constructor({ denoise, effects, models }: StripSettings) {
    const makeModel = () => noiseModelOf(models.standard ?? new ArrayBuffer(0), models.strong);
    this.#noise = denoise.isOn ? new NoiseLines({ format: STRIP_FORMAT, denoise, makeModel }) : null;
    this.#effects = new Effects(effects, STRIP_FORMAT.channels, STRIP_FORMAT.sampleRate);
  }

  /** Interleaved stereo; what comes out may be none yet. */
  push(block: Float32Array, isLast: boolean): Float32Array {
    const repaired = this.#effects.repair(block);
    return this.#effects.apply(this.#noise?.push(repaired, isLast) ?? repaired);
  }
}
