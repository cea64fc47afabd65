/** Pink noise by Paul Kellet's "economy" filter: three leaky integrators, within 0.5 dB above 40 Hz at 44.1 kHz. */
export function seededPink(seed) {
  const white = seededWhite(seed);
  let low = 0;
  let middle = 0;
  let high = 0;
  return () => {
    const value = white();
    low = 0.99765 * low + value * 0.099046;
    middle = 0.963 * middle + value * 0.2965164;
    high = 0.57 * high + value * 1.0526913;
    return low + middle + high + value * 0.1848;
  };
}

/** White noise in ±1 by the mulberry32 generator. */
export function seededWhite(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2_147_483_648 - 1;
  };
}
