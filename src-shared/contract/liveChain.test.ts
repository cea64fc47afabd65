import { describe, expect, it } from 'vitest';
import { chainOfPreset, DEFAULT_LIVE_CHAIN } from '../domain/liveChain.ts';
import { BUILT_IN_PRESETS, ENVIRONMENTS, newPresetSchema, type Preset } from '../domain/presets.ts';
import { trackSchema } from '../domain/edit/document.ts';
import { spectrumBandEdgesHz, spectrumBandOf, SPECTRUM_BANDS } from '../domain/spectrum.ts';
import { liveChainSchema } from '../domain/stripSchema.ts';
import { DEFAULT_SETTINGS, initialChainOf } from './settings.ts';

describe('the live chain', () => {
  it('has the defaults of document 1, section 9', () => {
    expect(liveChainSchema.parse(DEFAULT_LIVE_CHAIN)).toEqual({
      inputGain: 75,
      outputVolume: 80,
      echoCancellation: false,
      voicePreservation: false,
      adaptiveMode: false,
      automaticGain: false,
      denoise: { engine: 'rnnoise', sensitivity: 70, reduction: 70 },
      deHum: { isOn: false, amount: 90 },
      deClick: { isOn: false, amount: 50 },
      dePlosive: { isOn: false, amount: 50 },
      deReverb: { isOn: false, amount: 60 },
      deBreath: { isOn: false, amount: 60 },
      gate: { isOn: false, threshold: 15 },
      deEsser: { isOn: false, frequencyHz: 6500, thresholdDb: -30, rangeDb: 6 },
      equalizer: { isOn: false, gainsDb: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
      compressor: {
        isOn: false,
        thresholdDb: -18,
        ratio: 4,
        attackMs: 3,
        releaseMs: 100,
        makeupGainDb: 2,
        kneeDb: 2,
      },
      leveler: { isOn: false, targetLufs: -16 },
    });
  });

  it.each([
    ['inputGain', 0, 200],
    ['outputVolume', 0, 100],
    ['denoise.sensitivity', 0, 100],
    ['denoise.reduction', 0, 100],
    ['deHum.amount', 0, 100],
    ['deClick.amount', 0, 100],
    ['dePlosive.amount', 0, 100],
    ['deReverb.amount', 0, 100],
    ['deBreath.amount', 0, 100],
    ['gate.threshold', 0, 50],
    ['deEsser.frequencyHz', 2000, 12_000],
    ['deEsser.thresholdDb', -60, 0],
    ['deEsser.rangeDb', 0, 24],
    ['equalizer.gainsDb.3', -12, 12],
    ['compressor.thresholdDb', -40, 0],
    ['compressor.ratio', 1, 20],
    ['compressor.attackMs', 0.1, 100],
    ['compressor.releaseMs', 10, 1000],
    ['compressor.makeupGainDb', 0, 20],
    ['compressor.kneeDb', 0, 10],
    ['leveler.targetLufs', -30, -10],
  ])('refuses what is out of its range: %s is %d to %d', (path, min, max) => {
    const isTaken = (value: number) => liveChainSchema.safeParse(chainWith(path, value)).success;
    expect([min, max].map(isTaken)).toEqual([true, true]);
    expect([min - 0.01, max + 0.01, Number.NaN].map(isTaken)).toEqual([false, false, false]);
  });

  it('is read from before there were a de-esser, repairs and a leveler with them off', () => {
    const { deEsser, deHum, deClick, dePlosive, deReverb, deBreath, leveler, ...before } = DEFAULT_LIVE_CHAIN;
    expect(liveChainSchema.parse(before)).toEqual(DEFAULT_LIVE_CHAIN);
    for (const effect of [deEsser, deHum, deClick, dePlosive, deReverb, deBreath, leveler])
      expect(effect.isOn).toBe(false);
  });

  it('is read of a track of a project from before there were repairs and a leveler with them off', () => {
    const { voicePreservation: _voice, adaptiveMode: _adaptive, outputVolume, ...chain } = DEFAULT_LIVE_CHAIN;
    const strip = { ...chain, volume: outputVolume, pan: 0, isMuted: false, isSolo: false };
    const {
      deHum: _hum,
      deClick: _click,
      dePlosive: _plosive,
      deReverb: _reverb,
      deBreath: _breath,
      ...rest
    } = strip;
    const { leveler: _leveler, ...before } = rest;
    expect(trackSchema.shape.strip.parse(before)).toEqual(strip);
  });

  it('takes a preset’s figures and the document’s gains, and its equalizer and compressor where it has them', () => {
    const chain = { ...DEFAULT_LIVE_CHAIN, inputGain: 10, gate: { isOn: true, threshold: 3 } };
    const plain = chainOfPreset(chain, { ...values(), equalizerGainsDb: null, compressor: null });
    expect(plain).toEqual({
      ...chain,
      inputGain: 75,
      outputVolume: 80,
      denoise: { engine: 'rnnoise', sensitivity: 1, reduction: 2 },
    });
    expect(chainOfPreset(chain, values())).toMatchObject({
      equalizer: { isOn: true, gainsDb: values().equalizerGainsDb },
      compressor: { isOn: true, ...values().compressor },
    });
  });

  it('begins with the active preset where settings are from before there was a chain', () => {
    expect(initialChainOf('cafe-noisy').denoise).toMatchObject({ sensitivity: 90, reduction: 95 });
    expect(initialChainOf(null)).toEqual(DEFAULT_SETTINGS.chain);
  });

  it('begins without a preset, with the first values of document 1, section 9', () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      activePresetId: null,
      chain: { inputGain: 60, outputVolume: 85, denoise: { sensitivity: 70, reduction: 70 } },
    });
  });
});

describe('presets', () => {
  it('that are built in are those of document 1, section 3', () => {
    expect(
      BUILT_IN_PRESETS.map((one) => [one.name, one.environment, one.sensitivity, one.noiseReduction]),
    ).toEqual([
      ['Home - Quiet', 'Home', 60, 70],
      ['Office - Open Space', 'Office', 80, 90],
      ['Cafe - Noisy', 'Public', 90, 95],
      ['Gaming - Variable', 'Entertainment', 75, 80],
    ]);
    expect(ENVIRONMENTS).toEqual(['Home', 'Office', 'Public', 'Entertainment']);
  });

  it('need a name, without the blanks around it', () => {
    const preset = { ...values(), name: '  Desk ', description: ' x ', environment: 'Home' };
    expect(newPresetSchema.parse(preset)).toMatchObject({ name: 'Desk', description: 'x' });
    expect(newPresetSchema.safeParse({ ...preset, name: '   ' }).success).toBe(false);
    expect(newPresetSchema.safeParse({ ...preset, name: 'x'.repeat(101) }).success).toBe(false);
    expect(newPresetSchema.safeParse({ ...preset, environment: 'Space' }).success).toBe(false);
  });
});

describe('the bands of the spectrum', () => {
  it('reach from 20 Hz to 20 kHz in equal steps for the ear, and every frequency has one', () => {
    const edges = spectrumBandEdgesHz();
    expect(edges).toHaveLength(SPECTRUM_BANDS + 1);
    expect(edges[0]).toBe(20);
    expect(edges.at(-1)).toBeCloseTo(20_000, 6);
    for (const hz of [20.1, 100, 1000, 3000, 19_990]) {
      const band = spectrumBandOf(hz);
      expect(edges[band]).toBeLessThanOrEqual(hz);
      expect(edges[band + 1]).toBeGreaterThan(hz);
    }
    expect([spectrumBandOf(1), spectrumBandOf(30_000)]).toEqual([0, SPECTRUM_BANDS - 1]);
  });
});

function values(): Pick<Preset, 'sensitivity' | 'noiseReduction' | 'equalizerGainsDb' | 'compressor'> {
  return {
    sensitivity: 1,
    noiseReduction: 2,
    equalizerGainsDb: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    compressor: { thresholdDb: -20, ratio: 2, attackMs: 1, releaseMs: 50, makeupGainDb: 3, kneeDb: 4 },
  };
}

/** The defaults with one value changed, at a path such as `gate.threshold`. */
function chainWith(path: string, value: number): unknown {
  const chain = structuredClone(DEFAULT_LIVE_CHAIN) as unknown as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const owner = keys.reduce((object, key) => object[key] as Record<string, unknown>, chain);
  owner[last] = value;
  return chain;
}
