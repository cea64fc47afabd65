import { describe, expect, it } from 'vitest';
import { findGoneScreens, toSharedScreen } from './sharedScreens.ts';

describe('a screen that was chosen', () => {
  it.each([
    ['a screen of a display', { id: 'screen:1:0', display_id: '77' }, { id: 'screen:1:0', displayId: 77 }],
    ['a window', { id: 'window:1:0', display_id: '77' }, null],
    ['a screen of no known place', { id: 'screen:1:0', display_id: '' }, null],
    ['a screen of a display that nobody knows', { id: 'screen:1:0', display_id: '5' }, null],
  ])('%s', (_, source, shared) => {
    expect(toSharedScreen(source, [3, 77])).toEqual(shared);
  });

  it('goes with its display and with no other', () => {
    const shared = [
      { id: 'screen:0:0', displayId: 3 },
      { id: 'screen:1:0', displayId: 77 },
    ];
    expect(findGoneScreens(shared, [77, 3])).toEqual([]);
    expect(findGoneScreens(shared, [3])).toEqual([shared[1]]);
    expect(findGoneScreens(shared, [])).toEqual(shared);
  });
});
