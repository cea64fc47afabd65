import { describe, expect, it } from 'vitest';
import { createAdaptiveGate, gateOfChain, preservedSensitivity } from './voiceCare.ts';

const gate = { isOn: true, threshold: 15 };

describe('voice preservation', () => {
  it('caps the sensitivity, and leaves a lower one', () => {
    expect(preservedSensitivity(90, true)).toBe(60);
    expect(preservedSensitivity(40, true)).toBe(40);
    expect(preservedSensitivity(90, false)).toBe(90);
  });

  it('closes the gate later and more slowly', () => {
    const usual = gateOfChain({ gate, voicePreservation: false }, null);
    const gentle = gateOfChain({ gate, voicePreservation: true }, null);
    expect(usual).toMatchObject({ thresholdDb: -65, holdMs: 120, releaseMs: 150 });
    expect(gentle).toMatchObject({ thresholdDb: -65, holdMs: 300, releaseMs: 450 });
  });
});

describe('the adaptive gate', () => {
  it('knows nothing before noise was measured', () => {
    const adaptive = createAdaptiveGate();
    expect(adaptive.follow({ noiseLevelDb: null, reductionDb: null }, 0)).toBe(false);
    expect(adaptive.thresholdDb).toBeNull();
  });

  it('stays above the noise that cleaning leaves, within the range of the slider', () => {
    const adaptive = createAdaptiveGate();
    expect(adaptive.follow({ noiseLevelDb: -50, reductionDb: 12 }, 0)).toBe(true);
    expect(adaptive.thresholdDb).toBe(-54);
    expect(adaptive.follow({ noiseLevelDb: -10, reductionDb: 0 }, 2000)).toBe(true);
    expect(adaptive.thresholdDb).toBe(-30);
    expect(adaptive.follow({ noiseLevelDb: -120, reductionDb: 20 }, 4000)).toBe(true);
    expect(adaptive.thresholdDb).toBe(-80);
  });

  it('follows neither small changes nor more than one a second', () => {
    const adaptive = createAdaptiveGate();
    adaptive.follow({ noiseLevelDb: -50, reductionDb: 0 }, 0);
    expect(adaptive.follow({ noiseLevelDb: -49, reductionDb: 0 }, 5000)).toBe(false);
    expect(adaptive.follow({ noiseLevelDb: -40, reductionDb: 0 }, 500)).toBe(false);
    expect(adaptive.follow({ noiseLevelDb: -40, reductionDb: 0 }, 1000)).toBe(true);
    expect(adaptive.thresholdDb).toBe(-32);
  });

  it('is a threshold of the chain in the place of the slider', () => {
    expect(gateOfChain({ gate, voicePreservation: false }, -44).thresholdDb).toBe(-44);
  });
});
