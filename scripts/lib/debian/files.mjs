/** What is written into the tree of the Debian package. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Sentences say `npx sounddesk`, as in a checkout: where it is installed the command has a name of its own. */
export const renamed = (text) =>
  text
    .replaceAll(/\\?["“„«]\s?npm start\s?\\?["”“»] (?:or|oder|ou|o) /g, '')
    .replaceAll('npx sounddesk', 'sounddesk');

export function writeFile(root, file, content, mode = 0o644) {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content, { mode });
}
