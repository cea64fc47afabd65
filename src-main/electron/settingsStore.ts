import fs from 'node:fs';
import path from 'node:path';
import type { Log, SettingsStore } from '../core/ports.ts';
import { writeFileDurably } from '../services/files/index.ts';

/** A file of JSON in the data folder, replaced as a whole. */
export interface JsonStore {
  /** What was written last; undefined where nothing was. */
  read(): unknown;
  write(value: object): void;
  keepAside(): void;
  /** Whether a damaged file was put aside when this was opened. */
  wasDamaged(): boolean;
}

/**
 * Opens `<dataDir>/<name>.json`. A file that is not an object of JSON is put aside as
 * `<name>.json.bad` before the store starts anew, so that nothing of it is lost.
 */
export function openJsonStore(dataDir: string, name: string, log: Log): JsonStore {
  const file = path.join(dataDir, `${name}.json`);
  const aside = `${file}.bad`;
  const wasDamaged = isDamaged(file);
  if (wasDamaged) {
    fs.renameSync(file, aside);
    log.error(`${file} was damaged and is now ${aside}.`, new SyntaxError('not an object of JSON'));
  }
  return {
    wasDamaged: () => wasDamaged,
    read: () => (fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as unknown) : undefined),
    write(value) {
      fs.mkdirSync(dataDir, { recursive: true });
      writeFileDurably(file, `${JSON.stringify(value, null, 2)}\n`);
    },
    keepAside: () => {
      if (fs.existsSync(file)) fs.copyFileSync(file, aside);
    },
  };
}

/** The settings of this installation: what was stored is checked by the service, not here. */
export function createSettingsStore(dataDir: string, log: Log): SettingsStore {
  return openJsonStore(dataDir, 'settings', log);
}

function isDamaged(file: string): boolean {
  if (!fs.existsSync(file)) return false;
  try {
    const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    return typeof value !== 'object' || value === null || Array.isArray(value);
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}
