import { describe, expect, it } from 'vitest';
import { decideSleepBlock } from './power.ts';

describe('what keeps the computer awake', () => {
  it.each([
    [{ isRecording: false, hasScreen: false }, null],
    [{ isRecording: false, hasScreen: true }, null],
    [{ isRecording: true, hasScreen: false }, 'prevent-app-suspension'],
    [{ isRecording: true, hasScreen: true }, 'prevent-display-sleep'],
  ] as const)('%o: %s', (recorded, block) => {
    expect(decideSleepBlock(recorded)).toBe(block);
  });
});
