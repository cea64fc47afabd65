import { describe, expect, it } from 'vitest';
import {
  advanceMeter,
  isClipIconShown,
  levelDbOf,
  levelPercentOf,
  litSegments,
  METER_AT_REST,
  meterLabel,
} from './meter.ts';

describe('meter label', () => {
  it.each([
    [0, 'low'],
    [20, 'low'],
    [20.1, 'good'],
    [70, 'good'],
    [70.1, 'hot'],
    [85, 'hot'],
    [85.1, 'clipping'],
  ])('calls %d %s', (levelPercent, label) => {
    expect(meterLabel(levelPercent)).toBe(label);
  });

  it('calls a muted meter muted, however loud', () => {
    expect(meterLabel(99, true)).toBe('muted');
  });

  it('warns of clipping above 95', () => {
    expect([95, 95.1].map(isClipIconShown)).toEqual([false, true]);
  });
});

describe('meter scale', () => {
  it.each([
    [-120, 0],
    [-48, 0],
    [-24, 25],
    [-12, 50],
    [-9, 62.5],
    [-6, 75],
    [0, 100],
    [3, 100],
  ])('puts %d dBFS at %d', (levelDb, percent) => {
    expect(levelPercentOf(levelDb)).toBeCloseTo(percent, 6);
  });

  it.each([-47, -24, -13.5, -7, -6, -0.5, 0])('finds %d dBFS again from its place', (levelDb) => {
    expect(levelDbOf(levelPercentOf(levelDb))).toBeCloseTo(levelDb, 6);
  });

  it('says nothing of levels below the foot of the scale', () => {
    expect(levelDbOf(levelPercentOf(-60))).toBeNull();
  });

  it('lights none of 20 segments in silence and all at full scale', () => {
    expect([0, 50, 100].map(litSegments)).toEqual([0, 10, 20]);
  });
});

describe('meter ballistics', () => {
  const loud = advanceMeter(METER_AT_REST, 80, 1000);

  it('rises at once', () => {
    expect(loud).toMatchObject({ shownPercent: 80, peakPercent: 80 });
  });

  it('falls by 2 in 100 ms', () => {
    expect(advanceMeter(loud, 0, 1100).shownPercent).toBeCloseTo(78, 6);
  });

  it('never falls below the level that is measured', () => {
    expect(advanceMeter(loud, 60, 60_000).shownPercent).toBe(60);
  });

  it('holds the peak for 2 s, then lets it fall to what is shown', () => {
    expect(advanceMeter(loud, 10, 3000).peakPercent).toBe(80);
    const later = advanceMeter(loud, 10, 3001);
    expect(later.peakPercent).toBeCloseTo(later.shownPercent, 6);
  });
});
