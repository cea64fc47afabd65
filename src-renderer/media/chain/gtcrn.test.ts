import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Gtcrn } from './gtcrn.ts';

const wasm = readFileSync(join(import.meta.dirname, '../../../out/sound/strong.wasm'));
const RATE_HZ = 48_000;
const FRAME = 480;
const DELAY = 1562;

/** A tone that comes and goes. */
const sound = (seconds: number) =>
  Float32Array.from(
    { length: seconds * RATE_HZ },
    (_, i) => 0.2 * Math.sin(0.02 * i) * Math.max(0, Math.sin((6 * Math.PI * i) / RATE_HZ)),
  );

function through(samples: Float32Array): Float32Array {
  const model = new Gtcrn(wasm, DELAY);
  const output = samples.slice();
  for (let at = 0; at + FRAME <= output.length; at += FRAME) model.process(output.subarray(at, at + FRAME));
  return output;
}

describe('the strong engine of the page', () => {
  it('is silent until its delay is over, and in silence', () => {
    const output = through(sound(1));
    expect(output.subarray(0, DELAY - 890).every((sample) => sample === 0)).toBe(true);
    expect(output.some((sample) => sample !== 0)).toBe(true);
    expect(through(new Float32Array(RATE_HZ)).every((sample) => sample === 0)).toBe(true);
  });

  it('takes what is no number, or absurd, for what it can hear, and is not spoilt by it', () => {
    const spoilt = sound(3);
    spoilt.fill(Number.NaN, 10_000, 12_000);
    spoilt.fill(Number.POSITIVE_INFINITY, 20_000, 22_000);
    spoilt.fill(3e38, 30_000, 32_000);
    const output = through(spoilt);
    expect(output.every((sample) => Number.isFinite(sample))).toBe(true);
    expect(output.subarray(2 * RATE_HZ).some((sample) => sample !== 0)).toBe(true);
  });

  it('says that a browser cannot run it', () => {
    expect(() => new Gtcrn(Uint8Array.of(1, 2, 3), DELAY)).toThrow(/cannot run the strong noise model/);
  });
});
