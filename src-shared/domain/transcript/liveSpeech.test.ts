import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../tests/lib/random.ts';
import { LiveSpeech, type Phrase } from './liveSpeech.ts';
import { LIVE_RATE_HZ } from './liveTrack.ts';

type Spoken = readonly (readonly [fromSec: number, toSec: number])[];

/** Microphones in one room: each hears its own voice, the others quieter, and the room. A voice is noise in syllables. */
function room(seconds: number, voices: readonly Spoken[], { roomLevel = 0.0005, bleed = 0.2 } = {}) {
  const random = createRandom(7);
  const length = seconds * LIVE_RATE_HZ;
  const spoken = voices.map((stretches) =>
    Float32Array.from({ length }, (_, i) => {
      const sec = i / LIVE_RATE_HZ;
      const isOn = stretches.some(([from, to]) => sec >= from && sec < to);
      return isOn ? 0.3 * (2 * random() - 1) * (0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * sec)) : 0;
    }),
  );
  return spoken.map((own, index) =>
    own.map((sample, i) => {
      const others = spoken.reduce((sum, other, from) => sum + (from === index ? 0 : (other[i] ?? 0)), 0);
      return sample + bleed * others + roomLevel * (2 * random() - 1);
    }),
  );
}

/** Hears them in tenths of seconds; each phrase with when it was known. */
function listen(microphones: readonly Float32Array[], speech = new LiveSpeech()) {
  const found: (Phrase & { knownAtSec: number })[] = [];
  const step = LIVE_RATE_HZ / 10;
  const length = microphones[0]?.length ?? 0;
  for (let at = 0; at < length; at += step) {
    microphones.forEach((sound, index) =>
      speech.hear(`m${index}`, 1 + at / LIVE_RATE_HZ, sound.subarray(at, at + step)),
    );
    const knownAtSec = (at + step) / LIVE_RATE_HZ;
    if ((at / step) % 2 === 1)
      found.push(
        ...speech.takePhrases().map((phrase) => ({
          ...phrase,
          startSec: phrase.startSec - 1,
          endSec: phrase.endSec - 1,
          knownAtSec,
        })),
      );
  }
  return found;
}

describe('speech that is heard as it is spoken', () => {
  const anna = [
    [1, 3],
    [6, 7],
  ] as const;
  const ben = [[3.6, 5]] as const;

  it('becomes phrases of its own microphone, soon after their end', () => {
    const found = listen(room(9, [anna, ben]));
    expect(found.map(({ trackId }) => trackId)).toEqual(['m0', 'm1', 'm0']);
    for (const [index, [from, to]] of [anna[0], ben[0], anna[1]].entries()) {
      const phrase = found[index];
      expect(Math.abs((phrase?.startSec ?? 0) - from)).toBeLessThan(0.3);
      expect(Math.abs((phrase?.endSec ?? 0) - to)).toBeLessThan(0.3);
      expect((phrase?.knownAtSec ?? 99) - to).toBeLessThan(0.8);
      const lengthSec = (phrase?.endSec ?? 0) - (phrase?.startSec ?? 0);
      expect(Math.abs((phrase?.samples.length ?? 0) / LIVE_RATE_HZ - lengthSec)).toBeLessThan(0.001);
    }
  });

  it('is cut where nobody pauses, without a hole', () => {
    const found = listen(room(24, [[[2, 22]]]));
    expect(found.length).toBeGreaterThan(2);
    for (const [index, phrase] of found.entries()) {
      expect(phrase.endSec - phrase.startSec).toBeLessThanOrEqual(8);
      if (index > 0) expect(phrase.startSec).toBe(found[index - 1]?.endSec);
    }
    expect(found.at(-1)?.endSec).toBeGreaterThan(21.9);
  });

  it('is found behind a gate that closes to nothing, and beside a channel without a device', () => {
    const [gated] = room(9, [anna], { roomLevel: 0 });
    const found = listen([gated ?? new Float32Array(), new Float32Array(9 * LIVE_RATE_HZ)]);
    expect(found.map(({ trackId }) => trackId)).toEqual(['m0', 'm0']);
  });

  it('is none of a room, a fan that comes on, or a knock', () => {
    const fan = room(30, [[]], { roomLevel: 0.002 })[0]?.map((sample, i) =>
      i > 12 * LIVE_RATE_HZ ? 10 * sample : sample,
    );
    const knocks = room(10, [
      [
        [2, 2.03],
        [5, 5.03],
      ],
    ]);
    expect(listen(room(20, [[], []]))).toEqual([]);
    expect(listen([fan ?? new Float32Array()])).toEqual([]);
    expect(listen(knocks)).toEqual([]);
  });

  it('ends with what was begun, and survives a hole and an hour', () => {
    const speech = new LiveSpeech();
    expect(speech.takePhrases()).toEqual([]);
    listen(room(4, [[[2, 4]]]), speech);
    expect(speech.takePhrases(true)).toHaveLength(1);
    expect(speech.takePhrases(true)).toHaveLength(0);
    // A device that was away for an hour.
    const [later] = room(4, [[[1, 2]]]);
    for (let at = 0; at < 4 * LIVE_RATE_HZ; at += 1600)
      speech.hear('m0', 3600 + at / LIVE_RATE_HZ, (later ?? new Float32Array()).subarray(at, at + 1600));
    const [phrase] = speech.takePhrases();
    expect(Math.abs((phrase?.startSec ?? 0) - 3601)).toBeLessThan(0.3);
  });

  it('is not waited for where one of the microphones is removed', () => {
    const speech = new LiveSpeech();
    const [one, other] = room(9, [anna, []]);
    const found: Phrase[] = [];
    for (let at = 0; at < 9 * LIVE_RATE_HZ; at += 1600) {
      const hear = (id: string, sound = new Float32Array()) =>
        speech.hear(id, 1 + at / LIVE_RATE_HZ, sound.subarray(at, at + 1600));
      hear('m0', one);
      if (at < LIVE_RATE_HZ) hear('m1', other);
      found.push(...speech.takePhrases());
    }
    expect(found.map(({ trackId }) => trackId)).toEqual(['m0', 'm0']);
  });
});
