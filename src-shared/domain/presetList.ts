import { z } from 'zod';
import { BUILT_IN_PRESETS, MAX_PRESETS, presetSchema, type Preset } from './presets.ts';

/** What is kept of presets: the custom ones, and in which order all of them stand. */
export const presetLibrarySchema = z.object({
  version: z.literal(1),
  custom: z.array(presetSchema).max(MAX_PRESETS),
  /** Ids; one that is not named is behind those that are, the built-in ones first. */
  order: z.array(z.string()),
});
export type PresetLibrary = z.infer<typeof presetLibrarySchema>;

export const EMPTY_LIBRARY: PresetLibrary = { version: 1, custom: [], order: [] };

/** Said where somebody wants to delete a built-in preset (document 1, section 5). */
export const CANNOT_DELETE_DEFAULT = 'Cannot delete default presets';

/** All presets in the user's order. */
export function listPresets({ custom, order }: PresetLibrary): Preset[] {
  const all = [...BUILT_IN_PRESETS, ...custom];
  const place = (preset: Preset) => {
    const index = order.indexOf(preset.id);
    return index < 0 ? order.length : index;
  };
  return all.sort((a, b) => place(a) - place(b));
}

export function findPreset(library: PresetLibrary, id: string): Preset | null {
  return listPresets(library).find((preset) => preset.id === id) ?? null;
}

/** With another preset at a place of the list (at its end where none is said); one of the same id is replaced. */
export function withPreset(library: PresetLibrary, preset: Preset, index?: number): PresetLibrary {
  const isKnown = library.custom.some(({ id }) => id === preset.id);
  if (isKnown)
    return { ...library, custom: library.custom.map((one) => (one.id === preset.id ? preset : one)) };
  const order = listPresets(library).map(({ id }) => id);
  order.splice(index ?? order.length, 0, preset.id);
  return { ...library, custom: [...library.custom, preset], order };
}

export function withoutPreset(library: PresetLibrary, id: string): PresetLibrary {
  return {
    ...library,
    custom: library.custom.filter((preset) => preset.id !== id),
    order: library.order.filter((one) => one !== id),
  };
}

/** `Podcast` → `Podcast (copy)`, then `Podcast (copy 2)`; never longer than a name may be. */
export function nameOfCopy(name: string, taken: readonly string[], maxLength = 100): string {
  const base = name.replace(/ \(copy(?: \d+)?\)$/, '');
  for (let copy = 1; ; copy += 1) {
    const suffix = copy === 1 ? ' (copy)' : ` (copy ${copy})`;
    const candidate = `${base.slice(0, maxLength - suffix.length)}${suffix}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
