import { describe, expect, it } from 'vitest';
import { COMPRESSOR, COMPRESSOR_PRESETS, DEFAULT_COMPRESSOR } from './compressor.ts';
import { findPreset, toFieldValues } from './effectRow.ts';
import { EQUALIZER, EQUALIZER_BANDS, EQUALIZER_PRESETS } from './equalizer.ts';
import { DEFAULT_GATE, GATE, gateSettings, gateSlider } from './gate.ts';

it('has the bands and the compressor of the specification before anything is set', () => {
  const bands = [60, 170, 310, 600, 1000, 3000, 6000, 12_000, 14_000, 16_000];
  expect(EQUALIZER_BANDS.map(({ frequencyHz }) => frequencyHz)).toEqual(bands);
  expect(DEFAULT_COMPRESSOR).toEqual({
    thresholdDb: -18,
    ratio: 4,
    attackMs: 3,
    releaseMs: 100,
    makeupGainDb: 2,
    kneeDb: 2,
  });
});

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
      expect(toFieldValues(EQUALIZER.fields, { gainsDb })).toEqual({ gainsDb });
    }
    expect(findPreset(EQUALIZER_PRESETS, 'Flat')?.gainsDb.every((gainDb) => gainDb === 0)).toBe(true);
  });

  it('are found by id and by name', () => {
    expect(findPreset(EQUALIZER_PRESETS, 'voice-boost')?.name).toBe('Voice Boost');
    expect(findPreset(EQUALIZER_PRESETS, ' voice boost ')?.id).toBe('voice-boost');
    expect(findPreset(EQUALIZER_PRESETS, 'loud')).toBeNull();
  });

  it('brings any list of gains to ten that the sliders have', () => {
    const { gainsDb } = toFieldValues(EQUALIZER.fields, { gainsDb: [20, -20, 0.3] });
    expect(gainsDb).toEqual([12, -12, 0.5, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('compressor presets', () => {
  it('are those of the specification, with values that the sliders have', () => {
    expect(COMPRESSOR_PRESETS.map(({ name }) => name)).toEqual(['Vocal', 'Podcast', 'Music', 'Broadcast']);
    const fitted = (values: Readonly<Record<string, number>>) => toFieldValues(COMPRESSOR.fields, values);
    for (const { values } of COMPRESSOR_PRESETS) expect(fitted(values)).toEqual(values);
    expect(fitted(DEFAULT_COMPRESSOR)).toEqual(DEFAULT_COMPRESSOR);
  });

  it('are found by id and by name', () => {
    expect(findPreset(COMPRESSOR_PRESETS, 'BROADCAST')?.id).toBe('broadcast');
    expect(findPreset(COMPRESSOR_PRESETS, 'flat')).toBeNull();
  });

  it('brings values into their limits', () => {
    expect(
      toFieldValues(COMPRESSOR.fields, {
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
    expect(gateSettings({ isOn: true, threshold: GATE.fields.threshold.default })).toEqual({
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
