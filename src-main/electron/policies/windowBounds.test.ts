import { describe, expect, it } from 'vitest';
import { DEFAULT_WINDOW_SIZE, restoreWindow } from './windowBounds.ts';

const MAIN = { x: 0, y: 25, width: 1920, height: 1055 };
const LEFT = { x: -2560, y: 0, width: 2560, height: 1440 };
const SAVED = { x: 100, y: 100, width: 1000, height: 700, isMaximized: false };

describe('restoreWindow', () => {
  it('opens where it was', () => {
    expect(restoreWindow(SAVED, [MAIN])).toEqual({
      width: 1000,
      height: 700,
      position: { x: 100, y: 100 },
      isMaximized: false,
    });
  });

  it('opens on a second display with negative coordinates', () => {
    expect(restoreWindow({ ...SAVED, x: -2000 }, [MAIN, LEFT]).position).toEqual({ x: -2000, y: 100 });
  });

  it('keeps that it was maximised', () => {
    expect(restoreWindow({ ...SAVED, isMaximized: true }, [MAIN]).isMaximized).toBe(true);
  });

  it.each([
    ['its display is gone', { ...SAVED, x: -2000 }],
    ['its title bar is above the display', { ...SAVED, y: -50 }],
    ['its title bar is under the task bar', { ...SAVED, y: 1070 }],
    ['only a sliver is left on the display', { ...SAVED, x: 1900 }],
  ])('lets the system place it where %s', (_name, saved) => {
    expect(restoreWindow(saved, [MAIN])).toMatchObject({ width: 1000, height: 700, position: null });
  });

  it('is never larger than its display nor smaller than can be used', () => {
    const large = restoreWindow({ ...SAVED, width: 9000, height: 9000 }, [MAIN]);
    expect([large.width, large.height]).toEqual([1920, 1055]);
    const small = restoreWindow({ ...SAVED, width: 200, height: 100 }, [MAIN]);
    expect([small.width, small.height]).toEqual([360, 480]);
  });

  it.each([
    undefined,
    null,
    'x',
    {},
    { ...SAVED, x: Number.NaN },
    { ...SAVED, width: -5 },
    { ...SAVED, x: 1e300 },
    { ...SAVED, y: 0.5 },
    { ...SAVED, isMaximized: 'yes' },
  ])('opens at the usual size where what was saved is %j', (saved) => {
    expect(restoreWindow(saved, [MAIN])).toEqual({
      ...DEFAULT_WINDOW_SIZE,
      position: null,
      isMaximized: false,
    });
  });

  it('opens where the system names no display', () => {
    expect(restoreWindow(SAVED, [])).toMatchObject({ position: null });
  });
});
