import { LEVEL_RATE_HZ } from '../../src-shared/domain/transcript/speech.ts';
import { createRandom } from './random.ts';

export const ROOMS = ['quiet', 'fan', 'hum', 'steps'] as const;
export type Room = (typeof ROOMS)[number];

/** Seconds that a fan or an air conditioning is on, and off. */
const ON_SEC = 240;
/** Frames of a knock, and at least so many between two. */
const KNOCK = 10;
const AFTER_KNOCK = 10;

/**
 * Levels in dBFS of a microphone in a room where nobody speaks, as hundredths of a second have them: noise of a hundredth of a second of
 * a wide band varies by about 1 dB. `fan`: an air conditioning comes on and goes off, 15 dB louder; `hum`: a level that drifts;
 * `steps`: now and then a knock of a tenth of a second.
 */
export function roomToneLevels(room: Room, count: number, seed: number): Float32Array<ArrayBuffer> {
  const random = createRandom(seed);
  let knock = 0;
  return Float32Array.from({ length: count }, (_, at) => {
    const sec = at / LEVEL_RATE_HZ;
    const noise = 2 * (random() + random() + random() - 1.5);
    if (room === 'quiet') return -62 + noise;
    if (room === 'hum') return -50 + 4 * Math.sin((2 * Math.PI * sec) / 90) + noise;
    if (room === 'fan') return (Math.floor(sec / ON_SEC) % 2 === 1 ? -45 : -60) + noise;
    if (knock === 0 && random() < 1 / (30 * LEVEL_RATE_HZ)) knock = KNOCK + AFTER_KNOCK;
    if (knock > 0) knock -= 1;
    const left = knock - AFTER_KNOCK;
    return left > 0 ? -30 - 2 * (KNOCK - left) : -58 + noise;
  });
}
