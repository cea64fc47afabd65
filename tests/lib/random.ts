/** A seeded generator (mulberry32, Tommy Ettinger): the same seed gives the same test. Returns 0 ≤ x < 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 up to but not including `limit`. */
export function pick(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}
