import { describe, expect, it } from 'vitest';
import { createRandomEditor } from '../../../../tests/lib/randomEdits.ts';
import { createProject } from '../create.ts';
import type { Media, Project } from '../document.ts';
import { edit, type OperationArgs, type OperationName } from '../operations/index.ts';
import { writeEdl } from './edl.ts';
import { writeFcpxml } from './fcpxml.ts';
import { fileUrl, pathOfUrl } from './pieces.ts';

const media = (id: string, values: Partial<Media> = {}): Media => ({
  id,
  name: `${id}.mkv`,
  kind: 'video',
  source: { type: 'take', takeId: 'take', trackId: id },
  durationSec: 60,
  startSec: 0,
  video: {
    width: 1280,
    height: 720,
    rate: { num: 30, den: 1 },
    rotation: 0,
    colour: { matrix: 'bt709', isFullRange: false },
  },
  sound: { sampleRate: 48_000, channels: 2 },
  linkId: null,
  ...values,
});

/** A camera that is cut, dissolved and played faster, with a title above. */
function makeProject(rate = { num: 30, den: 1 }): Project {
  let next = 0;
  const makeId = () => `n${next++}`;
  let project = createProject('Talk & more', makeId);
  const run = <N extends OperationName>(name: N, args: OperationArgs<N>) => {
    const { project: edited, refused } = edit(project, name, args, makeId);
    if (refused) throw new Error(refused.detail);
    project = edited;
  };
  const [below, above, sound] = project.tracks.map(({ id }) => id);
  run('setRate', { rate });
  run('addMedia', { media: [media('camera'), media('voice', { kind: 'audio', video: null })] });
  run('addClip', { trackId: below!, frame: 30, mediaId: 'camera', lengthFrames: 300 });
  run('addClip', { trackId: sound!, frame: 30, mediaId: 'voice', lengthFrames: 300, sourceStartTicks: 100 });
  run('splitClips', { frame: 130 });
  run('splitClips', { frame: 230 });
  run('setDissolve', { clipId: project.tracks[0]!.clips[1]!.id, frames: 20 });
  run('setSpeed', { clipIds: [project.tracks[0]!.clips[2]!.id], speed: { num: 2, den: 1 }, ripple: false });
  const style = {
    font: 'Inter' as const,
    size: 60,
    isBold: true,
    align: 'left' as const,
    place: 'title' as const,
    colour: '#ff8000',
    background: null,
  };
  run('addClip', {
    trackId: above!,
    frame: 40,
    lengthFrames: 60,
    name: 'Title',
    generator: { kind: 'text', text: 'A <b> & "c"\u0000\uD800', style },
  });
  run('addMarker', { frame: 100, name: 'Chapter "one"' });
  return project;
}

describe('writeEdl', () => {
  it('lists cuts, dissolves, speeds and sound in CMX 3600', () => {
    const { text, leftOut, isCut } = writeEdl(makeProject());
    expect(leftOut).toEqual(['Video Track 2']);
    expect(isCut).toBe(false);
    expect(text.split('\r\n')).toEqual([
      'TITLE: Talk & more',
      'FCM: NON-DROP FRAME',
      '001  CAMERA   V     C        00:00:00:00 00:00:03:00 00:00:01:00 00:00:04:00',
      '* FROM CLIP NAME: camera.mkv',
      '* SOURCE FILE: camera.mkv',
      '002  CAMERA   V     C        00:00:02:20 00:00:02:20 00:00:03:20 00:00:03:20',
      '002  CAMERA   V     D    020 00:00:02:20 00:00:06:20 00:00:03:20 00:00:07:20',
      '* FROM CLIP NAME: camera.mkv',
      '* TO CLIP NAME: camera.mkv',
      '* SOURCE FILE: camera.mkv',
      '003  CAMERA   V     C        00:00:06:20 00:00:10:00 00:00:07:20 00:00:09:10',
      'M2   CAMERA   060.0                00:00:06:20',
      '* FROM CLIP NAME: camera.mkv',
      '* SOURCE FILE: camera.mkv',
      '004  VOICE    A     C        00:00:00:00 00:00:03:10 00:00:01:00 00:00:04:10',
      '* FROM CLIP NAME: voice.mkv',
      '* SOURCE FILE: voice.mkv',
      '005  VOICE    A     C        00:00:03:10 00:00:06:20 00:00:04:10 00:00:07:20',
      '* FROM CLIP NAME: voice.mkv',
      '* SOURCE FILE: voice.mkv',
      '006  VOICE    A     C        00:00:06:20 00:00:10:00 00:00:07:20 00:00:11:00',
      '* FROM CLIP NAME: voice.mkv',
      '* SOURCE FILE: voice.mkv',
      '',
    ]);
  });
});

describe('writeFcpxml', () => {
  it('writes each track as a storyline, with times of whole frames', () => {
    const text = writeFcpxml(makeProject({ num: 30_000, den: 1001 }), ({ id }) => `file:///takes/${id}.mkv`);
    expect(text).toContain('<format id="r1" frameDuration="1001/30000s" width="1920" height="1080"');
    expect(text).toContain('<asset-clip ref="r2" name="camera.mkv" offset="1001/1000s"');
    expect(text).toContain('<transition name="Cross Dissolve" offset="11011/3000s" duration="1001/1500s"/>');
    expect(text).toContain('A &lt;b&gt; &amp; &quot;c&quot;</text-style>');
    expect(text).toContain(
      '<marker start="1001/300s" duration="1001/30000s" value="Chapter &quot;one&quot;"/>',
    );
    expect(text).toContain('lane="-1"');
    const frameTimes = [...text.matchAll(/(?:offset|duration)="(\d+)\/(\d+)s"/g)].map(
      ([, top, bottom]) => (Number(top) / Number(bottom)) * (30_000 / 1001),
    );
    const whole = frameTimes.filter((frames) => Math.abs(frames - Math.round(frames)) < 1e-6);
    expect(frameTimes.length - whole.length).toBeLessThanOrEqual(0);
    expect(frameTimes.length).toBeGreaterThan(10);
  });

  it('writes whatever a project has become', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const editor = createRandomEditor(seed);
      for (let at = 0; at < 30; at += 1) editor.step();
      const text = writeFcpxml(editor.project, ({ id }) => `file:///${id}`);
      expect(text).not.toMatch(/NaN|Infinity|undefined|(?:start|offset|duration)="-/);
      expect(text.match(/<spine/g)?.length).toBe(text.match(/<\/spine>/g)?.length);
      expect(writeEdl(editor.project).text).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});

it('turns paths of any system and script into addresses and back', () => {
  for (const path of ['/home/ann/Mitschnitt äöü #1 100%.mkv', '/тест/動画.mp4', 'C:/My files/a b.mov']) {
    expect(pathOfUrl(fileUrl(path))).toBe(path);
  }
  expect(fileUrl('C:\\a b.mov')).toBe('file:///C:/a%20b.mov');
  expect([pathOfUrl('https://example.org/a'), pathOfUrl('file:///%zz'), pathOfUrl('file:///a%00b')]).toEqual([
    null,
    null,
    null,
  ]);
});
