/** Beginnings of words, set to where sound begins: an aligner knows which word it is, levels know when. */

/** Levels a second. */
const RATE_HZ = 200;
const WINDOW_SEC = 0.01;
/** Sound lies so far above the noise of its room. */
const ABOVE_NOISE_DB = 8;
const NOISE_SHARE = 0.1;
/** Shorter silences are parts of words, e.g. before a t. */
const MIN_SILENCE = 5;
/** So far behind its beginning a word's silence may begin: what is before is the end of the word before. */
const FORWARD = 18;
/** From so much of a gap on an aligner has heard none of the word before. */
const MIN_GAP = 4;
/** An aligner's frames begin so much before what they hear. */
const LEAD_SEC = 0.02;
const SETTLE_SEC = 0.003;

export interface AlignedWord {
  startSec: number;
  endSec: number;
}

/** `samples`: of the same sound, -1 to 1. */
export function setOnsets<Word extends AlignedWord>(
  words: readonly Word[],
  samples: Float32Array,
  sampleRateHz: number,
): Word[] {
  const isOn = findSound(samples, sampleRateHz);
  return words.map((word, index) => {
    const beforeSec = words[index - 1]?.endSec ?? 0;
    const startSec = Math.max(0, onsetOf(word, beforeSec, isOn));
    return { ...word, startSec, endSec: Math.max(startSec, word.endSec) };
  });
}

function onsetOf({ startSec, endSec }: AlignedWord, beforeSec: number, isOn: readonly boolean[]): number {
  const start = Math.min(isOn.length - 1, Math.floor(startSec * RATE_HZ));
  const middle = start + Math.floor((endSec - startSec) * (RATE_HZ / 2));
  const silence = silenceFrom(start, middle, isOn);
  if (silence !== null) return silence / RATE_HZ + SETTLE_SEC;
  const before = Math.floor(beforeSec * RATE_HZ);
  if (start - before > MIN_GAP && isOn[start]) {
    let at = start;
    while (at > before && isOn[at - 1]) at -= 1;
    // Without a silence between them it is the end of the word before.
    if (at > before) return at / RATE_HZ + SETTLE_SEC;
  }
  return startSec + LEAD_SEC;
}

/** Where the first silence that begins at the word's beginning ends; null: there is none. */
function silenceFrom(start: number, end: number, isOn: readonly boolean[]): number | null {
  for (let at = start; at < Math.min(start + FORWARD, end); at += 1) {
    if (isOn[at]) continue;
    let first = at;
    while (first > 0 && !isOn[first - 1]) first -= 1;
    let next = at;
    while (next < end && !isOn[next]) next += 1;
    if (next - first >= MIN_SILENCE) return next;
    at = next;
  }
  return null;
}

function findSound(samples: Float32Array, sampleRateHz: number): boolean[] {
  const hop = Math.round(sampleRateHz / RATE_HZ);
  const window = Math.round(sampleRateHz * WINDOW_SEC);
  const levels: number[] = [];
  for (let from = 0; from + window <= samples.length; from += hop) {
    let power = 0;
    for (let at = from; at < from + window; at += 1) power += (samples[at] ?? 0) ** 2;
    levels.push(10 * Math.log10(power / window + 1e-12));
  }
  const sorted = [...levels].sort((a, b) => a - b);
  const threshold = (sorted[Math.floor(sorted.length * NOISE_SHARE)] ?? 0) + ABOVE_NOISE_DB;
  return levels.map((level) => level >= threshold);
}
