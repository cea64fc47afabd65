import { describe, expect, it } from 'vitest';
import { RateConverter } from './rateConverter.ts';

const SECONDS = 0.5;

function tone(rateHz: number, hz: number): Float32Array {
  return Float32Array.from({ length: SECONDS * rateHz }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rateHz));
}

/** In stretches of odd lengths. */
function converted(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  const converter = new RateConverter(fromHz, toHz);
  const parts: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += 997)
    parts.push(converter.process(samples.subarray(at, at + 997)));
  parts.push(converter.finish());
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

/** The largest error away from the ends, where the tone begins and stops. */
function errorDb(a: Float32Array, b: Float32Array): number {
  let worst = 0;
  for (let i = 1000; i < a.length - 1000; i += 1) worst = Math.max(worst, Math.abs(a[i]! - b[i]!));
  return 20 * Math.log10(worst);
}

describe('a sound at another rate', () => {
  it.each([
    [44_100, 48_000],
    [48_000, 44_100],
    [96_000, 48_000],
    [16_000, 48_000],
    [47_999, 48_000],
  ])('from %i Hz to %i Hz keeps its length, its place and its tones', (fromHz, toHz) => {
    for (const hz of [440, 0.4 * Math.min(fromHz, toHz)]) {
      const after = converted(tone(fromHz, hz), fromHz, toHz);
      expect(after).toHaveLength(Math.round(Math.floor(SECONDS * fromHz) * (toHz / fromHz)));
      expect(errorDb(after, tone(toHz, hz))).toBeLessThan(-80);
    }
  });

  it('loses what its new rate cannot hold, and folds none of it down', () => {
    const after = converted(tone(96_000, 30_000), 96_000, 48_000);
    expect(errorDb(after, new Float32Array(after.length))).toBeLessThan(-85);
  });
});
