import { describe, expect, it } from 'vitest';
import { rulerTicks } from './playerRuler.ts';

const labels = (fromSec: number, toSec: number, widthPx: number) =>
  rulerTicks({ fromSec, toSec }, widthPx).flatMap(({ label }) => label ?? []);

describe('the ruler of the player', () => {
  it('writes times as far apart as they need, from tenths of a second to hours', () => {
    expect(labels(0, 8, 800)).toEqual(
      ['00', '01', '02', '03', '04', '05', '06', '07', '08'].map((second) => `00:00:${second}`),
    );
    expect(labels(2, 3, 500)).toEqual([
      ...['00:00:02.0', '00:00:02.2', '00:00:02.4', '00:00:02.6', '00:00:02.8', '00:00:03.0'],
    ]);
    expect(labels(0, 3 * 3600, 400)).toEqual(['00:00:00', '01:00:00', '02:00:00', '03:00:00']);
    expect(labels(0, 30 * 3600, 300)).toEqual(['00:00:00', '24:00:00']);
  });

  it('has small ticks between them, in order and within what is shown', () => {
    const ticks = rulerTicks({ fromSec: 11.5, toSec: 24 }, 300);
    const places = ticks.map(({ atSec }) => atSec);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThanOrEqual(11.5);
    expect(places.at(-1)).toBeLessThanOrEqual(24);
    expect(ticks.filter(({ label }) => label !== null).map(({ atSec }) => atSec)).toEqual([15, 20]);
  });

  it('is empty where nothing is shown', () => {
    expect(rulerTicks({ fromSec: 0, toSec: 0 }, 400)).toEqual([]);
    expect(rulerTicks({ fromSec: 0, toSec: 4 }, 0)).toEqual([]);
  });
});
