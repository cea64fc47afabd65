import { describe, expect, it } from 'vitest';
import { formatDuration, formatFigure, formatSampleRate } from './figures.ts';

describe('figures', () => {
  it.each([
    [-41.23, 1, '−41.2'],
    [-0.04, 1, '0.0'],
    [145800, 0, '145,800'],
    [31.649, 1, '31.6'],
  ])('writes %d with %d decimals as %s', (value, decimals, text) => {
    expect(formatFigure(value, decimals)).toBe(text);
  });

  it.each([
    [0, '0 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [3599, '59 min'],
    [3600, '1 h'],
    [6720, '1 h 52 min'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it.each([
    [48000, '48 kHz'],
    [44100, '44.1 kHz'],
  ])('writes %d Hz as %s', (sampleRate, text) => {
    expect(formatSampleRate(sampleRate)).toBe(text);
  });
});
