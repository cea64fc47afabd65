import { COMPRESSOR } from './compressor.ts';
import { DE_BREATH } from './deBreath.ts';
import { DE_CLICK } from './deClick.ts';
import { DE_ESSER } from './deEsser.ts';
import { DE_HUM } from './deHum.ts';
import { DE_PLOSIVE } from './dePlosive.ts';
import { DE_REVERB } from './deReverb.ts';
import { defaultsOf, type EffectFields, type EffectRow, type FieldValues } from './effectRow.ts';
import { EQUALIZER } from './equalizer.ts';
import { GATE, gateSettings } from './gate.ts';
import { LEVELER } from './leveler.ts';

/** The effects of a strip, in the order in which the sound goes through them: a row each, and nothing else to add. */
export const STRIP_EFFECTS = {
  deHum: DE_HUM,
  deClick: DE_CLICK,
  dePlosive: DE_PLOSIVE,
  deReverb: DE_REVERB,
  deBreath: DE_BREATH,
  gate: GATE,
  deEsser: DE_ESSER,
  equalizer: EQUALIZER,
  compressor: COMPRESSOR,
  leveler: LEVELER,
} as const satisfies Record<string, EffectRow>;

type Rows = typeof STRIP_EFFECTS;
export type EffectKey = keyof Rows;
/** Those that report what they take away. */
export type MeteredEffect = { [K in EffectKey]: Rows[K]['hasMeter'] extends true ? K : never }[EffectKey];
/** What the engine's fields of an effect are. */
export type EngineFieldsOf<K extends EffectKey> = Rows[K] extends {
  engineFields: infer F extends EffectFields;
}
  ? F
  : Rows[K]['fields'];

/** What the user set, in the units of the screen. */
export type EffectValues = { [K in EffectKey]: { isOn: boolean } & FieldValues<Rows[K]['fields']> };
/** The same in the units of the engine. */
export type EngineEffects = { [K in EffectKey]: { isOn: boolean } & FieldValues<EngineFieldsOf<K>> };
/** An effect that is not there is off. */
export type SomeEngineEffects = { [K in EffectKey]?: EngineEffects[K] | null | undefined };
/** A figure for each effect with a meter: `gateReductionDb` and so on. */
export type Reductions<T> = { [K in MeteredEffect as `${K}ReductionDb`]: T };

export const EFFECT_KEYS = Object.keys(STRIP_EFFECTS) as EffectKey[];

/** Those that take a defect out. */
export type RepairKey = { [K in EffectKey]: Rows[K] extends { repair: string } ? K : never }[EffectKey];

export function isRepair(effect: EffectKey): effect is RepairKey {
  return repairOf(effect) !== undefined;
}

/** Of a defect: on which side of the noise model it is taken out. */
export function repairOf(effect: EffectKey): EffectRow['repair'] {
  const row: EffectRow = STRIP_EFFECTS[effect];
  return row.repair;
}

export function hasMeter(effect: EffectKey): effect is MeteredEffect {
  return STRIP_EFFECTS[effect].hasMeter;
}

const METERED_EFFECTS = EFFECT_KEYS.filter(hasMeter);

export function engineFieldsOf(effect: EffectKey): EffectFields {
  const row: EffectRow = STRIP_EFFECTS[effect];
  return row.engineFields ?? row.fields;
}

/** An object with something for each effect. */
export function mapEffects<R extends Record<EffectKey, unknown>>(
  make: (effect: EffectKey) => R[EffectKey],
): R {
  // `Object.fromEntries` forgets which value belongs to which effect.
  return Object.fromEntries(EFFECT_KEYS.map((effect) => [effect, make(effect)])) as R;
}

/** An object with something for each meter. */
export function mapReductions<T>(make: (effect: MeteredEffect) => T): Reductions<T> {
  const reductions: Record<string, T> = {};
  for (const effect of METERED_EFFECTS) reductions[`${effect}ReductionDb`] = make(effect);
  return reductions as Reductions<T>;
}

/** A change of one effect. */
export function effectPatch<K extends EffectKey>(effect: K, values: EffectValues[K]): Partial<EffectValues> {
  return { [effect]: values };
}

export function reductionOf<T>(levels: Reductions<T>, effect: MeteredEffect): T {
  return levels[`${effect}ReductionDb`];
}

/** All of them off, at their defaults. */
export const DEFAULT_EFFECTS = mapEffects<Record<EffectKey, object>>((effect) => ({
  isOn: false,
  ...defaultsOf<EffectFields>(STRIP_EFFECTS[effect].fields),
})) as EffectValues;

/** The same in the units of the engine. */
export const ENGINE_EFFECTS_OFF: EngineEffects = toEngineEffects(DEFAULT_EFFECTS);

/** The effects alone, of whatever has them. */
export function effectsOf(owner: EffectValues): EffectValues {
  return mapEffects((effect) => owner[effect]);
}

/** In the units of the engine: the gate's slider becomes a threshold, all else is what the engine takes. */
export function toEngineEffects(owner: EffectValues): EngineEffects {
  return { ...effectsOf(owner), gate: gateSettings(owner.gate) };
}
