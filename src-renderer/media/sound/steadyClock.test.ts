import { describe, expect, it } from 'vitest';
import { SteadyClock } from './steadyClock.ts';

const FRAME_MS = 1000 / 60;
/** By blocks of 1,024 samples at 48 kHz. */
const inBlocks = (sec: number) => (Math.floor((sec * 48_000) / 1024) * 1024) / 48_000;

describe('a steady clock', () => {
  it('moves evenly where the clock of the sound moves by blocks', () => {
    const clock = new SteadyClock();
    const steps: number[] = [];
    let formerSec = 0;
    for (let frame = 0; frame < 240; frame += 1) {
      const nowMs = 5000 + frame * FRAME_MS;
      const sec = clock.read(inBlocks((frame * FRAME_MS) / 1000), nowMs);
      steps.push(1000 * (sec - formerSec));
      expect(Math.abs(sec - (frame * FRAME_MS) / 1000)).toBeLessThan(0.0214);
      formerSec = sec;
    }
    // Once it has seen a second of it.
    for (const step of steps.slice(90)) expect(Math.abs(step - FRAME_MS)).toBeLessThan(1.5);
  });

  it('stands where the clock of the sound stands', () => {
    const clock = new SteadyClock();
    for (let frame = 0; frame < 60; frame += 1) clock.read((frame * FRAME_MS) / 1000, frame * FRAME_MS);
    expect(clock.read(1, 1000)).toBeCloseTo(1);
    expect(clock.read(1, 9000)).toBeLessThan(1.07);
  });
});
