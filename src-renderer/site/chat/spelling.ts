/** How many letters of a word may be wrong, by the longer of the two words. */
const LEAST_LENGTH = { one: 5, two: 9 };

/** The known word that a misspelled one stands for; itself where none is near. Both are folded (`wordsOf`). */
export function corrected(word: string, known: Iterable<string>): string {
  let best = word;
  let bestDistance = Infinity;
  for (const candidate of known) {
    if (candidate[0] !== word[0] || Math.abs(candidate.length - word.length) > 2) continue;
    const longer = Math.max(candidate.length, word.length);
    const most = longer >= LEAST_LENGTH.two ? 2 : longer >= LEAST_LENGTH.one ? 1 : 0;
    const distance = distanceOf(word, candidate);
    if (distance <= most && distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Letters to put in, take out, replace or swap with the next (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let [older, old]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (old[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? (older[j - 2] ?? Infinity) + 1 : Infinity;
      row.push(Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    [older, old] = [old, row];
  }
  return old[other.length] ?? 0;
}
