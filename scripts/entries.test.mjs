import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ENTRIES = [
  'start',
  'test',
  'check',
  'bench',
  'bench-quality',
  'screenshots',
  'soak',
  'package-check',
  'package-npm',
  'package-debian',
  'build-windows',
];
/** Of Node's own modules; Node 20 ends at the first line where one of them is imported. */
const NEWER_THAN_NODE_20 = ['globSync', 'stripTypeScriptTypes'];
const IMPORT = /^(?:import|export)\s[^;]*?from '([^']+)';/gms;

/** What is read before the first line of a script runs, by file. */
function readWithImports(file, found = new Map()) {
  if (found.has(file)) return found;
  const text = file.endsWith('.mjs') ? readFileSync(file, 'utf8') : '';
  found.set(file, text);
  for (const [, name] of text.matchAll(IMPORT))
    if (name?.startsWith('.')) readWithImports(path.resolve(path.dirname(file), name), found);
    else if (!name?.startsWith('node:')) found.set(name ?? '', '');
  return found;
}

describe('a script that anyone may start', () => {
  it.each(ENTRIES)('%s begins on Node 20, without a package that is installed', (entry) => {
    const files = readWithImports(path.join(import.meta.dirname, `${entry}.mjs`));
    expect([...files.keys()].filter((file) => !file.endsWith('.mjs'))).toEqual([]);
    const newer = [...files].filter(([, text]) =>
      [...text.matchAll(IMPORT)].some(([line]) => NEWER_THAN_NODE_20.some((name) => line.includes(name))),
    );
    expect(newer.map(([file]) => file)).toEqual([]);
  });
});
