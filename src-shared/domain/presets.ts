/** A noise preset: sensitivity and noise reduction are 0-100 (document 1, sections 3 and 5). */
export interface NoisePreset {
  id: string;
  name: string;
  environment: 'Home' | 'Office' | 'Public' | 'Entertainment';
  sensitivity: number;
  noiseReduction: number;
  isDefault: boolean;
}

/** The built-in presets of document 1, section 3. They cannot be deleted. */
export const BUILT_IN_PRESETS: readonly NoisePreset[] = [
  {
    id: 'home-quiet',
    name: 'Home - Quiet',
    environment: 'Home',
    sensitivity: 60,
    noiseReduction: 70,
    isDefault: true,
  },
  {
    id: 'office-open-space',
    name: 'Office - Open Space',
    environment: 'Office',
    sensitivity: 80,
    noiseReduction: 90,
    isDefault: true,
  },
  {
    id: 'cafe-noisy',
    name: 'Cafe - Noisy',
    environment: 'Public',
    sensitivity: 90,
    noiseReduction: 95,
    isDefault: true,
  },
  {
    id: 'gaming-variable',
    name: 'Gaming - Variable',
    environment: 'Entertainment',
    sensitivity: 75,
    noiseReduction: 80,
    isDefault: true,
  },
];

export const INITIAL_PRESET_ID = 'office-open-space';

/** The preset of that id, or null. */
export function findBuiltInPreset(id: string | null): NoisePreset | null {
  return BUILT_IN_PRESETS.find((preset) => preset.id === id) ?? null;
}
