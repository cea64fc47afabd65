import { describe, expect, it } from 'vitest';
import {
  ariaCombination,
  combinationOf,
  combinationText,
  isCommandCombination,
  parseCombination,
  type PressedKeys,
} from './keyCombination.ts';
import { reservedFor } from './reservedKeys.ts';
import {
  combinationsFor,
  findShortcutProblem,
  SHORTCUTS,
  shortcutKeysOf,
  shortcutProblem,
  withShortcut,
} from './shortcuts.ts';

function pressed(key: string, code: string, held = ''): PressedKeys {
  return {
    key,
    code,
    ctrlKey: held.includes('c'),
    metaKey: held.includes('m'),
    altKey: held.includes('a'),
    shiftKey: held.includes('s'),
    getModifierState: (modifier) => modifier === 'AltGraph' && held.includes('g'),
  };
}

describe('a key combination', () => {
  it.each([
    ['a letter', pressed('n', 'KeyN'), 'N'],
    ['a letter with caps lock', pressed('N', 'KeyN'), 'N'],
    ['commands', pressed('k', 'KeyK', 'c'), 'Mod+K'],
    ['with Shift', pressed('Z', 'KeyZ', 'cs'), 'Mod+Shift+Z'],
    ['a sign on any keyboard', pressed('?', 'Minus', 's'), '?'],
    ['the letter that it types, not its place', pressed('a', 'KeyQ'), 'A'],
    ['the place where it types no Latin letter', pressed('т', 'KeyN'), 'N'],
    ['the space bar', pressed(' ', 'Space'), 'Space'],
    ['plus', pressed('+', 'Equal', 'cs'), 'Mod+Plus'],
    ['a function key', pressed('F9', 'F9', 'a'), 'Alt+F9'],
    ['the key of the system', pressed('j', 'KeyJ', 'm'), 'Meta+J'],
  ])('is %s', (_, event, text) => {
    expect(combinationOf(event, false)).toBe(text);
    expect(parseCombination(text)).not.toBeNull();
  });

  it.each([
    ['a modifier', pressed('Control', 'ControlLeft', 'c')],
    ['a dead key', pressed('Dead', 'BracketLeft')],
    ['what AltGr types', pressed('@', 'KeyQ', 'cag')],
    ['an unknown key', pressed('Unidentified', '')],
  ])('is not %s', (_, event) => {
    expect(combinationOf(event, false)).toBeNull();
  });

  it('has the key of commands of a Mac, and what Option types does not hide the letter', () => {
    expect(combinationOf(pressed('k', 'KeyK', 'm'), true)).toBe('Mod+K');
    expect(combinationOf(pressed('k', 'KeyK', 'c'), true)).toBe('Ctrl+K');
    expect(combinationOf(pressed('˜', 'KeyN', 'a'), true)).toBe('Alt+N');
    expect(combinationOf(pressed('Dead', 'KeyN', 'a'), true)).toBe('Alt+N');
  });

  it.each(['', '+', 'Shift', 'Shift+Mod+Z', 'z', 'Mod+', 'Mod+Mod+K', 'Mod+Foo', 'é'])(
    'is not %j',
    (text) => {
      expect(parseCombination(text)).toBeNull();
    },
  );

  it('is written as its system writes it', () => {
    expect(combinationText('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
    expect(combinationText('Mod+Shift+Z', true)).toBe('⇧⌘Z');
    expect(combinationText('Mod+Plus', false)).toBe('Ctrl++');
    expect(ariaCombination('Mod+K', false)).toBe('Control+K');
    expect(ariaCombination('Mod+K', true)).toBe('Meta+K');
  });

  it('types nothing with a modifier, or as a function key', () => {
    expect(['Mod+K', 'Alt+N', 'F8', 'Shift+F8', 'MediaPlayPause'].map(isCommandCombination)).not.toContain(
      false,
    );
    expect(['N', 'Shift+N', '?', 'Space'].map(isCommandCombination)).not.toContain(true);
  });
});

describe('the shortcuts', () => {
  it('have keys that are no two’s, and none of a browser or a system', () => {
    const keys = shortcutKeysOf({});
    for (const { id } of SHORTCUTS) {
      for (const combination of combinationsFor(id, keys)) {
        expect({ id, problem: shortcutProblem(id, combination, keys) }).toEqual({ id, problem: null });
      }
    }
  });

  it('are changed, and are the table’s again without a trace', () => {
    const changed = withShortcut({}, 'live.toggle', 'Mod+Shift+L');
    expect(shortcutKeysOf(changed)['live.toggle']).toBe('Mod+Shift+L');
    expect(withShortcut(changed, 'live.toggle', 'N')).toEqual({});
    expect(shortcutKeysOf(withShortcut({}, 'live.toggle', null))['live.toggle']).toBeNull();
  });

  it('keep a second combination as long as the first is the table’s own', () => {
    expect(combinationsFor('edit.redo', shortcutKeysOf({}))).toEqual(['Mod+Shift+Z', 'Mod+Y']);
    expect(combinationsFor('edit.redo', shortcutKeysOf({ 'edit.redo': 'Alt+Z' }))).toEqual(['Alt+Z']);
  });

  it('are refused the keys of another one of the same screen, and given those of another screen', () => {
    const keys = shortcutKeysOf({});
    expect(shortcutProblem('live.toggle', 'R', keys)).toEqual({ kind: 'taken', by: 'compare.hold' });
    expect(shortcutProblem('studio.mark', 'Mod+K', keys)).toEqual({ kind: 'taken', by: 'palette.open' });
    expect(shortcutProblem('palette.open', '/', keys)).toEqual({ kind: 'taken', by: 'help.search' });
    expect(shortcutProblem('live.toggle', 'Mod+Y', keys)).toEqual({ kind: 'taken', by: 'edit.redo' });
    expect(shortcutProblem('live.toggle', 'M', keys)).toBeNull();
    expect(shortcutProblem('live.toggle', 'N', keys)).toBeNull();
  });

  it('for the whole system need a modifier, and meet those of every screen', () => {
    const keys = shortcutKeysOf({ 'live.toggle': 'F8' });
    expect(shortcutProblem('global.live', 'N', keys)).toEqual({ kind: 'needsModifier' });
    expect(shortcutProblem('global.live', 'F8', keys)).toEqual({ kind: 'taken', by: 'live.toggle' });
    expect(shortcutProblem('global.live', 'Mod+Shift+F8', keys)).toBeNull();
  });

  it.each([
    ['Mod+T', 'newTab'],
    ['Mod+W', 'closeTab'],
    ['F5', 'reload'],
    ['Alt+F4', 'quit'],
    ['Mod+C', 'clipboard'],
    ['Tab', 'moving'],
    ['Alt+ArrowLeft', 'moving'],
    ['Mod+Backspace', 'moving'],
  ])('leave %s to the browser and the system (%s)', (combination, use) => {
    expect(reservedFor(combination)).toBe(use);
    expect(shortcutProblem('live.toggle', combination, shortcutKeysOf({}))).toEqual({
      kind: 'reserved',
      use,
    });
  });

  it('are refused as a whole where one cannot be', () => {
    expect(findShortcutProblem({ 'live.toggle': 'X', 'global.mute': 'F9', 'studio.mark': null })).toBeNull();
    expect(findShortcutProblem({ 'live.toggle': 'R' })).toMatchObject({ id: 'live.toggle' });
    expect(findShortcutProblem({ 'live.toggle': 'Mod+T' })).toMatchObject({ problem: { kind: 'reserved' } });
    expect(findShortcutProblem({ 'live.toggle': 'nonsense' })).toMatchObject({
      problem: { kind: 'noCombination' },
    });
    // Two that change places.
    expect(findShortcutProblem({ 'studio.record': 'M', 'studio.mark': 'R' })).toBeNull();
  });
});
