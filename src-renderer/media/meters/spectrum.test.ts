import { describe, expect, it } from 'vitest';
import { RealFft } from '../dsp/realFft.ts';
import { Spectrum } from './spectrum.ts';

const RATE_HZ = 48_000;
const EDGES_HZ = Array.from({ length: 97 }, (_, edge) => 20 * 1000 ** (edge / 96));

function sine(frequencyHz: number, amplitude: number): Float32Array {
  return Float32Array.from(
    { length: RATE_HZ / 2 },
    (_, i) => amplitude * Math.sin((2 * Math.PI * frequencyHz * i) / RATE_HZ),
  );
}

function levelsOf(samples: Float32Array): Float32Array {
  const spectrum = new Spectrum(RATE_HZ, EDGES_HZ);
  spectrum.add(samples);
  const levels = new Float32Array(96);
  spectrum.read(levels);
  return levels;
}

describe('the live spectrum', () => {
  it.each([25, 100, 440, 1000, 3333, 12_000, 19_000])('reads the peak of a sine at %i Hz', (frequencyHz) => {
    const levels = levelsOf(sine(frequencyHz, 0.5));
    const loudest = levels.indexOf(Math.max(...levels));
    expect(EDGES_HZ[loudest]).toBeLessThanOrEqual(frequencyHz * 1.08);
    expect(EDGES_HZ[loudest + 1]).toBeGreaterThanOrEqual(frequencyHz / 1.08);
    expect(Math.abs((levels[loudest] ?? 0) + 6.02)).toBeLessThan(0.5);
  });

  it('reads silence as the floor', () => {
    expect([...levelsOf(new Float32Array(4096))]).toEqual(Array(96).fill(-120));
  });

  it('keeps two tones apart', () => {
    const low = sine(200, 0.1);
    const both = sine(5000, 0.1).map((sample, i) => sample + (low[i] ?? 0));
    const levels = levelsOf(both);
    const between = EDGES_HZ.findIndex((edge) => edge > 1000);
    expect(levels[between]).toBeLessThan(-80);
  });
});

it('transforms as the definition does', () => {
  const length = 64;
  const samples = Float64Array.from({ length }, (_, i) => Math.sin(i * i) + (i % 5));
  const magnitudes = new Float64Array(length / 2 + 1);
  new RealFft(length).magnitudes(samples, magnitudes);
  magnitudes.forEach((magnitude, k) => {
    let re = 0;
    let im = 0;
    samples.forEach((sample, i) => {
      re += sample * Math.cos((2 * Math.PI * k * i) / length);
      im -= sample * Math.sin((2 * Math.PI * k * i) / length);
    });
    expect(magnitude).toBeCloseTo(Math.hypot(re, im), 9);
  });
});
