import type { CompressorValues } from './compressor.ts';

export const ENVIRONMENTS = ['Home', 'Office', 'Public', 'Entertainment'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** A noise preset: sensitivity and noise reduction are 0-100 (document 1, sections 3 and 5). */
export interface NoisePreset {
  id: string;
  name: string;
  description: string;
  environment: Environment;
  sensitivity: number;
  noiseReduction: number;
  /** null: choosing the preset leaves the equalizer, or the compressor, as it is. */
  equalizerGainsDb: number[] | null;
  compressor: CompressorValues | null;
  isDefault: boolean;
  /** Milliseconds since 1970; 0 for what is built in. */
  createdAtMs: number;
}

/** The built-in presets of document 1, section 3. They cannot be deleted. */
export const BUILT_IN_PRESETS: readonly NoisePreset[] = [
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

export const INITIAL_PRESET_ID = 'office-open-space';

/** The preset of that id, or null. */
export function findBuiltInPreset(id: string | null): NoisePreset | null {
  return BUILT_IN_PRESETS.find((preset) => preset.id === id) ?? null;
}

function builtIn(
  id: string,
  name: string,
  description: string,
  environment: Environment,
  sensitivity: number,
  noiseReduction: number,
): NoisePreset {
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
