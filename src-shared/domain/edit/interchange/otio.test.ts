import { describe, expect, it } from 'vitest';
import { createRandomEditor } from '../../../../tests/lib/randomEdits.ts';
import { projectText } from '../check.ts';
import { endFrameOf, type Project } from '../document.ts';
import { readOtio } from './otioRead.ts';
import { writeOtio } from './otioWrite.ts';

const urlOf = ({ id }: { id: string }) => `file:///takes/${id}.mkv`;
const createIds = () => {
  let next = 0;
  return () => `o${next++}`;
};
const layout = ({ tracks }: Project) =>
  tracks.map(({ clips }) => clips.map((clip) => `${clip.name} ${clip.startFrame}-${endFrameOf(clip)}`));

/** A file of another program: clips of a second each at 24 frames a second, as given. */
function otherFile(children: unknown[], more: object = {}): string {
  const track = { OTIO_SCHEMA: 'Track.1', kind: 'Video', name: 'V1', children };
  return JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    name: 'Other',
    tracks: { OTIO_SCHEMA: 'Stack.1', children: [track] },
    ...more,
  });
}
const time = (value: number, rate = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', value, rate });
const range = (start: number, duration: number) => ({ start_time: time(start), duration: time(duration) });
const clip = (name: string, start: number, duration: number, more: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  name,
  source_range: range(start, duration),
  media_references: {
    DEFAULT_MEDIA: {
      OTIO_SCHEMA: 'ExternalReference.1',
      target_url: 'file:///C:/My%20files/a.mov',
      available_range: range(100, 500),
    },
  },
  active_media_reference_key: 'DEFAULT_MEDIA',
  ...more,
});

describe('OpenTimelineIO', () => {
  it('gives back the same project, after any edits', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const editor = createRandomEditor(seed);
      for (let at = 0; at < 30; at += 1) editor.step();
      const { project, problems, error } = readOtio(writeOtio(editor.project, urlOf), createIds());
      expect([seed, error, problems]).toEqual([seed, null, []]);
      expect(projectText(project!)).toBe(projectText(editor.project));
    }
  });

  it('reads clips, gaps and dissolves of another program, from the start of each source', () => {
    const transition = { OTIO_SCHEMA: 'Transition.1', in_offset: time(6), out_offset: time(6) };
    const children = [
      { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 24) },
      clip('One', 148, 48),
      transition,
      clip('Two', 244, 48, { effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 2 }] }),
    ];
    const { project, problems } = readOtio(otherFile(children), createIds());
    expect(problems).toEqual([]);
    expect(project?.rate).toEqual({ num: 24, den: 1 });
    expect(layout(project!)).toEqual([['One 24-78', 'Two 66-120']]);
    const [one, two] = project!.tracks[0]!.clips;
    expect(one).toMatchObject({ sourceStartTicks: 96_000, sourceTicksPerSec: 48_000 });
    // 144 frames in, 6 earlier on the timeline, which are 12 of the source.
    expect(two).toMatchObject({
      dissolveInFrames: 12,
      sourceStartTicks: 264_000,
      speed: { num: 2000, den: 1000 },
    });
    const [media] = Object.values(project!.media);
    expect(media).toMatchObject({ name: 'a.mov', source: { type: 'file', path: 'C:/My files/a.mov' } });
    expect(Object.keys(project!.media)).toHaveLength(1);
  });

  it('hears the sound of another program’s video only where it has no tracks of sound', () => {
    const sound = { OTIO_SCHEMA: 'Track.1', kind: 'Audio', name: 'A1', children: [clip('One', 100, 24)] };
    const alone = JSON.parse(otherFile([clip('One', 100, 24)])) as { tracks: { children: object[] } };
    const both = { ...alone, tracks: { children: [...alone.tracks.children, sound] } };
    const heard = (file: object) =>
      readOtio(JSON.stringify(file), createIds()).project?.tracks.map(({ clips }) => clips[0]?.isSoundOn);
    expect(heard(alone)).toEqual([true]);
    expect(heard(both)).toEqual([false, true]);
  });

  it('says what it has left out', () => {
    const children = [
      { OTIO_SCHEMA: 'Stack.1', name: 'Inside', source_range: range(0, 24) },
      { OTIO_SCHEMA: 'Transition.1', name: 'Alone', in_offset: time(6), out_offset: time(6) },
      clip('One', 100, 24, { effects: [{ OTIO_SCHEMA: 'Blur.1' }] }),
      42,
    ];
    const { project, problems } = readOtio(otherFile(children), createIds());
    expect(problems).toEqual([
      { kind: 'nested', name: 'Inside' },
      { kind: 'transition', name: 'Alone' },
      { kind: 'effect', name: 'One' },
      { kind: 'unknown', name: '' },
    ]);
    expect(layout(project!)).toEqual([['One 24-48']]);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['another JSON', '{"OTIO_SCHEMA":"Clip.1"}'],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['no tracks', otherFile([]).replace(/"children":\[.*\]/, '"children":[]')],
    ['a number that is none', otherFile([]).replace('"Track.1"', '1e999')],
    [
      'too many tracks',
      JSON.stringify({
        OTIO_SCHEMA: 'Timeline.1',
        tracks: { children: Array.from({ length: 201 }, () => ({ OTIO_SCHEMA: 'Track.1' })) },
      }),
    ],
  ])('refuses %s with a word', (_, text) => {
    expect(readOtio(text, createIds())).toMatchObject({ project: null, error: expect.any(String) as string });
  });

  it.each<[string, unknown]>([
    ['a clip without an end', clip('Far', 0, 1e300)],
    ['a clip that begins before its source', clip('Early', -1e300, 24)],
    ['an empty clip', clip('Empty', 0, 0)],
    ['a clip backwards', clip('Back', 100, -24)],
    ['a prototype for a name', clip('__proto__', 100, 24, { active_media_reference_key: '__proto__' })],
    [
      'metadata that is no clip',
      clip('Meta', 100, 24, { metadata: { sounddesk: { id: '../../etc', gainDb: 1e9 } } }),
    ],
    [
      'a dissolve longer than its clip',
      { OTIO_SCHEMA: 'Transition.1', in_offset: time(1e9), out_offset: time(1e9) },
    ],
  ])('takes or refuses %s, and never throws', (_, item) => {
    const { project, error } = readOtio(
      otherFile([clip('A', 100, 24), item, clip('B', 100, 24)]),
      createIds(),
    );
    expect(project === null ? typeof error : layout(project)[0]!.length).toBeTruthy();
  });
});
