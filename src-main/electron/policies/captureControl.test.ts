import { describe, expect, it } from 'vitest';
import { CAPTURE_CONTROL_SIZE } from '../../../src-shared/domain/screenCapture.ts';
import { isControlShown, placeControl } from './captureControl.ts';

const MAIN = { x: 0, y: 25, width: 1920, height: 1055 };
const LEFT = { x: -2560, y: 0, width: 2560, height: 1440 };

describe('the small control', () => {
  const capture = { takeId: 'take', isOn: true, closedForTakeId: null };

  it.each([
    ['while something is captured', capture, true],
    ['not where nothing is', { ...capture, takeId: null }, false],
    ['not where it is switched off', { ...capture, isOn: false }, false],
    ['not where it was closed for this capture', { ...capture, closedForTakeId: 'take' }, false],
    ['again for the next one', { ...capture, closedForTakeId: 'before' }, true],
  ])('is shown %s', (_name, given, expected) => {
    expect(isControlShown(given)).toBe(expected);
  });

  it('is at the lower edge of the main display to begin with', () => {
    expect(placeControl(undefined, [MAIN, LEFT])).toEqual({ x: 800, y: 972, ...CAPTURE_CONTROL_SIZE });
  });

  it('stands where it was left, on whichever display', () => {
    expect(placeControl({ x: -2000, y: 12 }, [MAIN, LEFT])).toMatchObject({ x: -2000, y: 12 });
  });

  it.each([
    ['its display is gone', { x: -2000, y: 12 }],
    ['a part of it would be beyond the edge', { x: 1700, y: 100 }],
    ['what was stored is none', { x: 'left' }],
  ])('comes back to the main display where %s', (_name, saved) => {
    expect(placeControl(saved, [MAIN])).toMatchObject({ x: 800, y: 972 });
  });
});
