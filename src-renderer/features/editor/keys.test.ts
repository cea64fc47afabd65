import { describe, expect, it, vi } from 'vitest';
import {
  EDITOR_KEYS,
  editorActionOf,
  editorKeyChoicesSchema,
  editorKeyProblem,
  editorKeysFor,
} from '../../../src-shared/domain/editorKeys.ts';
import { combinationOf, parseCombination } from '../../../src-shared/domain/keyCombination.ts';
import { isOwnKey } from './keys.ts';
import { frameOfTimecode, signedTimecode, timecodeOf } from './preview/timecode.ts';

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const pressed = (key: string, held: Partial<typeof NO_MODIFIERS> = {}) =>
  editorActionOf(combinationOf({ key, code: '', ...NO_MODIFIERS, ...held }, false), {});

describe('the keys of the editor', () => {
  it('mean one thing each, and can be pressed', () => {
    const all = EDITOR_KEYS.flatMap(({ rows }) => rows.flatMap(({ keys }) => keys));
    expect(new Set(all).size).toBe(all.length);
    for (const keys of all) expect(parseCombination(keys), keys).not.toBeNull();
  });

  it('could all be chosen again where they are', () => {
    for (const { action, keys } of EDITOR_KEYS.flatMap(({ rows }) => [...rows]))
      for (const combination of keys) expect(editorKeyProblem(action, combination, {})).toBeNull();
  });

  it.each([
    ['j', {}, 'shuttleBack'],
    ['K', {}, 'stop'],
    [' ', {}, 'play'],
    ['L', { shiftKey: true }, 'loop'],
    ['ArrowLeft', {}, 'back'],
    ['ArrowLeft', { shiftKey: true }, 'backSecond'],
    ['ArrowLeft', { altKey: true }, 'nudgeBack'],
    ['ArrowLeft', { ctrlKey: true }, 'rollBack'],
    ['z', { ctrlKey: true }, 'undo'],
    ['Z', { ctrlKey: true, shiftKey: true }, 'redo'],
    ['?', { shiftKey: true }, 'keys'],
    ['+', { shiftKey: true }, 'zoomIn'],
    ['Delete', { shiftKey: true }, 'ripple'],
    ['q', {}, 'rippleStart'],
    ['y', {}, 'slipTool'],
    ['h', {}, null],
    ['s', { ctrlKey: true }, null],
  ] as const)('%s with %j is %s', (key, held, action) => {
    expect(pressed(key, held)).toBe(action);
  });

  it('are those that the user chose, and none where none are wanted', () => {
    const choices = editorKeyChoicesSchema.parse({ split: 'Mod+B', razor: null });
    expect(editorKeysFor('split', choices)).toEqual(['Mod+B']);
    expect(editorActionOf('Mod+B', choices)).toBe('split');
    expect(editorActionOf('S', choices)).toBeNull();
    expect(editorActionOf('C', choices)).toBeNull();
  });

  it('are refused where another action, the browser or the app has them', () => {
    expect(editorKeyProblem('split', 'C', {})).toEqual({ kind: 'taken', by: 'razor' });
    expect(editorKeyProblem('split', 'C', { razor: null })).toBeNull();
    for (const keys of ['Mod+W', 'Mod+K', 'F5', 'Tab', 'Shift+Enter'])
      expect(editorKeyProblem('split', keys, {}), keys).toEqual({ kind: 'reserved' });
  });

  it.each([{ split: 'Mod+' }, { split: '' }, { nothing: 'S' }, { split: 5 }])(
    'are not kept as %j',
    (choices) => {
      expect(editorKeyChoicesSchema.safeParse(choices).success).toBe(false);
    },
  );
});

describe('the timecode', () => {
  const project = { rate: { num: 30, den: 1 } };
  it.each([
    ['00:00:02:15', 75],
    ['1:05', 1950],
    ['3', 90],
    ['01:00:00:00', 108_000],
    ['soon', null],
    ['1:2:3:4:5', null],
    ['', null],
  ])('%s is frame %s', (text, frame) => {
    expect(frameOfTimecode(project, text)).toBe(frame);
  });

  it('counts 30 frames a second', () => {
    expect(timecodeOf(project, 75)).toBe('00:00:02:15');
    expect(timecodeOf(project, 300 * 30)).toBe('00:05:00:00');
  });

  it('says by how much something was moved', () => {
    expect([0, 75, -75, 108_000].map((frames) => signedTimecode(project, frames))).toEqual([
      '+00:00:00',
      '+00:02:15',
      '−00:02:15',
      '+01:00:00:00',
    ]);
  });
});

describe('a key on a control', () => {
  /** As much of an element as is asked: what it lies in. */
  class Control {
    readonly within: string;
    constructor(within: string) {
      this.within = within;
    }
    closest(selectors: string) {
      return selectors.split(',').includes(this.within) ? this : null;
    }
  }

  it.each([
    ['input', 's', true],
    ['[role=dialog]', 'Escape', true],
    ['[role=slider]', 'ArrowLeft', true],
    ['[role=slider]', 's', false],
    ['[role=radio]', 'ArrowRight', true],
    ['[role=radio]', 'd', false],
    ['button', ' ', true],
    ['button', 'Delete', false],
    ['canvas', ' ', false],
  ])('%s: %j is its own: %s', (within, key, isOwn) => {
    vi.stubGlobal('Element', Control);
    expect(isOwnKey({ target: new Control(within) as unknown as EventTarget, key })).toBe(isOwn);
    vi.unstubAllGlobals();
  });
});
