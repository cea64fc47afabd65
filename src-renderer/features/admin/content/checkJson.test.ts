import { expect, it } from 'vitest';
import { PAGE_CONTENT_MAX } from '../../../../src-shared/domain/content.ts';
import { checkJson } from './checkJson.ts';
import { findJsonFault } from './findJsonFault.ts';

it('takes an object as it is written', () => {
  expect(checkJson('{"b": [1, {"c": null}], "a": "<b>"}')).toEqual({
    value: { b: [1, { c: null }], a: '<b>' },
  });
});

it.each([
  ['{\n  "a": 1,\n  "b": \n}', 4, 1, 'value'],
  ['{"a": 1', 1, 8, 'commaOrEnd'],
  ['{"a": 1]', 1, 8, 'commaOrEnd'],
  ['', 1, 1, 'value'],
  ["{'a': 1}", 1, 2, 'key'],
  ['{"a": 1,}', 1, 9, 'key'],
  ['{"a" 1}', 1, 6, 'colon'],
  ['{"a": "x\n"}', 1, 7, 'quotes'],
  ['{"a": "\\x"}', 1, 7, 'quotes'],
  ['{"a": [1,]}', 1, 10, 'value'],
  ['{"a": 01}', 1, 7, 'value'],
  ['{} {}', 1, 4, 'end'],
  ['{// no\n}', 1, 2, 'key'],
])('says where %j is wrong', (text, line, column, missing) => {
  expect(checkJson(text)).toEqual({ problem: { line, column, missing } });
});

it.each(['[]', '"x"', '5', 'null', 'true'])('refuses %s, which is no object', (text) => {
  expect(checkJson(text)).toEqual({ problem: { missing: 'object' } });
});

it('refuses the one character that cannot be kept, and nothing that looks like it', () => {
  expect(checkJson(String.raw`{"a": "\u0000"}`)).toEqual({ problem: { missing: 'character' } });
  expect(checkJson(String.raw`{"a": "\\u0000"}`)).toMatchObject({ value: { a: String.raw`\u0000` } });
});

it('refuses what is too long', () => {
  expect(checkJson(`{"a": "${'x'.repeat(PAGE_CONTENT_MAX)}"}`)).toEqual({ problem: { missing: 'space' } });
});

it('finds a fault where the engine does, and nowhere else, in 20,000 texts', () => {
  // A generator of its own, so that each run has the same texts.
  let seed = 20_261_122;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const parts = [
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"a"',
    '"',
    '\\',
    '1',
    '-',
    '0.5e-3',
    '01',
    'true',
    'nul',
    ' ',
    '\n',
    '\u0007',
    '\u2028',
    '{"a":1}',
    '[[]]',
  ];
  const isParsed = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  let good = 0;
  for (let n = 0; n < 20_000; n += 1) {
    const text = Array.from({ length: 1 + random(7) }, () => parts[random(parts.length)]).join('');
    const isGood = isParsed(text);
    expect(findJsonFault(text) === null, JSON.stringify(text)).toBe(isGood);
    good += Number(isGood);
  }
  expect(good).toBeGreaterThan(1000);
});

it('is not harmed by depth', () => {
  expect(findJsonFault('['.repeat(100) + ']'.repeat(100))).toBeNull();
  const deep = '['.repeat(90_000) + ']'.repeat(90_000);
  expect(findJsonFault(deep)).toEqual({ line: 1, column: 102, missing: 'shallowness' });
});
