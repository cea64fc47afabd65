import { describe, expect, it } from 'vitest';
import {
  COMPRESSOR_PRESETS,
  DEFAULT_COMPRESSOR,
  findCompressorPreset,
  toCompressorValues,
} from './compressor.ts';
import { EQUALIZER_BANDS, EQUALIZER_PRESETS, findEqualizerPreset, toEqualizerGains } from './equalizer.ts';
import { DEFAULT_GATE, DEFAULT_NOISE_GATE, gateSettings, gateSlider } from './gate.ts';

describe('equalizer presets', () => {
  it('are those of the specification, each with a value on the slider for every band', () => {
    expect(EQUALIZER_PRESETS.map(({ name }) => name)).toEqual([
      'Flat',
      'Voice Boost',
      'Podcast',
      'Music',
      'Gaming',
    ]);
    for (const { gainsDb } of EQUALIZER_PRESETS) {
      expect(gainsDb).toHaveLength(EQUALIZER_BANDS.length);
      expect(toEqualizerGains(gainsDb)).toEqual(gainsDb);
    }
    expect(findEqualizerPreset('Flat')?.gainsDb.every((gainDb) => gainDb === 0)).toBe(true);
  });

  it('are found by id and by name', () => {
    expect(findEqualizerPreset('voice-boost')?.name).toBe('Voice Boost');
    expect(findEqualizerPreset(' voice boost ')?.id).toBe('voice-boost');
    expect(findEqualizerPreset('loud')).toBeNull();
  });

  it('brings any list of gains to ten that the sliders have', () => {
    expect(toEqualizerGains([20, -20, 0.3, Number.NaN])).toEqual([12, -12, 0.5, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('compressor presets', () => {
  it('are those of the specification, with values that the sliders have', () => {
    expect(COMPRESSOR_PRESETS.map(({ name }) => name)).toEqual(['Vocal', 'Podcast', 'Music', 'Broadcast']);
    for (const { values } of COMPRESSOR_PRESETS) expect(toCompressorValues(values)).toEqual(values);
    expect(toCompressorValues(DEFAULT_COMPRESSOR)).toEqual(DEFAULT_COMPRESSOR);
  });

  it('are found by id and by name', () => {
    expect(findCompressorPreset('BROADCAST')?.id).toBe('broadcast');
    expect(findCompressorPreset('flat')).toBeNull();
  });

  it('brings values into their limits', () => {
    expect(
      toCompressorValues({
        thresholdDb: -90,
        ratio: 0,
        attackMs: 0,
        releaseMs: 1004,
        makeupGainDb: 7.3,
        kneeDb: 11,
      }),
    ).toEqual({ thresholdDb: -40, ratio: 1, attackMs: 0.1, releaseMs: 1000, makeupGainDb: 7.5, kneeDb: 10 });
  });
});

describe('the noise gate slider', () => {
  it('is the default gate at its default, and one decibel a step', () => {
    expect(gateSettings({ isOn: true, threshold: DEFAULT_NOISE_GATE })).toEqual({
      ...DEFAULT_GATE,
      isOn: true,
    });
    expect(gateSettings({ isOn: false, threshold: 0 })).toMatchObject({ isOn: false, thresholdDb: -80 });
    expect(gateSettings({ isOn: true, threshold: 99 }).thresholdDb).toBe(-30);
  });

  it('finds every place again', () => {
    for (let threshold = 0; threshold <= 50; threshold++) {
      expect(gateSlider(gateSettings({ isOn: true, threshold }).thresholdDb)).toBe(threshold);
    }
  });
});
