import { LiveTrack } from './liveTrack.ts';
import { cutLong, findSpeech, LEVEL_RATE_HZ, noiseOf, type Stretch } from './speech.ts';

/** What is said at one microphone without a longer pause. */
export interface Phrase extends Stretch {
  trackId: string;
  /** One channel of 16 kHz. */
  samples: Float32Array<ArrayBuffer>;
}

/** Rooms and bleed are learned from so much. */
const WINDOW_SEC = 30;
/** A phrase has ended when nothing is said for so long; a bit more than what joins words. */
const PAUSE_SEC = 0.5;
/** Of which so much belongs to the phrase. */
const PADDING_SEC = 0.2;
/** What is said has ended, as its phrase says, and so much later that is known. */
export const KNOWN_AFTER_SEC = PAUSE_SEC - PADDING_SEC;
/** Who speaks without a pause is read after so long. */
const MAX_PHRASE_SEC = 8;
const LEAST_SEC = 0.25;
/** What turns out to be speech so late is none that anybody waits for. */
const LATE_SEC = 5;
/** Between the quietest and the loudest tenth of speech lies at least so much; a machine that comes on is even. */
const LEAST_SPREAD_DB = 6;
/** The noise of a room is known from its pauses: it is taken to rise so slowly where there are none. */
const NOISE_RISE_DB = 0.005;
/** A microphone that is so far behind the others is gone. */
const GONE_LEVELS = 2 * LEVEL_RATE_HZ;

/** Finds what is said at several microphones at once, while it is said. Times are seconds of the caller's clock, all from 0 on. */
export class LiveSpeech {
  readonly #tracks = new Map<string, LiveTrack>();

  hear(trackId: string, atSec: number, samples: Float32Array): void {
    let track = this.#tracks.get(trackId);
    if (!track) this.#tracks.set(trackId, (track = new LiveTrack()));
    track.hear(atSec, samples);
  }

  /** The phrases that have ended since the last call, in the order of their beginnings. `isLast`: nothing more is heard. */
  takePhrases(isLast = false): Phrase[] {
    const end = this.#forgetGone();
    if (end === null) return [];
    const begin = Math.max(0, end - WINDOW_SEC * LEVEL_RATE_HZ);
    const tracks = [...this.#tracks];
    const levels = tracks.map(([, track]) => track.levels(begin, end));
    tracks.forEach(([, track], index) => {
      const noiseDb = noiseOf(levels[index] ?? new Float32Array());
      track.noiseDb = Math.min(noiseDb, track.noiseDb + NOISE_RISE_DB);
    });
    const speech = findSpeech(levels, { noiseDb: tracks.map(([, { noiseDb }]) => noiseDb) });
    return tracks
      .flatMap(([trackId, track], index) =>
        endedOf(track, speech[index] ?? [], levels[index] ?? new Float32Array(), {
          beginSec: begin / LEVEL_RATE_HZ,
          endSec: end / LEVEL_RATE_HZ,
          isLast,
        }).map((stretch) => {
          track.doneSec = stretch.endSec;
          return { trackId, ...stretch, samples: track.sound(stretch.startSec, stretch.endSec) };
        }),
      )
      .sort((a, b) => a.startSec - b.startSec);
  }

  /** Up to where all microphones were heard. */
  #forgetGone(): number | null {
    const newest = Math.max(...[...this.#tracks.values()].map(({ end }) => end));
    for (const [id, { end }] of this.#tracks) if (end < newest - GONE_LEVELS) this.#tracks.delete(id);
    return this.#tracks.size === 0 ? null : Math.min(...[...this.#tracks.values()].map(({ end }) => end));
  }
}

interface Heard {
  beginSec: number;
  endSec: number;
  isLast: boolean;
}

function endedOf(
  track: LiveTrack,
  speech: readonly Stretch[],
  levels: Float32Array,
  heard: Heard,
): Stretch[] {
  const { beginSec } = heard;
  return speech.flatMap((found) => {
    const startSec = Math.max(found.startSec, track.doneSec - beginSec);
    if (found.endSec - startSec < LEAST_SEC) return [];
    if (heard.endSec - beginSec - found.endSec > LATE_SEC) return [];
    const hasEnded = heard.isLast || heard.endSec - beginSec - found.endSec >= KNOWN_AFTER_SEC - 1e-6;
    const parts = cutLong({ startSec, endSec: found.endSec }, levels, MAX_PHRASE_SEC);
    const ended = (hasEnded ? parts : parts.slice(0, -1)).filter((part) => isUneven(levels, part));
    return ended.map((part) => ({
      startSec: beginSec + part.startSec,
      endSec: beginSec + part.endSec,
    }));
  });
}

/** Whether it is louder and quieter, as speech is. */
function isUneven(levels: Float32Array, { startSec, endSec }: Stretch): boolean {
  const sorted = levels.slice(Math.floor(startSec * LEVEL_RATE_HZ), Math.ceil(endSec * LEVEL_RATE_HZ)).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return at(0.9) - at(0.1) >= LEAST_SPREAD_DB;
}
