import { toSliderValue, type SliderLimits } from './gain.ts';

/** One value of an effect: its range, where it begins, and how it is called. */
export interface EffectField extends SliderLimits {
  default: number;
  /** Behind the figure; empty where the figure has none. */
  unit: string;
  label: string;
  /** Its name on the command line, e.g. `threshold` of `--compressor threshold=-20`. */
  option?: string;
  /** Of a list of values: what each of them is called. */
  items?: readonly string[];
}
export type EffectFields = Readonly<Record<string, EffectField>>;

/** Values of fields: a number each, a list where the field has items. */
export type FieldValues<F extends EffectFields> = {
  -readonly [K in keyof F]: F[K] extends { items: readonly string[] } ? number[] : number;
};

/** Values that have a name. */
export interface EffectPreset {
  id: string;
  name: string;
  values: Readonly<Record<string, number | readonly number[]>>;
}

/**
 * One effect of the strip. Schemas, types, defaults, sliders, meters, command line options and messages are made of
 * its row; the process that makes it sound has its own row in native/dsp/effects.hpp and media/dsp/effectChain.ts.
 */
export interface EffectRow {
  title: string;
  /** Where there is little room. */
  shortTitle: string;
  /** What the user sets, in the order of the screen. */
  fields: EffectFields;
  /** What the engine takes, where that is something else; `toEngine` in stripEffects.ts makes it of the fields. */
  engineFields?: EffectFields;
  /** Whether it reports by how many decibels it lowers the sound. */
  hasMeter: boolean;
  /**
   * A step that takes a defect out, on this side of the noise model: hum, clicks and thumps before it, so that it hears the
   * voice without them. What such steps take away can be listened to.
   */
  repair?: 'beforeDenoise' | 'afterDenoise';
  presets?: readonly EffectPreset[];
  /** On the command line; `plain` is the one field that is given as a bare number. */
  option: { name: string; help: string; plain?: string };
}

/** Where the fields begin. */
export function defaultsOf<F extends EffectFields>(fields: F): FieldValues<F> {
  return mapFields(fields, (field) => (field.items ? field.items.map(() => field.default) : field.default));
}

/** What a slider of the field takes. */
export function sliderOf({ min, max, step, default: defaultValue }: EffectField) {
  return { min, max, step, defaultValue };
}

/** The nearest values that the sliders can take; a missing one is its default. */
export function toFieldValues<F extends EffectFields>(
  fields: F,
  values: Readonly<Record<string, number | readonly number[] | undefined>>,
): FieldValues<F> {
  return mapFields(fields, (field, key) => {
    const value = values[key];
    const items = typeof value === 'object' ? value : [value];
    const fitted = (item: number | undefined) => toSliderValue(item ?? field.default, field);
    return field.items ? field.items.map((_, index) => fitted(items[index])) : fitted(items[0]);
  });
}

/** The preset of that id, or of that name whatever its case; else null. */
export function findPreset<P extends { id: string; name: string }>(
  presets: readonly P[],
  idOrName: string,
): P | null {
  const wanted = idOrName.trim().toLowerCase();
  return presets.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted) ?? null;
}

function mapFields<F extends EffectFields>(
  fields: F,
  make: (field: EffectField, key: string) => number | number[],
): FieldValues<F> {
  const entries = Object.entries(fields).map(([key, field]) => [key, make(field, key)]);
  // `Object.entries` forgets which value belongs to which key.
  return Object.fromEntries(entries) as FieldValues<F>;
}
