import { z } from 'zod';
import { effectSchemas, percentSchema } from './stripSchema.ts';

export const ENVIRONMENTS = ['Home', 'Office', 'Public', 'Entertainment'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** More than anybody keeps apart. */
export const MAX_PRESETS = 500;

export const presetIdSchema = z.string().min(1).max(100);

/** Sensitivity and noise reduction are 0-100 (document 1, sections 3 and 5). */
export const newPresetSchema = z.strictObject({
  name: z.string().trim().min(1, 'a name is needed').max(100),
  description: z.string().trim().max(500),
  environment: z.enum(ENVIRONMENTS),
  sensitivity: percentSchema,
  noiseReduction: percentSchema,
  /** null: choosing the preset leaves the equalizer, or the compressor, as it is. */
  equalizerGainsDb: effectSchemas.equalizer.shape.gainsDb.nullable(),
  compressor: effectSchemas.compressor.omit({ isOn: true }).nullable(),
});
export type NewPreset = z.infer<typeof newPresetSchema>;

export const presetSchema = newPresetSchema.extend({
  id: presetIdSchema,
  isDefault: z.boolean(),
  /** Milliseconds since 1970; 0 for what is built in. */
  createdAtMs: z.number(),
});
export type Preset = z.infer<typeof presetSchema>;

/** The built-in presets of document 1, section 3. They cannot be deleted. */
export const BUILT_IN_PRESETS: readonly Preset[] = [
  builtIn('home-quiet', 'Home - Quiet', 'A quiet room: little is taken away.', 'Home', 60, 70),
  builtIn('office-open-space', 'Office - Open Space', 'Keyboards, fans and people nearby.', 'Office', 80, 90),
  builtIn('cafe-noisy', 'Cafe - Noisy', 'Dishes, music and many voices.', 'Public', 90, 95),
  builtIn(
    'gaming-variable',
    'Gaming - Variable',
    'Fans and clicks that come and go.',
    'Entertainment',
    75,
    80,
  ),
];

/** The preset of that id, or null. */
export function findBuiltInPreset(id: string | null): Preset | null {
  return BUILT_IN_PRESETS.find((preset) => preset.id === id) ?? null;
}

function builtIn(
  id: string,
  name: string,
  description: string,
  environment: Environment,
  sensitivity: number,
  noiseReduction: number,
): Preset {
  return {
    id,
    name,
    description,
    environment,
    sensitivity,
    noiseReduction,
    equalizerGainsDb: null,
    compressor: null,
    isDefault: true,
    createdAtMs: 0,
  };
}
