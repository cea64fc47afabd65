import fs from 'node:fs';
import path from 'node:path';
import type { Log, SettingsStore } from '../core/ports.ts';
import {
  ForeignFileError,
  keepAside,
  moveAside,
  readJsonSync,
  writeFileDurably,
} from '../../src-node/files/index.ts';

const MOST_BYTES = 4 << 20;

/** A file of JSON in the data folder, replaced as a whole. */
export interface JsonStore {
  /** What was written last; undefined where nothing was. */
  read(): unknown;
  write(value: object): void;
  keepAside(): void;
  keptAs(): string | null;
  /** Whether a damaged file was put aside when this was opened. */
  wasDamaged(): boolean;
}

/**
 * Opens `<dataDir>/<name>.json`. A file that is not an object of JSON is put aside,
 * as `<name>.json.bad` or under the next free name, before the store starts again, so that nothing of it is lost.
 */
export function openJsonStore(dataDir: string, name: string, log: Log): JsonStore {
  const file = path.join(dataDir, `${name}.json`);
  const wasDamaged = isDamaged(file);
  let keptAs: string | null = null;
  if (wasDamaged) {
    keptAs = moveAside(file);
    log.error(`${file} was damaged and is now ${keptAs}.`, new SyntaxError('not an object of JSON'));
  }
  return {
    wasDamaged: () => wasDamaged,
    read: () => (fs.existsSync(file) ? readJsonSync(file, { mostBytes: MOST_BYTES }) : undefined),
    write(value) {
      fs.mkdirSync(dataDir, { recursive: true });
      writeFileDurably(file, `${JSON.stringify(value, null, 2)}\n`);
    },
    keepAside: () => {
      if (fs.existsSync(file)) keptAs ??= keepAside(file);
    },
    keptAs: () => keptAs,
  };
}

/** The settings of this installation: what was stored is checked by the service, not here. */
export function createSettingsStore(dataDir: string, log: Log): SettingsStore {
  return openJsonStore(dataDir, 'settings', log);
}

function isDamaged(file: string): boolean {
  if (!fs.existsSync(file)) return false;
  try {
    const value: unknown = readJsonSync(file, { mostBytes: MOST_BYTES });
    return typeof value !== 'object' || value === null || Array.isArray(value);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ForeignFileError) return true;
    throw error;
  }
}
