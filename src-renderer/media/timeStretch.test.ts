import { describe, expect, it } from 'vitest';
import { TimeStretch } from './timeStretch.ts';

const RATE = 48_000;
const tone = (hz: number, seconds: number) =>
  Float32Array.from({ length: seconds * RATE }, (_, frame) => Math.sin((2 * Math.PI * hz * frame) / RATE));
const crossings = (samples: Float32Array) =>
  samples.reduce(
    (count, sample, at) => count + (at > 0 && sample >= 0 !== (samples[at - 1] ?? 0) >= 0 ? 1 : 0),
    0,
  );

/** In blocks, as a player reads it. */
function stretch(tracks: readonly Float32Array[], speed: number, blockFrames = 9600): Float32Array[] {
  const stretcher = new TimeStretch(
    tracks.map(() => 1),
    RATE,
    speed,
  );
  const outputs: number[][] = tracks.map(() => []);
  for (let at = 0; at < (tracks[0]?.length ?? 0); at += blockFrames)
    stretcher
      .process(tracks.map((samples) => samples.slice(at, at + blockFrames)))
      .forEach((output, index) => output.forEach((sample) => outputs[index]?.push(sample)));
  return outputs.map((samples) => Float32Array.from(samples));
}

describe('a recording at another speed', () => {
  it.each([0.5, 0.75, 1.25, 1.5, 2])('is as long as %s asks for, at its own pitch', (speed) => {
    const [output = new Float32Array()] = stretch([tone(220, 4)], speed);
    expect(Math.abs(output.length / RATE - 4 / speed)).toBeLessThan(0.15);
    const hz = crossings(output) / 2 / (output.length / RATE);
    expect(Math.abs(hz - 220)).toBeLessThan(4);
    expect(Math.max(...output.slice(RATE / 2, RATE))).toBeGreaterThan(0.8);
  });

  it('keeps tracks together: equal ones stay equal, whatever else is heard', () => {
    const [one = new Float32Array(), other] = stretch([tone(150, 2), tone(150, 2), tone(331, 2)], 1.5);
    expect(one).toEqual(other);
    expect(one.length).toBeGreaterThan(RATE);
  });

  it('does not depend on how the sound is cut into blocks', () => {
    expect(stretch([tone(180, 1)], 1.25, 4800)).toEqual(stretch([tone(180, 1)], 1.25, 20_000));
  });
});
