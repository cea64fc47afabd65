import { describe, expect, it } from 'vitest';
import { VideoAge } from './videoAge.ts';

const FRAME_MS = 1000 / 30;

function compose(age: VideoAge, frames: number, ageMs: (frame: number) => number): number[] {
  return Array.from({ length: frames }, (_, frame) => {
    age.note(ageMs(frame));
    age.follow(FRAME_MS);
    return age.ms;
  });
}

describe('the age of what is composed', () => {
  it('is the mean of what was seen until frames are encoded, also where that is little', () => {
    const age = new VideoAge();
    [20, 30, 25].forEach((ms) => age.note(ms));
    age.hold();
    expect(age.ms).toBe(25);
  });

  it('stays as it is while it is right to a quarter of a frame, so that frames are even', () => {
    const age = new VideoAge();
    compose(age, 200, () => 20);
    age.hold();
    // A camera of another rate: each frame waits otherwise.
    const ages = compose(age, 2000, (frame) => (frame * 1.7) % FRAME_MS);
    expect(new Set(ages)).toEqual(new Set([20]));
  });

  it('goes in small steps to that of another camera', () => {
    const age = new VideoAge();
    compose(age, 200, () => 5);
    age.hold();
    const ages = compose(age, 1000, () => 45);
    expect(Math.abs((ages.at(-1) ?? 0) - 45)).toBeLessThan(FRAME_MS / 4);
    const steps = ages.map((ms, at) => Math.abs(ms - (at === 0 ? 5 : (ages[at - 1] ?? 0))));
    expect(Math.max(...steps)).toBeLessThan(FRAME_MS * 0.011);
  });

  it('is not moved by a frame that a busy machine has kept for a second', () => {
    const age = new VideoAge();
    compose(age, 200, () => 20);
    age.hold();
    const ages = compose(age, 300, (frame) => (frame === 50 ? 1000 : 20));
    expect(new Set(ages)).toEqual(new Set([20]));
  });
});
