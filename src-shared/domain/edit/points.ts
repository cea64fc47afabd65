/**
 * Between which two of ordered points a place lies, and how far on the way (0 to 1); in front of the first it is at the
 * first, behind the last at the last. null: there are none. Runs for single samples: the point is found by halves.
 */
export function betweenPoints<T>(
  points: readonly T[],
  place: number,
  placeOf: (point: T) => number,
): { left: T; right: T; part: number } | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(points[middle] as T) <= place) low = middle + 1;
    else high = middle;
  }
  const left = points[Math.max(0, low - 1)];
  if (left === undefined) return null;
  const right = points[low];
  if (low === 0 || right === undefined) return { left, right: left, part: 0 };
  return { left, right, part: (place - placeOf(left)) / (placeOf(right) - placeOf(left)) };
}

/** The gain at a place, in a line from point to point in decibels; without points 0. */
export function gainDbAt<T extends { gainDb: number }>(
  points: readonly T[],
  place: number,
  placeOf: (point: T) => number,
): number {
  const between = betweenPoints(points, place, placeOf);
  if (!between) return 0;
  const { left, right, part } = between;
  return left.gainDb + (right.gainDb - left.gainDb) * part;
}
