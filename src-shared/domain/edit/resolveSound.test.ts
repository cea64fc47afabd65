import { expect, it } from 'vitest';
import { createClip, createProject } from './create.ts';
import type { Clip, Media, Project, Track } from './document.ts';
import { amplitudeAt, resolveSound } from './resolveSound.ts';
import { sampleOfFrame, sourceAfter } from './time.ts';

const VOICE: Media = {
  id: 'voice',
  name: 'Voice',
  kind: 'audio',
  source: { type: 'take', takeId: 'take-1', trackId: 'channel-1' },
  durationSec: 100,
  startSec: 0,
  video: null,
  sound: { sampleRate: 48_000, channels: 1 },
  linkId: 'take-1',
};
const NTSC = { num: 30_000, den: 1001 };

function projectWith(clips: Partial<Clip>[], track: Partial<Track> = {}): Project {
  let next = 0;
  const project = createProject('Talk', () => `id${next++}`);
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
  const [first] = project.tracks.slice(2);
  if (!first) throw new Error('a new project has three tracks');
  return { ...project, media: { voice: VOICE }, tracks: [{ ...first, clips: made, ...track }] };
}

const segments = (project: Project) => resolveSound(project, 0, 10_000_000).segments;

it('keeps to the sample over 1,000 cuts at 29.97 frames a second', () => {
  const whole = createClip({
    id: 'whole',
    name: 'Voice',
    startFrame: 7,
    lengthFrames: 2000,
    sourceStartTicks: 12_345,
  });
  const pieces = [whole];
  for (let cut = 1; cut <= 1000; cut += 1) {
    const last = pieces.at(-1) as Clip;
    const source = sourceAfter(last, 2, NTSC);
    if (!source) throw new Error('the source has begun');
    pieces[pieces.length - 1] = { ...last, lengthFrames: 2 };
    pieces.push({ ...last, ...source, id: `piece${cut}`, startFrame: last.startFrame + 2 });
  }
  const project = { ...projectWith(pieces.map((piece) => ({ ...piece, mediaId: 'voice' }))), rate: NTSC };
  const list = segments(project);
  expect(list).toHaveLength(1001);
  const ahead = list.map(({ fromSample, sourceFromSample }) => sourceFromSample - fromSample);
  expect(new Set(ahead).size).toBe(1);
  expect(list.slice(1).every(({ fromSample }, index) => fromSample === list[index]?.toSample)).toBe(true);
  expect(list.slice(1).every(({ fadeInSamples }) => fadeInSamples === 0)).toBe(true);
});

it('crosses 5 ms at a cut, with equal power', () => {
  const project = projectWith([
    { startFrame: 0, lengthFrames: 30 },
    { startFrame: 30, lengthFrames: 30, sourceStartTicks: 480_000 },
  ]);
  const [left, right] = segments(project);
  if (!left || !right) throw new Error('both are heard');
  expect(left).toMatchObject({ fromSample: 0, toSample: 48_120, fadeInSamples: 0, fadeOutSamples: 240 });
  expect(right).toMatchObject({ fromSample: 47_880, sourceFromSample: 479_880, fadeInSamples: 240 });
  for (const sample of [47_880, 47_950, 48_000, 48_119]) {
    expect(amplitudeAt(left, sample) ** 2 + amplitudeAt(right, sample) ** 2).toBeCloseTo(1, 9);
  }
});

it('does not cross where a source has nothing more', () => {
  const project = projectWith([
    { startFrame: 0, lengthFrames: 30, sourceStartTicks: 480_000 },
    { startFrame: 30, lengthFrames: 30 },
  ]);
  expect(segments(project)).toMatchObject([
    { toSample: 48_000, fadeInSamples: 240, fadeOutSamples: 240 },
    { fromSample: 48_000, sourceFromSample: 0, fadeInSamples: 0 },
  ]);
});

it('crosses a dissolve over its whole length', () => {
  const project = projectWith([
    { startFrame: 0, lengthFrames: 30 },
    { startFrame: 20, lengthFrames: 30, dissolveInFrames: 10, sourceStartTicks: 480_000 },
  ]);
  expect(segments(project)).toMatchObject([
    { toSample: 48_000, fadeOutSamples: 16_000 },
    { fromSample: 32_000, fadeInSamples: 16_000 },
  ]);
});

it('adds clip gain, envelope and track volume', () => {
  const envelope = [
    { frame: -30, gainDb: -12 },
    { frame: 30, gainDb: 0 },
  ];
  const [segment] = segments(
    projectWith([{ startFrame: 30, gainDb: -3, envelope }], { volumeDb: -1, pan: 50 }),
  );
  if (!segment) throw new Error('it is heard');
  expect(segment.pan).toBe(50);
  expect(20 * Math.log10(amplitudeAt(segment, 48_000))).toBeCloseTo(-10, 6);
  expect(20 * Math.log10(amplitudeAt(segment, 72_000))).toBeCloseTo(-7, 3);
});

it('hears soloed tracks alone, no muted ones, and no frozen frame', () => {
  const project = projectWith([{}]);
  const [track] = project.tracks;
  if (!track) throw new Error('it has a track');
  const heard = (...tracks: Partial<Track>[]) =>
    segments({
      ...project,
      tracks: tracks.map((values, index) => ({ ...track, ...values, id: `t${index}` })),
    }).map(({ trackId }) => trackId);
  expect(heard({}, { isMuted: true })).toEqual(['t0']);
  expect(heard({}, { isSolo: true })).toEqual(['t1']);
  expect(heard({}, { isSolo: true, isMuted: true })).toEqual(['t0']);
  expect(segments(projectWith([{ speed: { num: 0, den: 1 } }]))).toEqual([]);
  expect(segments(projectWith([{ speed: { num: 2, den: 1 }, speedSound: 'mute' }]))).toEqual([]);
  expect(segments(projectWith([{ speed: { num: 2, den: 1 } }]))).toMatchObject([{ toSample: 48_000 }]);
});

it('gives what lies between two samples', () => {
  const project = projectWith([{ startFrame: 0 }, { startFrame: 60 }, { startFrame: 120 }]);
  const ids = (from: number, to: number) =>
    resolveSound(project, from, to).segments.map(({ clipId }) => clipId);
  expect(ids(0, 48_000)).toEqual(['clip0']);
  expect(ids(48_000, 96_000)).toEqual([]);
  expect(ids(90_000, 200_000)).toEqual(['clip1', 'clip2']);
});

it('finds the sample of a frame from the frame itself', () => {
  expect([1, 2, 3, 4, 5, 30_000].map((frame) => sampleOfFrame(NTSC, frame))).toEqual([
    1602, 3203, 4805, 6406, 8008, 48_048_000,
  ]);
});
