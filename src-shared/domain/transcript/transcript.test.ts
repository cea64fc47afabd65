import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../tests/lib/random.ts';
import { utterancesOf, type Transcript } from './document.ts';
import { formatTranscript } from './formats.ts';
import { findSpeech, LEVEL_RATE_HZ, toSpans, type Stretch } from './speech.ts';

const RATE = 48_000;

function transcriptOf(...said: [trackId: string, startSec: number, text: string][]): Transcript {
  const words = said.flatMap(([trackId, startSec, text]) =>
    text.split(' ').map((word, index) => ({
      trackId,
      startFrame: Math.round((startSec + index * 0.3) * RATE),
      endFrame: Math.round((startSec + index * 0.3 + 0.25) * RATE),
      text: word,
    })),
  );
  return {
    schemaVersion: 1,
    sampleRateHz: RATE,
    engine: 'openai',
    model: 'whisper-1',
    language: 'english',
    madeAtMs: 0,
    sentSec: 0,
    usd: 0,
    speakers: [
      { trackId: 'a', name: 'Maya' },
      { trackId: 'b', name: 'Ben <b>' },
    ],
    words: words.sort((one, other) => one.startFrame - other.startFrame),
  };
}

describe('utterances', () => {
  it('are of one speaker each, parted by pauses, and not torn by who speaks at the same time', () => {
    const transcript = transcriptOf(
      ['a', 1, 'Good evening and welcome'],
      ['b', 1.5, 'Hello'],
      ['a', 5, 'Shall we begin?'],
    );
    expect(utterancesOf(transcript).map(({ speaker, text, startSec }) => [speaker, startSec, text])).toEqual([
      ['Maya', 1, 'Good evening and welcome'],
      ['Ben <b>', 1.5, 'Hello'],
      ['Maya', 5, 'Shall we begin?'],
    ]);
  });
});

describe('a transcript as a file', () => {
  const talk = transcriptOf(['a', 61.5, 'Good evening.'], ['b', 3700, 'a < b & c']);

  it('is SubRip', () => {
    expect(formatTranscript(talk, 'srt')).toBe(
      '1\n00:01:01,500 --> 00:01:02,050\nMaya: Good evening.\n\n2\n01:01:40,000 --> 01:01:41,450\nBen <b>: a < b & c\n',
    );
  });
  it('is WebVTT with voices', () => {
    expect(formatTranscript(talk, 'vtt')).toBe(
      'WEBVTT\n\n00:01:01.500 --> 00:01:02.050\n<v Maya>Good evening.\n\n01:01:40.000 --> 01:01:41.450\n<v Ben &lt;b >a &lt; b &amp; c\n',
    );
  });
  it('is text, Markdown and JSON', () => {
    expect(formatTranscript(talk, 'txt')).toBe('Maya: Good evening.\n\nBen <b>: a < b & c\n');
    expect(formatTranscript(talk, 'md')).toBe(
      '**Maya 00:01:01** Good evening.\n\n**Ben \\<b\\> 01:01:40** a \\< b & c\n',
    );
    expect(JSON.parse(formatTranscript(talk, 'json'))).toEqual(talk);
  });
  it('names nobody where one person speaks', () => {
    expect(formatTranscript(transcriptOf(['a', 0, 'Alone here']), 'txt')).toBe('Alone here\n');
  });
  it('has cues of two lines at most, each of at most seven seconds', () => {
    const long = transcriptOf(['a', 0, Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ')]);
    const cues = formatTranscript(long, 'srt').trim().split('\n\n');
    for (const cue of cues) {
      const [, , ...lines] = cue.split('\n');
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(50);
    }
    expect(cues.join(' ').match(/word\d+/g)).toHaveLength(60);
  });
});

/** Levels of microphones that hear each other by so many decibels less, in rooms with noise. */
function room(
  speech: readonly Stretch[][],
  bleedDb: number,
  lengthSec: number,
  seed: number,
): Float32Array[] {
  const random = createRandom(seed);
  const count = lengthSec * LEVEL_RATE_HZ;
  const own = speech.map((stretches) =>
    Float32Array.from({ length: count }, (_, at) => {
      const isOn = stretches.some(
        ({ startSec, endSec }) => at >= startSec * LEVEL_RATE_HZ && at < endSec * LEVEL_RATE_HZ,
      );
      // Syllables: loud and less loud.
      return isOn ? 10 ** ((-22 - 8 * random()) / 10) : 0;
    }),
  );
  return own.map((_, index) =>
    Float32Array.from({ length: count }, (_unused, at) => {
      const power = own.reduce(
        (sum, track, from) => sum + (track[at] ?? 0) * (from === index ? 1 : 10 ** (bleedDb / 10)),
        10 ** ((-62 + 2 * random()) / 10),
      );
      return 10 * Math.log10(power);
    }),
  );
}

function errorOf(found: readonly Stretch[][], speech: readonly Stretch[][], lengthSec: number): number {
  let wrong = 0;
  let spoken = 0;
  const isIn = (stretches: readonly Stretch[] | undefined, sec: number, marginSec: number) =>
    (stretches ?? []).some(({ startSec, endSec }) => sec >= startSec - marginSec && sec < endSec + marginSec);
  for (let at = 0; at < lengthSec * LEVEL_RATE_HZ; at += 1) {
    const sec = at / LEVEL_RATE_HZ;
    for (const [index, truth] of speech.entries()) {
      if (isIn(truth, sec, 0)) {
        spoken += 1;
        if (!isIn(found[index], sec, 0)) wrong += 1;
        // What is kept around words on purpose is no mistake.
      } else if (isIn(found[index], sec, 0) && !isIn(truth, sec, 0.3)) wrong += 1;
    }
  }
  return wrong / spoken;
}

describe('who speaks when', () => {
  const speech: Stretch[][] = [
    [
      { startSec: 1, endSec: 6 },
      { startSec: 14, endSec: 18 },
      { startSec: 30, endSec: 33 },
    ],
    [
      { startSec: 7, endSec: 12 },
      { startSec: 20, endSec: 26 },
      { startSec: 31, endSec: 36 },
    ],
  ];

  it.each([-30, -20, -12, -6])('is found where microphones hear each other at %i dB', (bleedDb) => {
    const levels = room(speech, bleedDb, 40, 5);
    expect(errorOf(findSpeech(levels), speech, 40)).toBeLessThan(0.05);
  });

  it('is not whom a room still rings of, alike at every microphone, and is who answers at once', () => {
    const random = createRandom(8);
    const turns = Array.from({ length: 8 }, (_, turn) => ({ from: 100 + 400 * turn, to: 300 + 400 * turn }));
    const levels = [-15, -23].map((spokenDb) => {
      const heard = Float32Array.from({ length: 3400 }, () => -66 + 3 * random());
      for (const { from, to } of turns) {
        for (let at = from; at < to; at += 1) heard[at] = spokenDb - 6 * random();
        for (let at = to; at < to + 30; at += 1) heard[at] = -22 - 1.3 * (at - to);
      }
      return heard;
    });
    const [speaker, other] = findSpeech(levels);
    expect(speaker).toHaveLength(turns.length);
    expect(other).toEqual([]);
    levels[1]?.fill(-18, 315, 420);
    const [answer] = findSpeech(levels)[1] ?? [];
    expect(answer?.startSec).toBeLessThan(3.15);
    expect(answer?.endSec).toBeGreaterThan(4.2);
  });

  it('is whom words are heard of, not the breath before them, and a soft word stays', () => {
    const said = (softDb: number) => {
      const levels = new Float32Array(5 * LEVEL_RATE_HZ).fill(-65);
      levels.fill(softDb, 100, 145);
      levels.fill(-18, 145, 345);
      return findSpeech([levels])[0]?.[0]?.startSec ?? 0;
    };
    expect(said(-40)).toBeCloseTo(1.45 - 0.15, 1);
    expect(said(-32)).toBeCloseTo(1 - 0.15, 1);
  });

  it('is nobody in hours of room tone', () => {
    const random = createRandom(3);
    const tone = () => Float32Array.from({ length: 3600 * LEVEL_RATE_HZ }, () => -58 + 3 * random());
    expect(findSpeech([tone(), tone()])).toEqual([[], []]);
  });

  it('is sent in spans that no model refuses, cut in quiet moments', () => {
    const levels = new Float32Array(100 * LEVEL_RATE_HZ).fill(-25);
    levels.fill(-60, 2700, 2710);
    const spans = toSpans([{ startSec: 0, endSec: 95 }], levels);
    expect(spans[0]?.endSec).toBeCloseTo(27.05, 1);
    expect(spans.at(-1)?.endSec).toBe(95);
    for (const [index, { startSec, endSec }] of spans.entries()) {
      expect(endSec - startSec).toBeLessThanOrEqual(30);
      expect(startSec).toBe(index === 0 ? 0 : spans[index - 1]?.endSec);
    }
  });

  it('keeps sentences together over short pauses', () => {
    const levels = new Float32Array(20 * LEVEL_RATE_HZ).fill(-25);
    const spans = toSpans(
      [
        { startSec: 1, endSec: 3 },
        { startSec: 3.5, endSec: 6 },
        { startSec: 9, endSec: 10 },
      ],
      levels,
    );
    expect(spans).toEqual([
      { startSec: 1, endSec: 6 },
      { startSec: 9, endSec: 10 },
    ]);
  });
});
