import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TakeFiles } from '../../../src-shared/handlers/transcripts/index.ts';
import {
  appendLineDurably,
  readRegularLines,
  readRegularText,
  toFileError,
  writeFileDurably,
} from '../../../src-node/files/index.ts';

const MOST_BYTES = 512 << 20;

/** The files beside a take that a transcript is kept in. */
export function openFolderFiles(folder: string): TakeFiles {
  const guarded = async (name: string, work: (path: string) => void): Promise<void> => {
    const path = join(folder, name);
    try {
      work(path);
      await Promise.resolve();
    } catch (error) {
      throw toFileError(path, error);
    }
  };
  return {
    place: folder,
    read: (name) => Promise.resolve(readRegularText(folder, name, { mostBytes: MOST_BYTES })),
    readLines: (name) => Promise.resolve([...readRegularLines(folder, name, { mostBytes: MOST_BYTES })]),
    write: (name, text) => guarded(name, (path) => writeFileDurably(path, text, 0o644)),
    append: (name, lines) => guarded(name, (path) => void appendLineDurably(path, lines)),
    remove: (name) => guarded(name, (path) => rmSync(path, { force: true })),
    stampOf: (names) => Promise.resolve(names.map((name) => stampOf(join(folder, name))).join(' ')),
  };
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '-';
}
