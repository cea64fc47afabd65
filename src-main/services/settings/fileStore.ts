import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { writeFileDurably } from '../files/index.ts';
import type { Log, SettingsStore } from '../ports.ts';

/** Settings in one JSON file, private to the user. What cannot be read is kept beside it as `.bad`. */
export function createFileSettingsStore(path: string, log: Log): SettingsStore {
  let isDamaged = false;
  const keepAside = () => {
    try {
      copyFileSync(path, `${path}.bad`);
    } catch (error) {
      log.error('the damaged settings could not be kept aside', error, { path });
    }
  };
  return {
    read() {
      if (!existsSync(path)) return undefined;
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as unknown;
      } catch (error) {
        log.error('the settings file could not be read', error, { path });
        isDamaged = true;
        keepAside();
        return undefined;
      }
    },
    write: (settings) => writeFileDurably(path, `${JSON.stringify(settings, null, 2)}\n`),
    keepAside,
    wasDamaged: () => isDamaged,
  };
}
