import { existsSync } from 'node:fs';
import { keepAside, readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log, SettingsStore } from '../ports.ts';

/** A hundred times what all settings are. */
const MOST_BYTES = 4 << 20;

/** Settings in one JSON file, private to the user. What cannot be read is kept beside it, each time under a name of its own. */
export function createFileSettingsStore(path: string, log: Log): SettingsStore {
  let isDamaged = false;
  let keptAs: string | null = null;
  const keepDamaged = () => {
    try {
      return keepAside(path);
    } catch (error) {
      log.error('the damaged settings could not be kept aside', error, { path });
      return null;
    }
  };
  return {
    read() {
      if (!existsSync(path)) return undefined;
      try {
        return readJsonSync(path, { mostBytes: MOST_BYTES });
      } catch (error) {
        log.error('the settings file could not be read', error, { path });
        isDamaged = true;
        keptAs = keepDamaged();
        return undefined;
      }
    },
    write: (settings) => writeFileDurably(path, `${JSON.stringify(settings, null, 2)}\n`),
    keepAside: () => (keptAs ??= keepDamaged()),
    wasDamaged: () => isDamaged,
    keptAs: () => keptAs,
  };
}
