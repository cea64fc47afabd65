import type { ParsedInputOf } from '../../../src-shared/contract/define.ts';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  DEFAULT_SETTINGS,
  initialChainOf,
  keepTakesFolder,
  resetSettingsOf,
  settingsSchema,
  splitOutputs,
  withChanges,
  type Settings,
  type settingsContract,
} from '../../../src-shared/contract/settings.ts';
import { learnRoom } from '../../../src-shared/domain/roomLearning.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Log, SettingsStore } from '../ports.ts';
import { withoutUndefined } from '../../../src-shared/domain/withoutUndefined.ts';

export { createFileSettingsStore } from './fileStore.ts';

type SettingsChanges = ParsedInputOf<(typeof settingsContract)['settings.update']>;

export interface SettingsServiceOptions {
  store: SettingsStore;
  log: Log;
  onChanged(settings: Settings): void;
  /** The changes as they are to be kept; throws where one names a path that may not be. */
  checkPaths?: (changes: Partial<Settings>, before: Settings) => Partial<Settings>;
}

/** The preferences of this installation; a damaged store costs only what was damaged. */
export function createSettingsService(options: SettingsServiceOptions): {
  handlers: Handlers<typeof settingsContract>;
  read(): Settings;
  /** Throws where a path may not be, a plug-in folder was never allowed, or nothing can be written. */
  update(changes: SettingsChanges): Settings;
  /** Folders that the owner has allowed: nothing else may bring a new one. */
  setPluginFolders(folders: string[]): void;
  /** Keeps what a session heard of its room, where that is due. */
  learnRoom(heard: { deviceId: string; thresholdDb: number }, nowMs: number): void;
} {
  const loaded = load(options);
  let { settings } = loaded;
  /** Searched since this start: they were allowed, and come back with an undo. */
  const allowedFolders = new Set(settings.pluginFolders);

  function keep(wanted: Settings): Settings {
    const changed = keepTakesFolder(settings, wanted);
    try {
      options.store.write(changed);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw failWith('SETTINGS_UNWRITABLE', 'settingsUnsaved', {
        values: { reason },
        retryable: true,
        cause: error,
      });
    }
    settings = changed;
    options.onChanged(settings);
    return settings;
  }

  function update(input: SettingsChanges): Settings {
    const unknown = input.pluginFolders?.find((folder) => !allowedFolders.has(folder));
    if (unknown !== undefined) throw notAllowed(unknown);
    const changes = withoutUndefined(input);
    return keep(withChanges(settings, options.checkPaths?.(changes, settings) ?? changes));
  }

  return {
    read: () => settings,
    update,
    setPluginFolders(folders) {
      keep({ ...settings, pluginFolders: folders });
      for (const folder of folders) allowedFolders.add(folder);
    },
    learnRoom(heard, nowMs) {
      const learnedRooms = learnRoom(settings.learnedRooms, heard, settings.updateFrequency, nowMs);
      if (learnedRooms === settings.learnedRooms) return;
      try {
        keep({ ...settings, learnedRooms });
      } catch (error) {
        // The session that has ended is none the worse for it; the next one learns again.
        options.log.error('what was learned of a room could not be kept', error);
      }
    },
    handlers: {
      'settings.read': () => settings,
      'settings.update': update,
      'settings.reset': () => keep(resetSettingsOf(DEFAULT_SETTINGS, settings)),
      'settings.readDamage': () => loaded.damage,
    },
  };
}

/** Plug-ins in it would run as programs of the owner, no matter who sent the change. */
function notAllowed(folder: string): RpcError {
  return failWith('CONFIRMATION_NEEDED', 'pluginFolderElsewhere', { values: { folder } });
}

const keptAside = (store: SettingsStore) => {
  const file = store.keptAs?.();
  return file ? `What was there is kept in ${file}.` : 'What was there could not be kept.';
};

function load({ store, log }: SettingsServiceOptions): { settings: Settings; damage: string | null } {
  const stored = store.read();
  if (stored === undefined || stored === null) {
    const damage = store.wasDamaged?.()
      ? `They could not be read: the defaults are in use. ${keptAside(store)}`
      : null;
    return { settings: DEFAULT_SETTINGS, damage };
  }
  if (typeof stored !== 'object' || Array.isArray(stored)) {
    store.keepAside?.();
    log.info('the stored settings are damaged: all defaults are used');
    return {
      settings: DEFAULT_SETTINGS,
      damage: `They could not be read: the defaults are in use. ${keptAside(store)}`,
    };
  }
  const { settings, badFields } = mend(splitOutputs(stored as Record<string, unknown>));
  if (badFields.length === 0) return { settings, damage: null };
  store.keepAside?.();
  log.info('some stored settings are damaged: their defaults are used', { badFields });
  return {
    settings,
    damage: `These could not be read, their defaults are in use: ${badFields.join(', ')}. ${keptAside(store)}`,
  };
}

/** The stored values that are valid, over the defaults; a missing one is of an older version and not damage. */
function mend(stored: Record<string, unknown>): { settings: Settings; badFields: string[] } {
  const badFields: string[] = [];
  const valid: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    if (!Object.hasOwn(stored, name)) continue;
    const parsed = schema.safeParse(stored[name]);
    if (parsed.success) valid[name] = parsed.data;
    else badFields.push(name);
  }
  const settings: Settings = { ...DEFAULT_SETTINGS, ...valid };
  // Settings from before there was a chain kept a preset alone.
  if (!Object.hasOwn(valid, 'chain')) settings.chain = initialChainOf(settings.activePresetId);
  return { settings, badFields };
}
