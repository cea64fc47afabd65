import { describe, expect, it } from 'vitest';
import { createPlayerWindow } from './playerWindow.ts';

describe('the part of a recording that the player shows', () => {
  it('zooms around a moment, which stays in its place, and never beyond the recording', () => {
    const window = createPlayerWindow(100);
    window.zoom(2, 25);
    expect(window.read()).toEqual({ fromSec: 12.5, toSec: 62.5 });
    window.zoom(0.1, 50);
    expect(window.read()).toEqual({ fromSec: 0, toSec: 100 });
    window.zoom(1000, 99.9);
    const { fromSec, toSec } = window.read();
    expect(toSec - fromSec).toBeCloseTo(1);
    expect(toSec).toBeLessThanOrEqual(100);
  });

  it('shows all of a recording that is shorter than what is shown at least', () => {
    const window = createPlayerWindow(0.4);
    window.zoom(4, 0.2);
    expect(window.read()).toEqual({ fromSec: 0, toSec: 0.4 });
  });

  it('turns the page where what plays is not shown, and stays where it is', () => {
    const window = createPlayerWindow(100);
    window.show({ fromSec: 10, toSec: 20 });
    window.follow(15);
    expect(window.read()).toEqual({ fromSec: 10, toSec: 20 });
    window.follow(20.5);
    expect(window.read()).toEqual({ fromSec: 20.5, toSec: 30.5 });
    window.follow(98);
    expect(window.read()).toEqual({ fromSec: 90, toSec: 100 });
  });

  it('says so once for each change', () => {
    const window = createPlayerWindow(100);
    let changes = 0;
    const end = window.subscribe(() => (changes += 1));
    window.pan(-5);
    window.show({ fromSec: 10, toSec: 20 });
    window.show({ fromSec: 10, toSec: 20 });
    window.pan(5);
    end();
    window.showAll();
    expect(changes).toBe(2);
  });
});
