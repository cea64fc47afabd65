import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  DEFAULT_SETTINGS,
  initialChainOf,
  resetSettingsOf,
  settingsSchema,
  splitOutputs,
  withChanges,
  type Settings,
} from '../../../src-shared/contract/settings.ts';
import { createStoredValue, type TextStorage } from '../../lib/storedValue.ts';
import { withoutUndefined } from '../../../src-shared/domain/withoutUndefined.ts';

const KEY = 'sounddesk.settings';

export interface StoredSettings {
  read(): Settings;
  /** Changes what is named, keeps it, answers the whole. Throws `SETTINGS_UNWRITABLE`. */
  update(patch: { [K in keyof Settings]?: Settings[K] | undefined }): Settings;
  /** All to the defaults. Throws `SETTINGS_UNWRITABLE`. */
  reset(): Settings;
  onStorageEvent: (event: Pick<StorageEvent, 'key'>) => void;
}

/** The settings in this browser's storage. What is unreadable is put aside and the defaults stand. */
export function createStoredSettings(options: {
  storage: TextStorage;
  onChanged: (settings: Settings) => void;
  /** Hears a sentence for the user. */
  onProblem?: (message: string) => void;
}): StoredSettings {
  const { storage, onChanged, onProblem = () => undefined } = options;
  let isReported = false;
  const stored = createStoredValue({
    storage,
    key: KEY,
    schema: settingsSchema,
    upgrade: withDefaults,
    onDamaged(asideKey) {
      if (isReported) return;
      isReported = true;
      const old =
        asideKey === null
          ? 'There is no room to keep the old ones.'
          : `The old ones are kept as "${asideKey}".`;
      onProblem(`The settings kept in this browser could not be read, so the defaults are in use. ${old}`);
    },
  });
  const read = () => stored.read() ?? DEFAULT_SETTINGS;

  function keep(settings: Settings): Settings {
    try {
      stored.write(settings);
    } catch (cause) {
      throw failWith('SETTINGS_UNWRITABLE', 'settingsNotKept', { cause, retryable: true });
    }
    onChanged(settings);
    return settings;
  }

  return {
    read,
    update: (patch) => keep(settingsSchema.parse(withChanges(read(), withoutUndefined(patch)))),
    reset: () => keep(resetSettingsOf(DEFAULT_SETTINGS, read())),
    onStorageEvent({ key }) {
      if (key === KEY) onChanged(read());
    },
  };
}

/** Settings from before there was a chain kept a preset alone. */
function withDefaults(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS, ...splitOutputs({ ...stored }) };
  if (!Object.hasOwn(stored, 'chain')) {
    const presetId = settings.activePresetId;
    settings.chain = initialChainOf(typeof presetId === 'string' ? presetId : null);
  }
  return settings;
}
