import { z } from 'zod';
import { defaultsOf, type EffectFields } from '../effectRow.ts';

const percent = (label: string, start: number) =>
  ({ min: 0, max: 100, step: 1, default: start, unit: '', label }) as const;

/**
 * The effects of a clip with the parameters of document 2, section 9. Radii and sizes are in units of 1,080 lines, so
 * that an effect looks the same at every resolution. All values are whole numbers: the kernel computes in integers.
 */
export const CLIP_EFFECTS = {
  blur: { title: 'Blur', fields: { amount: percent('Amount', 5) } },
  sharpen: {
    title: 'Sharpen',
    fields: { amount: percent('Amount', 50), radius: { ...percent('Radius', 1), min: 1, max: 20 } },
  },
  glow: {
    title: 'Glow',
    fields: { intensity: percent('Intensity', 30), radius: { ...percent('Radius', 10), min: 1 } },
  },
  vignette: { title: 'Vignette', fields: { amount: percent('Amount', 50), size: percent('Size', 80) } },
  filmGrain: {
    title: 'Film grain',
    fields: { amount: percent('Amount', 25), size: { ...percent('Size', 1), min: 1, max: 20 } },
  },
  chromaticAberration: {
    title: 'Chromatic aberration',
    fields: { amount: { ...percent('Amount', 2), max: 50 } },
  },
} as const satisfies Readonly<Record<string, { title: string; fields: EffectFields }>>;

export type ClipEffectKind = keyof typeof CLIP_EFFECTS;
export const CLIP_EFFECT_KINDS = Object.keys(CLIP_EFFECTS) as [ClipEffectKind, ...ClipEffectKind[]];

/** The fields of an effect by their names, for anyone who does not care which effect it is. */
export const clipEffectFields = (kind: ClipEffectKind): EffectFields => CLIP_EFFECTS[kind].fields;

export const defaultEffectValues = (kind: ClipEffectKind): Record<string, number> =>
  defaultsOf(clipEffectFields(kind)) as Record<string, number>;

/** An effect of a clip: its own values, all of them and no others. */
export const effectSchema = z
  .strictObject({
    id: z.string().regex(/^[A-Za-z0-9][\w-]{0,63}$/),
    kind: z.enum(CLIP_EFFECT_KINDS),
    isOn: z.boolean(),
    values: z.record(z.string().max(40), z.number()),
  })
  .refine(({ kind, values }) => areValuesOf(clipEffectFields(kind), values), {
    error: 'These are not the values of this effect.',
  });
export type Effect = z.infer<typeof effectSchema>;

function areValuesOf(fields: EffectFields, values: Record<string, number>): boolean {
  const isWithin = ([key, { min, max }]: [string, EffectFields[string]]) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return value !== undefined && value >= min && value <= max;
  };
  return Object.keys(values).length === Object.keys(fields).length && Object.entries(fields).every(isWithin);
}

const slider = (label: string) => ({ min: -100, max: 100, step: 1, default: 0, unit: '', label }) as const;

/** Colour correction of document 2, section 3. */
export const COLOUR_FIELDS = {
  exposure: slider('Exposure'),
  contrast: slider('Contrast'),
  highlights: slider('Highlights'),
  shadows: slider('Shadows'),
  whites: slider('Whites'),
  blacks: slider('Blacks'),
  saturation: slider('Saturation'),
  vibrance: slider('Vibrance'),
  temperature: slider('Temperature'),
  tint: slider('Tint'),
} as const satisfies EffectFields;

export type ColourKey = keyof typeof COLOUR_FIELDS;
export const COLOUR_KEYS = Object.keys(COLOUR_FIELDS) as ColourKey[];
export type ColourValues = Record<ColourKey, number>;
export const DEFAULT_COLOUR: Readonly<ColourValues> = defaultsOf(COLOUR_FIELDS);

/** Green screen of document 2, sections 3 and 9. */
export const GREEN_SCREEN_FIELDS = {
  tolerance: percent('Tolerance', 20),
  softness: percent('Softness', 10),
  spillSuppression: percent('Spill suppression', 50),
  edgeFeather: percent('Edge feather', 5),
} as const satisfies EffectFields;
export const KEY_COLOUR = '#00ff00';

export const rgbSchema = z.string().regex(/^#[0-9a-f]{6}$/);
const range = z.number().min(0).max(100);

export const greenScreenSchema = z.strictObject({
  isOn: z.boolean(),
  keyColour: rgbSchema,
  tolerance: range,
  softness: range,
  spillSuppression: range,
  edgeFeather: range,
});
export type GreenScreen = z.infer<typeof greenScreenSchema>;
export const DEFAULT_GREEN_SCREEN: Readonly<GreenScreen> = {
  isOn: false,
  keyColour: KEY_COLOUR,
  ...defaultsOf(GREEN_SCREEN_FIELDS),
};

const signed = z.number().min(-100).max(100);
export const colourSchema = z.strictObject({
  exposure: signed,
  contrast: signed,
  highlights: signed,
  shadows: signed,
  whites: signed,
  blacks: signed,
  saturation: signed,
  vibrance: signed,
  temperature: signed,
  tint: signed,
}) satisfies z.ZodType<ColourValues>;
