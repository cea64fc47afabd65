import { RpcError } from '../../../src-shared/contract/errors.ts';
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from '../../../src-shared/contract/settings.ts';

const KEY = 'sounddesk.settings';
/** Settings that could not be read are kept here, so that nothing is lost by starting anew. */
const ASIDE_KEY = 'sounddesk.settings.unreadable';

export interface StoredSettings {
  read(): Settings;
  /** Changes what is named, keeps it, answers the whole. Throws `SETTINGS_UNWRITABLE`. */
  update(patch: { [K in keyof Settings]?: Settings[K] | undefined }): Settings;
  onStorageEvent: (event: Pick<StorageEvent, 'key'>) => void;
}

/** The settings in this browser's storage. What is unreadable is put aside and the defaults stand. */
export function createStoredSettings(options: {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  onChanged: (settings: Settings) => void;
}): StoredSettings {
  const { storage, onChanged } = options;

  function read(): Settings {
    const text = storage.getItem(KEY);
    if (text === null) return DEFAULT_SETTINGS;
    const stored = parse(text);
    if (stored) return stored;
    storage.setItem(ASIDE_KEY, text);
    return DEFAULT_SETTINGS;
  }

  return {
    read,
    update(patch) {
      const settings = settingsSchema.parse({ ...read(), ...patch });
      try {
        storage.setItem(KEY, JSON.stringify(settings));
      } catch (cause) {
        throw new RpcError(
          'SETTINGS_UNWRITABLE',
          'This browser did not keep the settings. Allow storage for this page, or make room, and try again.',
          { cause, retryable: true },
        );
      }
      onChanged(settings);
      return settings;
    },
    onStorageEvent({ key }) {
      if (key === KEY) onChanged(read());
    },
  };
}

function parse(text: string): Settings | null {
  try {
    const parsed = settingsSchema.safeParse({ ...DEFAULT_SETTINGS, ...(JSON.parse(text) as object) });
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // Not JSON: the caller puts it aside.
  }
}
