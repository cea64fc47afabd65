import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_TEXTS, recogniseSentence, type ErrorText } from '../../src-shared/contract/errorTexts.ts';
import { NATIVE_ERRORS } from '../../src-shared/contract/errorTexts/native.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Where failures of a host and of a page are thrown; not the command line, which speaks English. */
const SOURCES = [
  ...['src-main/{core,electron,services}', 'src-node', 'src-shared/{handlers,recording}'],
  ...['src-renderer/{features,media,platform}'],
].map((folder) => `${folder}/**/*.{ts,tsx}`);

/** Sentences that stay English: why. */
const STAY_ENGLISH = [
  // Options of the command line.
  /Use --force to replace it\.$/,
  /Export that: --mix\.$/,
  // A page that does not keep to the contract, which nobody who uses the product can bring about.
  /^"\$\{.*\}" never was the folder of recordings\.$/,
  /is not a path of the accounts\.$/,
  /is not the name of a take's folder\.$/,
  /^A new order names every channel once, and no other\.$/,
  /^An order names every preset once; read the list again\.$/,
  /^H\.264 comes with what its decoder has to know\.$/,
  /^A frame cannot be later than now\.$/,
  // A file of the demo that was damaged on its way: what is said is `demo.failed`.
  /is not the one of the demo recording\.$/,
  // Part of the sentence of a track.
  /^its frames say that they are longer than any recording$/,
  // A name before a sentence that is said in its own words.
  /^\$\{(?:fileName|name)\}: \$\{/,
];
/** Thrown as they are written there, and known by their words. */
const OTHERS = /[/\\](broadcast|programme|editor|projects|renders)[/\\]/;

const all = globSync(SOURCES, { cwd: ROOT }).filter((file) => !file.includes('.test.'));
const files = all.filter((file) => !OTHERS.test(file));
/** Sentences that are written where they are thrown. */
const thrownIn = (file: string) =>
  [...read(file).matchAll(/new RpcError\(\s*[^,()]+,\s*(['"`])([\s\S]*?)\1/g)].map((match) => match[2] ?? '');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('sentences of the host', () => {
  it('are thrown by their names', () => {
    const written = files.flatMap(thrownIn);
    expect(written.filter((text) => !STAY_ENGLISH.some((stays) => stays.test(text)))).toEqual([]);
  });

  it('are known by their words in the editor and the broadcast', () => {
    const written = all
      .filter((file) => OTHERS.test(file))
      .flatMap(thrownIn)
      .filter((text) => !STAY_ENGLISH.some((stays) => stays.test(text)));
    expect(written.length).toBeGreaterThan(50);
    const isKnown = (text: string) => recogniseSentence(text.replace(/\$\{[^}]*\}/g, '7')) !== null;
    expect(written.filter((text) => !isKnown(text))).toEqual([]);
  });

  it('of the engine are still what it says', () => {
    const said = globSync('native/**/*.cpp', { cwd: ROOT, exclude: ['native/build/**'] })
      .map(read)
      .join('\n')
      // A string that is written in two lines.
      .replace(/"\s*\n\s*"/g, '');
    const gone = Object.values(NATIVE_ERRORS).filter((template) =>
      template.split(/\{\{\w+\}\}/).some((part) => part.trim().length > 3 && !said.includes(part.trim())),
    );
    expect(gone).toEqual([]);
  });

  it('are known where a host says what it cannot do', () => {
    const reasons = files.flatMap((file) =>
      [...read(file).matchAll(/const NO_[A-Z_]+ =\s*'([^']*[a-z] [^']*)'/g)].map((match) => match[1] ?? ''),
    );
    expect(reasons.length).toBeGreaterThan(8);
    expect(reasons.filter((reason) => recogniseSentence(reason) === null)).toEqual([]);
  });

  it.each(Object.entries(ERROR_TEXTS))('%s is recognised, with its values', (text, template) => {
    const names = [...new Set([...template.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ''))];
    const values = Object.fromEntries(names.map((name, index) => [name, `‹${name} ${index}›`]));
    const written = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
    const found = recogniseSentence(written);
    // Two texts may have the same words with other names in their places.
    const wordsOf = (key: string) => ERROR_TEXTS[key as ErrorText].replace(/\{\{\w+\}\}/g, '{}');
    expect(wordsOf(found?.text ?? text)).toBe(wordsOf(text));
    expect(Object.values(found?.values ?? {})).toEqual(Object.values(values));
  });
});
