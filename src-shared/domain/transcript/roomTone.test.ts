import { expect, it } from 'vitest';
import { roomToneLevels, ROOMS } from '../../../tests/lib/roomTone.ts';
import { findSpeech, LEVEL_RATE_HZ } from './speech.ts';

/** The long form: `node scripts/soak/roomTone.mjs`. */
it.each(ROOMS)('a room in which nobody speaks (%s) has no speech', (room) => {
  for (const seed of [1, 2, 3]) {
    const levels = roomToneLevels(room, 600 * LEVEL_RATE_HZ, seed);
    // One microphone has no other one to be compared with.
    expect(findSpeech([levels])).toEqual([[]]);
  }
});
