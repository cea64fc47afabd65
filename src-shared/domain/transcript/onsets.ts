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

/** Two words share a sound (`six seven`), and an aligner gives nearly all of it to the first: half of such a sound. */
const SHARED_SEC = 0.06;
/** So far before a shared sound's word a silence may lie that parts them. */
const SHARED_BACK = 26;

/** A word that follows without a silence begins in a dip so deep, and so near; shallower ones lie within words. */
const DIP_DB = 24;
const DIP_BACK = 6;
const DIP_FORWARD = 34;
/** Sound at both sides of it is looked at so far. */
const DIP_SIDE = 30;

export interface AlignedWord {
  startSec: number;
  endSec: number;
  /** It begins with the sound that the word before ends with. */
  sharesSound?: boolean;
}

/** `samples`: of the same sound, -1 to 1. */
export function setOnsets<Word extends AlignedWord>(
  words: readonly Word[],
  samples: Float32Array,
  sampleRateHz: number,
): Word[] {
  const levels = levelsOf(samples, sampleRateHz);
  const isOn = findSound(levels);
  return words.map((word, index) => {
    const beforeSec = words[index - 1]?.endSec ?? 0;
    const startSec = Math.max(0, onsetOf(word, beforeSec, isOn, levels));
    return { ...word, startSec, endSec: Math.max(startSec, word.endSec) };
  });
}

function onsetOf(
  { startSec, endSec, sharesSound }: AlignedWord,
  beforeSec: number,
  isOn: readonly boolean[],
  levels: readonly number[],
): number {
  const start = Math.min(isOn.length - 1, Math.floor(startSec * RATE_HZ));
  const middle = start + Math.floor((endSec - startSec) * (RATE_HZ / 2));
  const silence = silenceFrom(start, middle, isOn);
  if (silence !== null) return silence / RATE_HZ + SETTLE_SEC;
  const before = Math.floor(beforeSec * RATE_HZ);
  if (start - before > MIN_GAP && isOn[start]) {
    // Without a silence between them it is the end of the word before.
    const parted = silenceBefore(start, before, isOn);
    if (parted !== null) return parted / RATE_HZ + SETTLE_SEC;
  }
  if (!sharesSound) return dipNear(start, levels) ?? startSec + LEAD_SEC;
  const parted = silenceBefore(start, start - SHARED_BACK, isOn);
  return parted === null ? startSec + LEAD_SEC - SHARED_SEC : parted / RATE_HZ + SETTLE_SEC;
}

/** Where the last silence behind `least` and before a word ends; null: there is none. */
function silenceBefore(start: number, least: number, isOn: readonly boolean[]): number | null {
  for (let at = start; at > Math.max(0, least); at -= 1) {
    if (isOn[at - 1]) continue;
    let first = at - 1;
    while (first > 0 && !isOn[first - 1]) first -= 1;
    if (at - first >= MIN_SILENCE) return at;
    at = first + 1;
  }
  return null;
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

/** Words that follow each other without a silence have a dip between them; null: none is deep enough. */
function dipNear(start: number, levels: readonly number[]): number | null {
  let deepest = start;
  for (let at = Math.max(0, start - DIP_BACK); at < Math.min(levels.length, start + DIP_FORWARD); at += 1) {
    if ((levels[at] ?? 0) < (levels[deepest] ?? 0)) deepest = at;
  }
  const loudest = (from: number, to: number) => Math.max(...levels.slice(Math.max(0, from), to));
  const depth =
    Math.min(loudest(deepest - DIP_SIDE, deepest), loudest(deepest, deepest + DIP_SIDE)) -
    (levels[deepest] ?? 0);
  return depth >= DIP_DB ? (deepest + 1) / RATE_HZ : null;
}

function levelsOf(samples: Float32Array, sampleRateHz: number): number[] {
  const hop = Math.round(sampleRateHz / RATE_HZ);
  const window = Math.round(sampleRateHz * WINDOW_SEC);
  const levels: number[] = [];
  for (let from = 0; from + window <= samples.length; from += hop) {
    let power = 0;
    for (let at = from; at < from + window; at += 1) power += (samples[at] ?? 0) ** 2;
    levels.push(10 * Math.log10(power / window + 1e-12));
  }
  return levels;
}

function findSound(levels: readonly number[]): boolean[] {
  const sorted = [...levels].sort((a, b) => a - b);
  const threshold = (sorted[Math.floor(sorted.length * NOISE_SHARE)] ?? 0) + ABOVE_NOISE_DB;
  return levels.map((level) => level >= threshold);
}
