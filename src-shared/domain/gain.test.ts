import { describe, expect, it } from 'vitest';
import {
  INPUT_GAIN_PERCENT,
  inputGainDb,
  inputGainPercent,
  SILENCE_DB,
  toSliderValue,
  volumeDb,
  volumePercent,
} from './gain.ts';
import { panLabel } from './pan.ts';

describe('gain sliders', () => {
  it('is 0 dB at 100 and silent at 0; the input gain doubles at 200, a fader halves the loudness at 50', () => {
    for (const law of [inputGainDb, volumeDb]) {
      expect(law(100)).toBe(0);
      expect(law(0)).toBe(SILENCE_DB);
      expect(law(-1)).toBe(SILENCE_DB);
    }
    expect(inputGainDb(200)).toBeCloseTo(6.02, 2);
    expect(volumeDb(50)).toBeCloseTo(-12.04, 2);
    expect(volumeDb(0.01)).toBe(SILENCE_DB);
  });

  it('finds every percentage again', () => {
    for (let percent = INPUT_GAIN_PERCENT.min; percent <= INPUT_GAIN_PERCENT.max; percent++) {
      expect(inputGainPercent(inputGainDb(percent))).toBeCloseTo(percent, 6);
      expect(volumePercent(volumeDb(percent))).toBeCloseTo(percent, 6);
    }
    expect(volumePercent(SILENCE_DB)).toBe(0);
  });

  it('takes the nearest value that a slider has, without a rest', () => {
    const tenths = { min: 1, max: 20, step: 0.1 };
    expect(toSliderValue(2.549, tenths)).toBe(2.5);
    expect(toSliderValue(4.3000000001, tenths)).toBe(4.3);
    expect(toSliderValue(99, tenths)).toBe(20);
    expect(toSliderValue(-Infinity, tenths)).toBe(1);
    expect(toSliderValue(Number.NaN, tenths)).toBe(1);
  });
});

describe('panLabel', () => {
  it.each([
    [0, 'C'],
    [0.4, 'C'],
    [-0.4, 'C'],
    [-35, 'L35'],
    [100, 'R100'],
    [-250, 'L100'],
  ])('%d is %s', (pan, label) => expect(panLabel(pan)).toBe(label));
});
