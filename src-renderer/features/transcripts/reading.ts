import {
  paragraphsOf,
  type Paragraph,
  type Transcript,
} from '../../../src-shared/domain/transcript/document.ts';

/** A transcript in the order in which it is read: a paragraph after the other, though speakers talk at the same time. */
export interface Reading {
  paragraphs: Paragraph[];
  /** Places of words, as they are read. */
  order: number[];
  /** Of each place: where it is in that order, and in which paragraph. */
  positions: Int32Array;
  paragraphAt: Int32Array;
  startSecs: Float64Array;
  endSecs: Float64Array;
}

export function readingOf(transcript: Transcript): Reading {
  const { words, sampleRateHz } = transcript;
  const paragraphs = paragraphsOf(transcript);
  const order = paragraphs.flatMap(({ places }) => places);
  const positions = new Int32Array(words.length);
  const paragraphAt = new Int32Array(words.length);
  order.forEach((place, position) => (positions[place] = position));
  paragraphs.forEach(({ places }, index) => places.forEach((place) => (paragraphAt[place] = index)));
  return {
    paragraphs,
    order,
    positions,
    paragraphAt,
    startSecs: secondsOf(words.length, (place) => (words[place]?.startFrame ?? 0) / sampleRateHz),
    endSecs: secondsOf(words.length, (place) => (words[place]?.endFrame ?? 0) / sampleRateHz),
  };
}

/** `Float64Array.from` takes ten times as long. */
function secondsOf(count: number, secondAt: (place: number) => number): Float64Array {
  const seconds = new Float64Array(count);
  for (let place = 0; place < count; place += 1) seconds[place] = secondAt(place);
  return seconds;
}

/** The place of the word that is said at a moment, else of the last before it; -1 before the first. */
export function placeAt({ startSecs, endSecs }: Reading, sec: number): number {
  let [low, high] = [0, startSecs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((startSecs[middle] ?? 0) <= sec) low = middle + 1;
    else high = middle;
  }
  const last = low - 1;
  // Another speaker's word may have begun since, and be over.
  for (let place = last; place > last - 4 && place >= 0; place -= 1) {
    if ((endSecs[place] ?? 0) > sec) return place;
  }
  return last;
}

/** Places between two, as they are read. */
export function placesBetween({ order, positions }: Reading, one: number, other: number): number[] {
  const [from, to] = [positions[one] ?? 0, positions[other] ?? 0];
  return order.slice(Math.min(from, to), Math.max(from, to) + 1);
}
