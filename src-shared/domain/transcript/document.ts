import { z } from 'zod';
import { ENGINE_KINDS } from '../voiceAi/index.ts';

/** Words of a recording with their times, as `transcript.json` beside `take.json` has them. */
export const wordSchema = z.object({
  /** Of the take. */
  trackId: z.string().max(200),
  /** On the session's clock. */
  startFrame: z.int().nonnegative(),
  endFrame: z.int().nonnegative(),
  text: z.string().min(1).max(200),
  /** How sure the engine is, 0 to 1; absent where it does not say. */
  confidence: z.number().min(0).max(1).optional(),
});
export type Word = z.infer<typeof wordSchema>;

export const transcriptSchema = z.object({
  schemaVersion: z.literal(1),
  /** Of the frames below. */
  sampleRateHz: z.int().positive(),
  engine: z.enum(ENGINE_KINDS),
  model: z.string().max(100),
  /** As the engine found it most often; null where it does not say. */
  language: z.string().max(50).nullable(),
  /** Of live captions, as they were read while the take was recorded. */
  isLive: z.literal(true).optional(),
  madeAtMs: z.number(),
  /** Seconds that were sent, and what they cost. */
  sentSec: z.number().nonnegative(),
  usd: z.number().nonnegative(),
  /** A speaker is a track, or one of several people on it, e.g. `system~2`. */
  speakers: z.array(z.object({ trackId: z.string().max(200), name: z.string().max(500) })).max(100),
  /** In the order of their beginnings. */
  words: z.array(wordSchema).max(1_000_000),
});
export type Transcript = z.infer<typeof transcriptSchema>;

/**
 * Whether a track is what a computer plays (`findScreenSound`; in a browser `system2` where it was shared another time); in a
 * meeting those are all who are not here.
 */
export const isFarSide = (trackId: string): boolean => /^system\d*$/.test(trackId);
/** Of several people on one track each has a number. */
export const personOn = (trackId: string, number: number): string => `${trackId}~${number}`;
/** On which track a speaker is heard. */
export const trackOfSpeaker = (speaker: string): string => speaker.replace(/~\d+$/, '');
export const FAR_SIDE_NAME = 'The others';

/** Of a meeting: speakers on one track go by where they are. */
export const withFarSide = (transcript: Transcript): Transcript => ({
  ...transcript,
  speakers: transcript.speakers.map((speaker) =>
    isFarSide(speaker.trackId) ? { ...speaker, name: FAR_SIDE_NAME } : speaker,
  ),
});

/** What one speaker says without a longer pause. */
export interface Utterance {
  trackId: string;
  speaker: string;
  startSec: number;
  endSec: number;
  text: string;
  words: readonly Word[];
}

/** A pause that ends an utterance. */
const PAUSE_SEC = 1;
/** Longer ones are parted at the next end of a sentence, and where none comes at the latest here. */
const LONG_SEC = 20;
const LONGEST_SEC = 60;

/** The words as speakers say them, in the order of their beginnings: who speaks at the same time is not torn apart. */
export function utterancesOf(transcript: Transcript): Utterance[] {
  const { words, speakers, sampleRateHz } = transcript;
  const names = new Map(speakers.map(({ trackId, name }) => [trackId, name]));
  return paragraphsOf(transcript).map(({ trackId, startSec, places }) => {
    const said = places.flatMap((place) => words[place] ?? []);
    return {
      trackId,
      speaker: names.get(trackId) ?? '',
      startSec,
      endSec: (said.at(-1)?.endFrame ?? 0) / sampleRateHz,
      text: said.map(({ text }) => text).join(' '),
      words: said,
    };
  });
}

/** What one speaker says without a longer pause, as a screen shows it: words by their place in the transcript. */
export interface Paragraph {
  trackId: string;
  startSec: number;
  places: number[];
}

/** The same as the utterances, whatever was corrected: times are the engine's. */
export function paragraphsOf({ words, speakers, sampleRateHz }: Transcript): Paragraph[] {
  const bySpeaker = new Map(speakers.map(({ trackId }) => [trackId, [] as number[]]));
  words.forEach(({ trackId }, place) => bySpeaker.get(trackId)?.push(place));
  return [...bySpeaker]
    .flatMap(([trackId, said]) =>
      partPlaces(said, words, sampleRateHz).map((places) => ({
        trackId,
        startSec: (words[places[0] ?? -1]?.startFrame ?? 0) / sampleRateHz,
        places,
      })),
    )
    .sort((a, b) => a.startSec - b.startSec);
}

function partPlaces(places: readonly number[], words: readonly Word[], sampleRateHz: number): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let [firstFrame, last]: [number, Word | null] = [0, null];
  for (const place of places) {
    const word = words[place];
    if (!word) continue;
    const isPause = last !== null && word.startFrame - last.endFrame > PAUSE_SEC * sampleRateHz;
    const lengthSec = (word.startFrame - firstFrame) / sampleRateHz;
    const isLong = lengthSec > LONGEST_SEC || (lengthSec > LONG_SEC && /[.!?…]$/.test(last?.text ?? ''));
    if (last === null || isPause || isLong) {
      parts.push((part = []));
      firstFrame = word.startFrame;
    }
    part.push(place);
    last = word;
  }
  return parts;
}
