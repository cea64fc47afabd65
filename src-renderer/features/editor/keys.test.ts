import { describe, expect, it } from 'vitest';
import { actionOf, EDITOR_KEYS, keyText } from './keys.ts';
import { frameOfTimecode, timecodeOf } from './preview/timecode.ts';

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const pressed = (key: string, held: Partial<typeof NO_MODIFIERS> = {}) =>
  actionOf({ key, ...NO_MODIFIERS, ...held });

describe('the keys of the editor', () => {
  it('mean one thing each', () => {
    const all = EDITOR_KEYS.flatMap(({ keys }) => keys);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([
    ['j', {}, 'shuttleBack'],
    ['K', {}, 'stop'],
    ['l', {}, 'shuttleForward'],
    ['L', { shiftKey: true }, 'loop'],
    ['ArrowLeft', {}, 'back'],
    ['ArrowLeft', { shiftKey: true }, 'backSecond'],
    ['ArrowLeft', { altKey: true }, 'nudgeBack'],
    ['z', { ctrlKey: true }, 'undo'],
    ['Z', { metaKey: true, shiftKey: true }, 'redo'],
    ['?', { shiftKey: true }, 'keys'],
    ['+', { shiftKey: true }, 'zoomIn'],
    ['Delete', { shiftKey: true }, 'ripple'],
    ['q', {}, null],
    ['s', { ctrlKey: true }, null],
  ] as const)('%s with %j is %s', (key, held, action) => {
    expect(pressed(key, held)).toBe(action);
  });

  it('are written as they are on a keyboard', () => {
    expect(['Mod+Shift+z', ' ', '+', 'Alt+ArrowLeft'].map((key) => keyText(key, false))).toEqual([
      'Ctrl + Shift + Z',
      'Space',
      '+',
      'Alt + ←',
    ]);
    expect(keyText('Mod+d', true)).toBe('⌘ + D');
  });
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
});
