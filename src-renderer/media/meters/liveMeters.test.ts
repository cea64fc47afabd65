import { describe, expect, it } from 'vitest';
import type { FrameRecord } from '../chain/frameRecord.ts';
import { LiveMeters } from './liveMeters.ts';
import { mapReductions } from '../../../src-shared/domain/stripEffects.ts';

function frame(changes: Partial<FrameRecord> = {}): FrameRecord {
  return {
    inputPeak: 0.5,
    outputPeak: 0.25,
    inputPower: 0.01,
    hum: null,
    outputPower: 0.0001,
    alignedInputPower: 0.01,
    denoisedPower: 0.0001,
    isPause: false,
    speechProbability: 0.9,
    ...mapReductions(() => 0),
    inputClips: 0,
    outputClips: 0,
    outputLufs: null,
    ...changes,
  };
}

describe('live meters', () => {
  it('show silence before the first frame', () => {
    expect(new LiveMeters().take()).toMatchObject({
      inputPeakDb: -120,
      outputRmsDb: -120,
      noiseLevelDb: null,
      reductionDb: null,
      outputLufsMomentary: null,
    });
  });

  it('take peaks and powers since the last reading, and keep the last one where nothing came', () => {
    const meters = new LiveMeters();
    meters.add(frame());
    meters.add(frame({ inputPeak: 0.1 }));
    const first = meters.take();
    expect(first.inputPeakDb).toBeCloseTo(-6.02, 2);
    expect(first.outputRmsDb).toBeCloseTo(-40, 6);
    expect(meters.take().inputPeakDb).toBe(first.inputPeakDb);
    meters.add(frame({ inputPeak: 0.1 }));
    expect(meters.take().inputPeakDb).toBeCloseTo(-20, 6);
  });

  it('know noise and its reduction from pauses alone, once there were enough of them', () => {
    const meters = new LiveMeters();
    for (let i = 0; i < 19; i += 1) meters.add(frame({ isPause: true }));
    expect(meters.take().reductionDb).toBeNull();
    for (let i = 0; i < 100; i += 1) meters.add(frame({ alignedInputPower: 1, denoisedPower: 1 }));
    for (let i = 0; i < 30; i += 1) meters.add(frame({ isPause: true }));
    const levels = meters.take();
    expect(levels.reductionDb).toBeCloseTo(20, 6);
    expect(levels.noiseLevelDb).toBeCloseTo(-20, 6);
    expect(meters.session.reductionDb).toBeCloseTo(20, 6);
  });

  it('show the largest reduction of a stage since the last reading', () => {
    const meters = new LiveMeters();
    meters.add(frame({ compressorReductionDb: 7 }));
    meters.add(frame({ compressorReductionDb: 3, gateReductionDb: 1 }));
    expect(meters.take()).toMatchObject({ compressorReductionDb: 7, gateReductionDb: 1 });
    expect(meters.take()).toMatchObject({ compressorReductionDb: 0, gateReductionDb: 0 });
  });

  it('order latencies', () => {
    const meters = new LiveMeters();
    for (let ms = 1; ms <= 100; ms += 1) meters.addLatency(ms);
    expect(meters.latencyAt(0.5)).toBe(50);
    expect(meters.latencyAt(0.99)).toBe(99);
    expect(meters.latencyAt(0.5, 10)).toBe(95);
    expect(meters.session.latencyP50Ms).toBeCloseTo(50, 0);
  });
});
