import {
  EFFECT_KEYS,
  mapReductions,
  repairOf,
  type EffectKey,
  type EngineEffects,
  type Reductions,
} from '../../../src-shared/domain/stripEffects.ts';
import { Compressor } from './compressor.ts';
import { DeBreath } from './deBreath.ts';
import { DeClick } from './deClick.ts';
import { DeEsser } from './deEsser.ts';
import { DeHum } from './deHum.ts';
import { DePlosive } from './dePlosive.ts';
import { DeReverb } from './deReverb.ts';
import { EqualizerStage } from './equalizer.ts';
import { Gate } from './gate.ts';
import { Leveler } from './leveler.ts';

/** One effect at work on all channels of a sound. */
interface Stage<S> {
  /** Reached without a click; off lets the sound pass as it is. */
  set(settings: S): void;
  /** In place, any number of samples; `others` are the channels beside the first. */
  process(samples: Float32Array, others?: readonly Float32Array[]): void;
  /** The most since the last call, decibels, 0 or more; of those with a meter. */
  takeReductionDb?(): number;
  /** Reaches its settings before the first sample, where that takes sound. */
  settle?(): void;
}

type Stages = { [K in EffectKey]: Stage<EngineEffects[K]> };

/** A row an effect, as native/dsp/effects.hpp has them. */
const STAGES: { [K in EffectKey]: new (rateHz: number, channels: number) => Stages[K] } = {
  deHum: DeHum,
  deClick: DeClick,
  dePlosive: DePlosive,
  deReverb: DeReverb,
  deBreath: DeBreath,
  gate: Gate,
  deEsser: DeEsser,
  equalizer: EqualizerStage,
  compressor: Compressor,
  leveler: Leveler,
};

const keysOf = (repair: ReturnType<typeof repairOf>) =>
  EFFECT_KEYS.filter((effect) => repairOf(effect) === repair);
const BEFORE_DENOISE = keysOf('beforeDenoise');
const AFTER_DENOISE = keysOf('afterDenoise');
const NO_REPAIR = keysOf(undefined);

/** The effects of a strip one after the other, in the order of their table. */
export class EffectChain {
  readonly #stages: Stages;
  readonly #isOn = new Set<EffectKey>();

  constructor(rateHz: number, channels = 1) {
    const stages = EFFECT_KEYS.map((effect) => [effect, new STAGES[effect](rateHz, channels)]);
    // `Object.fromEntries` forgets which stage belongs to which effect.
    this.#stages = Object.fromEntries(stages) as Stages;
  }

  set(settings: EngineEffects): void {
    for (const effect of EFFECT_KEYS) this.#setOne(effect, settings);
  }

  settle(): void {
    for (const effect of EFFECT_KEYS) this.#stages[effect].settle?.();
  }

  /** Whether any before the noise model is on. */
  get isRepairing(): boolean {
    return BEFORE_DENOISE.some((effect) => this.#isOn.has(effect));
  }

  /** Whether any behind the noise model is on. */
  get isAtWork(): boolean {
    return [...AFTER_DENOISE, ...NO_REPAIR].some((effect) => this.#isOn.has(effect));
  }

  /** In place, any number of samples, in this order: the repairs before the noise model, */
  repair(samples: Float32Array, others?: readonly Float32Array[]): void {
    for (const effect of BEFORE_DENOISE) this.#stages[effect].process(samples, others);
  }

  /** those behind it, */
  repairAfter(samples: Float32Array, others?: readonly Float32Array[]): void {
    for (const effect of AFTER_DENOISE) this.#stages[effect].process(samples, others);
  }

  /** and the rest. */
  process(samples: Float32Array, others?: readonly Float32Array[]): void {
    for (const effect of NO_REPAIR) this.#stages[effect].process(samples, others);
  }

  /** The most since the last call; 0 where the effect is off. */
  takeReductions(): Reductions<number> {
    return mapReductions((effect) => {
      const reductionDb = this.#stages[effect].takeReductionDb?.() ?? 0;
      return this.#isOn.has(effect) ? reductionDb : 0;
    });
  }

  #setOne<K extends EffectKey>(effect: K, settings: EngineEffects): void {
    this.#stages[effect].set(settings[effect]);
    if (settings[effect].isOn) this.#isOn.add(effect);
    else this.#isOn.delete(effect);
  }
}
