import { describe, expect, it } from 'vitest';
import { createClip, createProject } from './create.ts';
import type { Clip, Project } from './document.ts';
import { edit } from './operations/index.ts';
import { amplitudeAt, resolveSound } from './resolveSound.ts';
import {
  chaptersOf,
  cutByWords,
  findCrosstalk,
  findPauses,
  findSpeech,
  isHeardIn,
  levelsOfTrack,
  placeWords,
  speechThresholdDb,
  trackThresholdDb,
} from './talk.ts';

/** A level a frame: `v` a voice, `b` its bleed into another microphone, `.` the room. */
const LEVELS = { v: -20, b: -45, '.': -70 } as const;
const microphone = (pattern: string) => ({
  levelsDb: Array.from(pattern, (sign) => LEVELS[sign as keyof typeof LEVELS]),
  thresholdDb: -40,
});
const ranges = (found: readonly { from: number; to: number }[]) =>
  found.map(({ from, to }) => `${from}-${to}`);

describe('findPauses', () => {
  const both = [microphone('vvv.........vvv....'), microphone('......vv...........')];

  it('takes where all are silent at once, if long enough, without the padding', () => {
    const settings = { minFrames: 4, paddingFrames: 1, keptFrames: 0 };
    // 3-6 is too short; the last one ends with the recording.
    expect(ranges(findPauses(both, settings))).toEqual(['9-11', '16-19']);
    expect(ranges(findPauses([both[0]!], settings))).toEqual(['4-11', '16-19']);
  });

  it('only shortens, where some is to stay', () => {
    expect(ranges(findPauses([both[0]!], { minFrames: 4, paddingFrames: 1, keptFrames: 3 }))).toEqual([
      '6-10',
    ]);
  });

  it('finds all of silence, and nothing in nothing', () => {
    expect(
      ranges(findPauses([microphone('......')], { minFrames: 2, paddingFrames: 1, keptFrames: 0 })),
    ).toEqual(['0-6']);
    expect(findPauses([], { minFrames: 2, paddingFrames: 1, keptFrames: 0 })).toEqual([]);
  });
});

it('finds where a microphone only hears another', () => {
  const found = findCrosstalk([microphone('vvvvvbbbbbbvvv'), microphone('bbbbbvvvvvvvvv')], {
    marginDb: 12,
    minFrames: 3,
    paddingFrames: 1,
  });
  expect(found.map(ranges)).toEqual([['6-10'], ['1-4']]);
});

it('finds speech with the pauses between its words', () => {
  expect(ranges(findSpeech([microphone('..vv.vv.....v.')], 2))).toEqual(['2-7', '12-13']);
});

it('finds a threshold between the room and the voice', () => {
  const threshold = speechThresholdDb(microphone('..........vvvvvvvvvv').levelsDb);
  expect(threshold).toBeGreaterThan(-65);
  expect(threshold).toBeLessThan(-30);
  expect(speechThresholdDb([])).toBe(-120);
});

function talk(clips: Partial<Clip>[]): Project {
  let next = 0;
  const project = createProject('Talk', () => `id${next++}`);
  const media = {
    voice: {
      id: 'voice',
      name: 'Voice',
      kind: 'audio' as const,
      source: { type: 'take' as const, takeId: 'take', trackId: 'one' },
      durationSec: 60,
      startSec: 0,
      video: null,
      sound: { sampleRate: 48_000, channels: 1 },
      linkId: null,
    },
  };
  const made = clips.map((values, index) =>
    createClip({
      id: `clip${index}`,
      name: 'Voice',
      mediaId: 'voice',
      startFrame: 0,
      lengthFrames: 30,
      ...values,
    }),
  );
  const tracks = project.tracks.map((track, index) => (index === 2 ? { ...track, clips: made } : track));
  return { ...project, media, tracks };
}

it('gives the level of a track at each frame, as its clips play it', () => {
  const project = talk([{ startFrame: 2, lengthFrames: 3, sourceStartTicks: 4800, gainDb: 3 }]);
  const levels = { hopSec: 0.1, levelsDb: [-10, -20, -30] };
  const track = project.tracks[2]!;
  expect([...levelsOfTrack(project, track, new Map([['voice', levels]]), 6)]).toEqual([
    -120, -120, -17, -17, -17, -120,
  ]);
});

it('knows speech by all of a media, also where its pauses were cut out', () => {
  const levelsDb = Float32Array.from({ length: 300 }, (_, at) => (at < 100 ? -60 : -10));
  const levels = new Map([['voice', { hopSec: 0.02, levelsDb }]]);
  // Speech alone is on the timeline: from two seconds on.
  const cut = talk([{ lengthFrames: 60, sourceStartTicks: 96_000 }]).tracks[2]!;
  const threshold = trackThresholdDb(cut, levels);
  expect(threshold).toBeGreaterThan(-60);
  expect(threshold).toBeLessThan(-10);
  expect(trackThresholdDb({ clips: cut.clips.map((clip) => ({ ...clip, gainDb: -5 })) }, levels)).toBeCloseTo(
    threshold - 5,
  );
});

it('hears nothing where a clip was muted', () => {
  const project = talk([
    {
      lengthFrames: 60,
      envelope: [
        { frame: 29, gainDb: 0 },
        { frame: 30, gainDb: -120 },
      ],
    },
  ]);
  const track = project.tracks[2]!;
  const levels = new Map([['voice', { hopSec: 0.02, levelsDb: new Float32Array(200).fill(-20) }]]);
  const heard = levelsOfTrack(project, track, levels, 60);
  expect(isHeardIn(heard, { from: 0, to: 30 })).toBe(true);
  expect(isHeardIn(heard, { from: 30, to: 60 })).toBe(false);
});

describe('words', () => {
  const words = new Map([
    ['voice', ['So', 'uhm', 'hello', 'there'].map((text, at) => ({ text, startSec: at, endSec: at + 0.5 }))],
  ]);

  it('are where they are heard, and not where they were cut out', () => {
    const project = talk([
      { lengthFrames: 30 },
      { startFrame: 30, lengthFrames: 60, sourceStartTicks: 96_000 },
    ]);
    expect(placeWords(project, words).map(({ text, startFrame }) => `${text} ${startFrame}`)).toEqual([
      'So 0',
      'hello 30',
      'there 60',
    ]);
  });

  it('are cut with the pause behind them', () => {
    const placed = placeWords(talk([{ lengthFrames: 120 }]), words);
    const cut = new Set(placed.filter(({ text }) => text === 'uhm'));
    expect(ranges(cutByWords(placed, cut))).toEqual(['30-60']);
    expect(ranges(cutByWords(placed, new Set(placed.slice(2))))).toEqual(['60-105']);
    expect(cutByWords(placed, new Set())).toEqual([]);
  });

  it('change places', () => {
    let next = 0;
    const project = talk([{ lengthFrames: 120 }]);
    const { project: moved } = edit(
      project,
      'moveRange',
      { from: 30, to: 60, toFrame: 0 },
      () => `m${next++}`,
    );
    expect(placeWords(moved, words).map(({ text, startFrame }) => `${text} ${startFrame}`)).toEqual([
      'uhm 0',
      'So 30',
      'hello 60',
      'there 90',
    ]);
  });
});

it('ducks a track and keeps what its envelope said', () => {
  const envelope = [{ frame: 0, gainDb: -6 }];
  const project = talk([{ startFrame: 30, lengthFrames: 90, envelope }]);
  const trackId = project.tracks[2]!.id;
  const ducked = edit(
    project,
    'lowerRanges',
    { trackId, ranges: [{ from: 60, to: 90 }], byDb: 12, rampFrames: 10 },
    () => 'n',
  );
  const [segment] = resolveSound(ducked.project, 0, 1_000_000).segments;
  const gainDb = (frame: number) => 20 * Math.log10(amplitudeAt(segment!, frame * 1600));
  expect([45, 55, 60, 89, 95, 105].map((frame) => Math.round(gainDb(frame)))).toEqual([
    -6, -12, -18, -18, -12, -6,
  ]);
});

it('makes captions of which none is over another', () => {
  let next = 0;
  const project = talk([]);
  const captions = [
    { startFrame: 60, lengthFrames: 60, text: 'Second' },
    { startFrame: 0, lengthFrames: 90, text: 'First' },
  ];
  const { project: captioned } = edit(
    project,
    'addCaptions',
    { trackId: project.tracks[1]!.id, captions },
    () => `c${next++}`,
  );
  expect(
    captioned.tracks[1]!.clips.map(({ name, startFrame, lengthFrames }) => [name, startFrame, lengthFrames]),
  ).toEqual([
    ['First', 0, 60],
    ['Second', 60, 60],
  ]);
});

it('makes chapters of markers, the first from the beginning', () => {
  const project = talk([]);
  const marked = (markers: [number, string][]) => ({
    ...project,
    markers: markers.map(([frame, name], at) => ({ id: `m${at}`, frame, name, color: 'amber' as const })),
  });
  const range = { from: 0, to: 300 };
  expect(chaptersOf(marked([]), range)).toEqual([]);
  expect(
    chaptersOf(
      marked([
        [90, 'Guest'],
        [120, ''],
        [600, 'Later'],
      ]),
      range,
    ),
  ).toEqual([
    { startSec: 0, endSec: 3, title: 'Start' },
    { startSec: 3, endSec: 10, title: 'Guest' },
  ]);
  expect(
    chaptersOf(
      marked([
        [0, 'Intro'],
        [90, 'Guest'],
      ]),
      { from: 60, to: 300 },
    ).map(({ title }) => title),
  ).toEqual(['Intro', 'Guest']);
});
