import { describe, expect, it } from 'vitest';
import { createClip, createProject } from '../../../src-shared/domain/edit/create.ts';
import type { Clip, Media, Project, Track } from '../../../src-shared/domain/edit/document.ts';
import { SoundMixer } from './mixSound.ts';

const MEDIA: Media = {
  id: 'voice',
  name: 'Voice',
  kind: 'audio',
  source: { type: 'take', takeId: 'take', trackId: 'voice' },
  startSec: 0,
  durationSec: 10,
  video: null,
  sound: { sampleRate: 48_000, channels: 2 },
  linkId: null,
};
/** Left is the place in the file, in samples; right is a half. */
const readPlaces = (_: string, fromSample: number, samples: number) =>
  Promise.resolve(
    Float32Array.from({ length: samples * 2 }, (_value, at) => (at % 2 === 0 ? fromSample + at / 2 : 0.5)),
  );

function project(values: Partial<Clip> = {}, track: Partial<Track> = {}, master = 0): Project {
  let next = 0;
  const made = createProject('Test', () => `id${(next += 1)}`);
  const clip = createClip({
    id: 'c',
    name: 'c',
    startFrame: 30,
    lengthFrames: 60,
    mediaId: 'voice',
    ...values,
  });
  return {
    ...made,
    media: { voice: MEDIA },
    master: { ...made.master, gainDb: master },
    tracks: made.tracks.map((one) => (one.kind === 'audio' ? { ...one, clips: [clip], ...track } : one)),
  };
}

describe('the sound of a project', () => {
  it('is silent where no clip is, and has each clip at its own sample', async () => {
    const mixed = await new SoundMixer(readPlaces).mix(project(), 47_990, 20);
    expect([...mixed.slice(0, 20)]).toEqual(Array<number>(20).fill(0));
    expect(mixed[20]).toBe(0);
    expect(mixed[21]).toBe(0.5);
    expect(mixed[38]).toBe(9);
  });

  it('is as loud in its last sample as before, where it ends without a fade', async () => {
    const whole = project({ startFrame: 0, lengthFrames: 300 });
    const mixed = await new SoundMixer(readPlaces).mix(whole, 480_000 - 100, 100);
    expect([...mixed].filter((_, at) => at % 2 === 1)).toEqual(Array<number>(100).fill(0.5));
  });

  it('is the same whether it is made in one block or in many', async () => {
    const mixer = new SoundMixer(readPlaces);
    const edited = project({ gainDb: -6, fadeInFrames: 10 }, { pan: 30 });
    const whole = await mixer.mix(edited, 48_000, 9600);
    const halves = [await mixer.mix(edited, 48_000, 4800), await mixer.mix(edited, 52_800, 4800)];
    const joined = halves.flatMap((half) => [...half]);
    joined.forEach((value, at) => expect(value).toBeCloseTo(whole[at] ?? NaN, 1));
  });

  it('has the gain of clip, track and master, and the balance of the track', async () => {
    const mixer = new SoundMixer(readPlaces);
    const loud = await mixer.mix(project({ gainDb: -10 }, { volumeDb: -5 }, -5), 60_000, 1);
    expect(loud[1]).toBeCloseTo(0.05);
    const left = await mixer.mix(project({}, { pan: -100 }), 60_000, 1);
    expect(left[1]).toBe(0);
    expect(left[0]).toBeGreaterThan(0);
  });

  it('is nothing where the track is muted', async () => {
    const mixed = await new SoundMixer(readPlaces).mix(project({}, { isMuted: true }), 60_000, 2);
    expect([...mixed]).toEqual([0, 0, 0, 0]);
  });

  it('lasts half as long at twice the speed, at its own place', async () => {
    const tone = (_: string, fromSample: number, samples: number) =>
      Promise.resolve(
        Float32Array.from({ length: samples * 2 }, (_value, at) =>
          Math.sin((fromSample + Math.floor(at / 2)) / 20),
        ),
      );
    const mixed = await new SoundMixer(tone).mix(project({ speed: { num: 2, den: 1 } }), 60_000, 9600);
    // The pitch stays: as many crossings of zero as the tone has in that time.
    const left = mixed.filter((_value, at) => at % 2 === 0);
    const crossings = left.filter((value, at) => at > 0 && value >= 0 && (left[at - 1] ?? 0) < 0).length;
    expect(Math.abs(crossings - 9600 / (40 * Math.PI))).toBeLessThanOrEqual(4);
  });
});
