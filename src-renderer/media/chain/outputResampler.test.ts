import { describe, expect, it } from 'vitest';
import { OutputResampler } from './outputResampler.ts';

const FROM_HZ = 48_000;

/** What comes out in blocks of 128 of a source that gives `valueAt` of its own seconds. */
function run(toHz: number, seconds: number, valueAt: (sec: number) => number) {
  const resampler = new OutputResampler(FROM_HZ, toHz);
  const out: number[] = [];
  const block = new Float32Array(128);
  let made = 0;
  /** By how much a block's begin would be heard elsewhere than said, at most. */
  let worstSec = 0;
  while (out.length < seconds * toHz) {
    resampler.fill(block, (part) => {
      const heardAtSec = out.length / toHz + resampler.aheadSec;
      worstSec = Math.max(worstSec, Math.abs(heardAtSec - made / FROM_HZ));
      for (let i = 0; i < part.length; i += 1, made += 1) part[i] = valueAt(made / FROM_HZ);
    });
    out.push(...block);
  }
  return { out, made, worstSec };
}

describe.each([44_100, 96_000, 32_000, 16_000])('an output of %i Hz', (toHz) => {
  it('hears a tone as it is, at its place', () => {
    const tone = (sec: number) => Math.sin(2 * Math.PI * 997 * sec);
    const { out, worstSec } = run(toHz, 0.5, tone);
    // The first samples have nothing before them.
    const apart = out.slice(400).map((sample, i) => sample - tone((i + 400) / toHz));
    const power = apart.reduce((sum, x) => sum + x * x, 0) / apart.length;
    expect(10 * Math.log10(power / 0.5)).toBeLessThan(-80);
    expect(worstSec).toBeLessThan(1e-9);
  });

  it('takes no more than it needs, and stays at that', () => {
    const { out, made } = run(toHz, 5, () => 0);
    expect(made - (out.length / toHz) * FROM_HZ).toBeLessThanOrEqual(16 + 1 + 128);
  });
});

it('lets nothing through that is well above half of the output’s rate', () => {
  const { out } = run(16_000, 0.5, (sec) => Math.sin(2 * Math.PI * 14_000 * sec));
  expect(Math.max(...out.slice(400).map(Math.abs))).toBeLessThan(0.001);
});
