import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { combinationText } from '../../../src-shared/domain/keyCombination.ts';
import {
  combinationsFor,
  FIXED_KEYS,
  SHORTCUTS,
  shortcutKeysOf,
} from '../../../src-shared/domain/shortcuts.ts';
import { shortcuts as texts } from './shortcutTexts.ts';

const HELP = path.resolve(import.meta.dirname, '../../../docs/help/keyboard.md');

describe('the help about the keyboard', () => {
  it('has the table of the code, in the words of the settings', () => {
    const keys = shortcutKeysOf({});
    const placesOf = (places: readonly (keyof typeof texts.places)[]) =>
      places.map((place) => texts.places[place]).join(', ');
    const expected = [
      ...SHORTCUTS.map(({ id, places }) => [
        combinationsFor(id, keys)
          .map((combination) => combinationText(combination, false))
          .join(', ') || 'none',
        placesOf(places),
        texts.names[id],
      ]),
      ...FIXED_KEYS.map(({ id, places }) => [texts.fixed[id].keys, placesOf(places), texts.fixed[id].what]),
    ];
    const rows = readFileSync(HELP, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(rows).toEqual(expected);
  });
});
