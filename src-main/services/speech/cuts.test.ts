import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIVE_RATE_HZ, LiveTrack } from '../../../src-shared/domain/transcript/liveTrack.ts';
import { toSpans } from '../../../src-shared/domain/transcript/speech.ts';
import { readSound, readUtterances } from '../../../tests/lib/librivox.ts';
import { createRandom, pick } from '../../../tests/lib/random.ts';
import { alignWords, canAlign } from './align.ts';

/** Live captions cut who speaks on after so long. */
const MOST_SEC = 8;
const TAPE_SEC = 60;
const TAPES = 20;
/** No pause between words is longer: nobody speaks like that for a minute. */
const MOST_PAUSE_SEC = 0.12;
/** A word is where it is so near to its loudest, and above the room. */
const [BELOW_LOUDEST_DB, ABOVE_ROOM_DB] = [15, -37];
const EDGE_SEC = 0.03;

interface Word {
  text: string;
  startSec: number;
  endSec: number;
}
interface Sentence {
  sound: Float32Array;
  words: Word[];
}

describe.runIf(canAlign())('speech without pauses', () => {
  let sentences: Sentence[] = [];
  beforeAll(async () => {
    sentences = await Promise.all(
      readUtterances().map(async ({ text, file }) => {
        const sound = readSound(file);
        const spoken = text.split(' ').map((word) => ({ text: word, startSec: 0, endSec: 0 }));
        const found = await alignWords(readFileSync(file), spoken, new AbortController().signal);
        return { sound, words: (found ?? []).map((word) => coreOf(sound, word)) };
      }),
    );
  }, 120_000);

  it('is cut between words', () => {
    const random = createRandom(5);
    let [cuts, within] = [0, 0];
    for (let tape = 0; tape < TAPES; tape += 1) {
      const { sound, words } = record(sentences, random);
      const track = new LiveTrack();
      const levels: number[] = [];
      for (let at = 0; at < sound.length; at += LIVE_RATE_HZ) {
        track.hear(at / LIVE_RATE_HZ, sound.subarray(at, at + LIVE_RATE_HZ));
        levels.push(...track.levels(levels.length, track.end));
      }
      const spans = toSpans([{ startSec: 0, endSec: TAPE_SEC }], Float32Array.from(levels), MOST_SEC);
      for (const { endSec } of spans.slice(0, -1)) {
        cuts += 1;
        if (words.some((word) => endSec > word.startSec + EDGE_SEC && endSec < word.endSec - EDGE_SEC))
          within += 1;
      }
    }
    expect(cuts).toBeGreaterThan(TAPES * 7);
    // By the quietest level alone it was every fifth.
    expect(within / cuts).toBeLessThan(0.08);
  });
});

/** What the aligner gives a word has its silence, too. */
function coreOf(sound: Float32Array, { text, startSec, endSec }: Word): Word {
  const step = LIVE_RATE_HZ / 200;
  const count = Math.max(1, Math.floor((endSec - startSec) * 200));
  const first = Math.round(startSec * LIVE_RATE_HZ);
  const levels = Array.from({ length: count }, (_, index) => levelOf(sound, first + index * step, 2 * step));
  const least = Math.max(Math.max(...levels) - BELOW_LOUDEST_DB, ABOVE_ROOM_DB);
  const isLoud = (level: number) => level >= least;
  const [from, to] = [Math.max(0, levels.findIndex(isLoud)), levels.findLastIndex(isLoud) + 1];
  return { text, startSec: startSec + from / 200, endSec: startSec + to / 200 };
}

function levelOf(sound: Float32Array, at: number, length: number): number {
  let power = 0;
  for (let sample = at; sample < at + length; sample += 1) power += (sound[sample] ?? 0) ** 2;
  return 10 * Math.log10(power / length + 1e-12);
}

const hiss = createRandom(1);
const room = Float32Array.from(
  { length: (TAPE_SEC + 1) * LIVE_RATE_HZ },
  () => 0.0008 * (hiss() + hiss() - 1),
);

/** Sentences one after the other from some word on, with what is left of their pauses, and where each word lies. */
function record(sentences: readonly Sentence[], random: () => number) {
  const sound = room.slice();
  const words: Word[] = [];
  for (let at = 0; at < sound.length;) {
    const sentence = sentences[pick(random, sentences.length)];
    if (!sentence) break;
    const said = sentence.words.slice(pick(random, 3));
    for (const [index, word] of said.entries()) {
      const pauseSec = Math.min(MOST_PAUSE_SEC, (said[index + 1]?.startSec ?? Infinity) - word.endSec);
      const part = sentence.sound.subarray(
        Math.round(word.startSec * LIVE_RATE_HZ),
        Math.round((word.endSec + Math.max(0, pauseSec)) * LIVE_RATE_HZ),
      );
      const end = Math.min(part.length, sound.length - at);
      for (let place = 0; place < end; place += 1)
        sound[at + place] = (part[place] ?? 0) + (sound[at + place] ?? 0);
      const startSec = at / LIVE_RATE_HZ;
      words.push({ text: word.text, startSec, endSec: startSec + word.endSec - word.startSec });
      at += part.length;
      if (at >= sound.length) break;
    }
  }
  return { sound, words };
}
