import { describe, expect, it } from 'vitest';
import { HumMeter } from './humMeter.ts';

/** Two seconds. */
function sound(
  rateHz: number,
  tones: readonly [hz: number, peakDb: number][],
  noiseDb: number,
): Float32Array {
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  // Of an even spread the mean square is a third of its square.
  const noise = Math.sqrt(3) * 10 ** (noiseDb / 20);
  return Float32Array.from({ length: 2 * rateHz }, (_, index) =>
    tones.reduce(
      (sum, [hz, peakDb]) => sum + 10 ** (peakDb / 20) * Math.sin((2 * Math.PI * hz * index) / rateHz),
      noise * (2 * random() - 1),
    ),
  );
}

function read(samples: Float32Array, rateHz = 48_000) {
  const meter = new HumMeter(rateHz);
  for (let at = 0; at < samples.length; at += 480) meter.add(samples.subarray(at, at + 480));
  return meter.reading;
}

describe('the hum meter', () => {
  it.each([
    [44_100, 50],
    [48_000, 50],
    [48_000, 60],
    [96_000, 60],
  ])('at %d Hz finds %d Hz with its level', (rateHz, mainsHz) => {
    const hum = read(
      sound(
        rateHz,
        [
          [mainsHz, -50],
          [2 * mainsHz, -60],
        ],
        -60,
      ),
      rateHz,
    );
    expect(hum?.mainsHz).toBe(mainsHz);
    expect(hum?.levelDb).toBeCloseTo(-52.6, 0);
    expect(hum?.prominenceDb).toBeGreaterThan(20);
  });

  it('does not take noise or a voice for it', () => {
    expect(read(sound(48_000, [], -40))?.prominenceDb).toBeLessThan(10);
    const voice = [1, 2, 3, 4, 5, 6].map((partial): [number, number] => [133 * partial, -20 - 2 * partial]);
    expect(read(sound(48_000, voice, -60))?.prominenceDb).toBeLessThan(10);
  });

  it('knows nothing before the first second', () => {
    expect(read(new Float32Array(24_000))).toBeNull();
  });
});
