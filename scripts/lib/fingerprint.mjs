import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './steps.mjs';

/** SHA-256 over the names and contents of files and folders, given relative to the root. */
export function fingerprint(entries) {
  const hash = createHash('sha256');
  for (const entry of entries) addEntry(hash, entry);
  return hash.digest('hex');
}

function addEntry(hash, relative) {
  const absolute = path.join(ROOT, relative);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (!stats) {
    hash.update(`${relative}\0missing\0`);
  } else if (stats.isDirectory()) {
    for (const name of readdirSync(absolute).sort()) addEntry(hash, path.join(relative, name));
  } else {
    hash.update(`${relative}\0`).update(readFileSync(absolute)).update('\0');
  }
}
