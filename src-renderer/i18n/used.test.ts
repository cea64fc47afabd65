import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { list } from './en/list.ts';
import { shell } from './en/shell.ts';
import { addTexts, i18n } from './index.ts';

const RENDERER = join(import.meta.dirname, '..');
/** Read by keys that are made elsewhere (rows of effects), or as a whole list. */
const READ_OTHERWISE = [
  ...[/^effects: /, /^settings: shortcuts\.fixed\./, /^help: feedback\.ratings\./],
  ...[/^recordingWarnings: (slept|stoodStill)\./, /^studioVideo: ended\./],
  // Used where a failure is raised: src-shared/contract/errorTexts.ts.
  /^errors: /,
];

const isTexts = (file: string) => /[tT]exts(\.en)?\.ts$|^i18n\//.test(file);
const files = globSync('**/*.{ts,tsx}', { cwd: RENDERER });
const code = files
  .filter((file) => !isTexts(file) && !file.includes('.test.'))
  .map((file) => readFileSync(join(RENDERER, file), 'utf8'))
  .join('\n');

const literals = new Set(
  [...code.matchAll(/'([\w:./-]+)'|"([\w:./-]+)"/g)].map((match) =>
    withoutNamespace(match[1] ?? match[2] ?? ''),
  ),
);

/** Keys that are put together, as `modes.${mode}`: at least their first part is written down. */
const patterns = [...code.matchAll(/`([\w:.]*[a-z]\w*\.[^`\n]*\$\{[^`\n]*)`/g)].map((match) => {
  const parts = withoutNamespace(match[1] ?? '').split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/);
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[^\w/-]/g, '\\$&')).join('[\\w/.-]+')}$`);
});

/** What a part of the code reads below, as in `getFixedT(null, 'shell', 'notices')`. */
const prefixes = [...code.matchAll(/getFixedT\([^)]*, '[^']+', '([\w.]+)'\)/g)].map(
  (match) => `${match[1]}.`,
);

function withoutNamespace(key: string): string {
  return key.replace(/^\w+:/, '');
}

/** Every key of a tree, plurals as one. */
function keysOf(tree: unknown, key = ''): string[] {
  if (typeof tree === 'string') return [key.replace(/_(zero|one|other)$/, '')];
  return Object.entries(tree as object).flatMap(([name, below]) =>
    keysOf(below, key ? `${key}.${name}` : name),
  );
}

/** A part of the way to it is enough where a tree is read at once. */
function isUsed(key: string): boolean {
  const names = key.split('.');
  const starts = names.map((_, at) => names.slice(0, at + 1).join('.'));
  return (
    starts.some((start) => (start === key || start.includes('.')) && literals.has(start)) ||
    prefixes.some((prefix) => key.startsWith(prefix) && literals.has(key.slice(prefix.length))) ||
    patterns.some((pattern) => pattern.test(key))
  );
}

describe('English texts', () => {
  it('are all shown somewhere', async () => {
    addTexts('shell', shell);
    addTexts('list', list);
    for (const file of files.filter((name) => isTexts(name) && !name.startsWith('i18n/')))
      await import(join(RENDERER, file));
    const unused = Object.entries(i18n.store.data.en ?? {}).flatMap(([namespace, texts]) =>
      [...new Set(keysOf(texts))].filter((key) => !isUsed(key)).map((key) => `${namespace}: ${key}`),
    );
    expect(unused.filter((key) => !READ_OTHERWISE.some((read) => read.test(key)))).toEqual([]);
  });
});
