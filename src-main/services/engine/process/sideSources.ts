/** How many other channels one chain can hear: the sounds that come with a block in the shared memory. */
export const MAX_SIDE_SOURCES = 4;

/**
 * Which sound of a chain's side-chains is which channel. One keeps its number as long as somebody hears it, so that
 * nobody hears another channel for a moment.
 */
export class SideSources {
  #places: (string | null)[] = Array.from({ length: MAX_SIDE_SOURCES }, () => null);

  /** By number. */
  get places(): readonly (string | null)[] {
    return this.#places;
  }

  /** Its number, from now on; null where all are taken. */
  take(source: string): number | null {
    const known = this.#places.indexOf(source);
    if (known >= 0) return known;
    const free = this.#places.indexOf(null);
    if (free < 0) return null;
    this.#places = this.#places.with(free, source);
    return free;
  }

  /** The others' numbers are free again. */
  keepOnly(used: readonly (string | null)[]): void {
    this.#places = this.#places.map((source) => (used.includes(source) ? source : null));
  }
}
