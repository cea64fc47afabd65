/**
 * Several people on one track, as engines separate them: pieces of some minutes, since a voice is known by what else it says. In
 * front of each piece but the first is a bit of everybody who was heard before, so that the same person has the same number
 * in all of them.
 */
import type { Stretch } from './speech.ts';

/** Silence between what was not said one after the other. */
const GAP_SEC = 0.3;
/** So much of a person is put in front of a piece, and less than this says nothing of a voice. */
export const KNOWN_VOICE_SEC = 3;
const LEAST_VOICE_SEC = 0.8;

const lengthOf = ({ startSec, endSec }: Stretch) => endSec - startSec;

/** Stretches as they are sent together, each piece at most so long. */
export function toPieces(spans: readonly Stretch[], maxSec: number): Stretch[][] {
  const pieces: Stretch[][] = [];
  for (const span of spans) {
    const last = pieces.at(-1);
    if (last && pieceSec([...last, span]) <= maxSec) last.push(span);
    else pieces.push([span]);
  }
  return pieces;
}

/** How long a piece is. */
export const pieceSec = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, stretch) => sum + lengthOf(stretch), 0) +
  GAP_SEC * Math.max(0, stretches.length - 1);

/** What is said by a person whom the engine has a name for, in seconds of the piece. */
export interface SpokenWord {
  startSec: number;
  endSec: number;
  text: string;
  confidence?: number;
  speaker: string;
}

export interface LaidPart<T> {
  atSec: number;
  lengthSec: number;
  of: T;
}

/** Sounds one after the other, with a gap between them, and where each of them lies. */
export function layPiece<T extends { samples: Float32Array }>(parts: readonly T[], rateHz: number) {
  const gap = Math.round(GAP_SEC * rateHz);
  const length = parts.reduce((sum, { samples }) => sum + samples.length + gap, -gap);
  const samples = new Float32Array(Math.max(0, length));
  let at = 0;
  const laid = parts.map((of): LaidPart<T> => {
    samples.set(of.samples, at);
    const place = { atSec: at / rateHz, lengthSec: of.samples.length / rateHz, of };
    at += of.samples.length + gap;
    return place;
  });
  return { samples, laid };
}

/** In which of the parts a word is: its middle, or the nearest where it is in a gap. */
export function partOf<T>(laid: readonly LaidPart<T>[], { startSec, endSec }: SpokenWord): number {
  const middle = (startSec + endSec) / 2;
  const distance = ({ atSec, lengthSec }: LaidPart<T>) =>
    Math.max(atSec - middle, middle - (atSec + lengthSec), 0);
  return laid.reduce(
    (best, part, index) => (distance(part) < distance(laid[best] ?? part) ? index : best),
    0,
  );
}

/** How the engine calls those who were known before, by what it says of the parts in front. A name is one person's. */
export function knownSpeakers(
  heard: readonly { speaker: string; known: string; sec: number }[],
): Map<string, string> {
  const sums = new Map<string, { speaker: string; known: string; sec: number }>();
  for (const { speaker, known, sec } of heard) {
    const key = JSON.stringify([speaker, known]);
    sums.set(key, { speaker, known, sec: sec + (sums.get(key)?.sec ?? 0) });
  }
  const found = new Map<string, string>();
  for (const { speaker, known } of [...sums.values()].sort((a, b) => b.sec - a.sec)) {
    if (!found.has(speaker) && ![...found.values()].includes(known)) found.set(speaker, known);
  }
  return found;
}

/** Where each person speaks longest without another one between, of words in their order; nobody who says too little. */
export function voicesIn(
  words: readonly { speaker: string; startSec: number; endSec: number }[],
): Map<string, Stretch> {
  const longest = new Map<string, Stretch>();
  let run = { speaker: '', startSec: 0, endSec: -Infinity };
  for (const { speaker, startSec, endSec } of words) {
    if (run.speaker === speaker && startSec - run.endSec < 1) run.endSec = Math.max(run.endSec, endSec);
    else run = { speaker, startSec, endSec };
    const best = longest.get(speaker);
    if (!best || lengthOf(run) > lengthOf(best))
      longest.set(speaker, { startSec: run.startSec, endSec: run.endSec });
  }
  const voices = [...longest].filter(([, stretch]) => lengthOf(stretch) >= LEAST_VOICE_SEC);
  return new Map(
    voices.map(([speaker, { startSec, endSec }]) => [
      speaker,
      { startSec, endSec: Math.min(endSec, startSec + KNOWN_VOICE_SEC) },
    ]),
  );
}
