import {
  EMPTY_LIBRARY,
  presetLibrarySchema,
  type PresetLibrary,
} from '../../../src-shared/domain/presetList.ts';
import { createStoredValue, isStorageRefusal, type TextStorage } from '../../lib/storedValue.ts';

export const PRESETS_KEY = 'sounddesk.presets';

/** The user's own presets in this browser's storage. */
export function createBrowserPresetStore(storage: TextStorage) {
  return {
    read(): { library: PresetLibrary; damage: string | null } {
      let damage: string | null = null;
      const stored = createStoredValue({
        storage,
        key: PRESETS_KEY,
        schema: presetLibrarySchema,
        onDamaged: (asideKey) => {
          damage =
            asideKey === null
              ? 'Your own presets could not be read from this browser’s storage. The built-in ones are there.'
              : `Your own presets could not be read. They are kept in this browser as "${asideKey}"; the built-in presets are there.`;
        },
      }).read();
      return { library: stored ?? EMPTY_LIBRARY, damage };
    },
    write(library: PresetLibrary): void {
      try {
        storage.setItem(PRESETS_KEY, JSON.stringify(library));
      } catch (error) {
        if (!isStorageRefusal(error)) throw error;
        throw new Error('this browser has no more room for this page', { cause: error });
      }
    },
  };
}
