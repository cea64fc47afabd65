import { describe, expect, it } from 'vitest';
import { createClip, createProject } from './create.ts';
import type { Clip, Media, Project } from './document.ts';
import { planSmartCut, type CopySource, type CutPiece, type SourcePacket } from './smartCut.ts';

const SIZE = { width: 1920, height: 1080 };
const CAMERA: Media = {
  id: 'camera',
  name: 'Camera',
  kind: 'video',
  source: { type: 'take', takeId: 'take', trackId: 'video' },
  durationSec: 10,
  startSec: 0,
  video: { ...SIZE, rate: { num: 30, den: 1 }, rotation: 0, colour: { matrix: 'bt709', isFullRange: false } },
  sound: null,
  linkId: null,
};

const frameUs = (frame: number) => Math.round((frame * 1e6) / 30 / 1000) * 1000;

/** 300 frames with a key frame each `group`; shown in the order of `pattern`, e.g. `0 3 1 2`: two B frames. */
function source(
  group: number,
  pattern: readonly number[] = [0],
  values: Partial<CopySource> = {},
): CopySource {
  const packets: SourcePacket[] = [];
  for (let start = 0; start < 300; start += group) {
    for (let mini = 0; mini < group; mini += pattern.length) {
      for (const at of pattern) packets.push({ ptsUs: frameUs(start + mini + at), isKey: mini + at === 0 });
    }
  }
  return { ...SIZE, codec: 'h264', packets, ...values };
}

function projectWith(...clips: Partial<Clip>[]): Project {
  let next = 0;
  const project = createProject('Talk', () => `id${next++}`);
  const made = clips.map((values, index) =>
    createClip({
      id: `clip${index}`,
      name: 'Camera',
      mediaId: 'camera',
      startFrame: 0,
      lengthFrames: 100,
      ...values,
    }),
  );
  return {
    ...project,
    media: { camera: CAMERA },
    tracks: project.tracks.map((track, index) => (index === 0 ? { ...track, clips: made } : track)),
  };
}

const plan = (project: Project, given: CopySource, to = 100) =>
  planSmartCut(project, { from: 0, to }, new Map([['camera', given]]), { ...SIZE, codec: 'h264' });

const text = (pieces: readonly CutPiece[]) =>
  pieces.map((piece) =>
    piece.how === 'copy'
      ? `${piece.from}-${piece.to} copy ${piece.fromPacket}-${piece.toPacket}`
      : `${piece.from}-${piece.to} ${piece.reason}`,
  );

describe('planSmartCut', () => {
  it('encodes from the cut to the next key frame, and copies until the end', () => {
    const project = projectWith({ sourceStartTicks: 1600 * 10 });
    expect(text(plan(project, source(30)))).toEqual(['0-20 cut', '20-100 copy 30-110']);
    expect(text(plan(projectWith({}), source(30)))).toEqual(['0-100 copy 0-100']);
  });

  it('copies no packet that is shown later than the end, where frames are stored in another order', () => {
    // Packets 0 3 1 2 | 4 7 5 6: of the last four, frames 96 to 99 are wanted up to 98.
    const pieces = plan(projectWith({ lengthFrames: 98 }), source(60, [0, 3, 1, 2]), 98);
    expect(text(pieces)).toEqual(['0-97 copy 0-97', '97-98 cut']);
  });

  it('copies on over a cut that takes nothing out, and begins again behind one that does', () => {
    const whole = projectWith(
      { lengthFrames: 50 },
      { startFrame: 50, lengthFrames: 50, sourceStartTicks: 80_000 },
    );
    expect(text(plan(whole, source(30)))).toEqual(['0-100 copy 0-100']);
    const cut = projectWith(
      { lengthFrames: 50 },
      { startFrame: 50, lengthFrames: 50, sourceStartTicks: 160_000 },
    );
    expect(text(plan(cut, source(30)))).toEqual(['0-50 copy 0-50', '50-70 cut', '70-100 copy 120-150']);
  });

  it('does not begin at an open group, but copies on over it', () => {
    // Each key frame but the first is followed by frames that are shown before it.
    const packets: SourcePacket[] = [0, 30, 60, 90].flatMap((key) => {
      const behind = Array.from({ length: 27 }, (_, at) => ({ ptsUs: frameUs(key + 1 + at), isKey: false }));
      const leading = key === 0 ? [] : [-2, -1].map((at) => ({ ptsUs: frameUs(key + at), isKey: false }));
      return [{ ptsUs: frameUs(key), isKey: true }, ...leading, ...behind];
    });
    const open = source(30, [0], { packets });
    expect(text(plan(projectWith({ lengthFrames: 80 }), open, 80))).toEqual(['0-80 copy 0-80']);
    const late = projectWith({ lengthFrames: 60, sourceStartTicks: 1600 * 5 });
    expect(text(plan(late, open, 60))).toEqual(['0-60 openGroups']);
  });

  it('believes a source that says which key frames are closed', () => {
    const packets = source(30).packets.map((packet) => ({ ...packet, isClosed: packet.ptsUs > frameUs(45) }));
    const project = projectWith({ sourceStartTicks: 1600 * 10 });
    expect(text(plan(project, source(30, [0], { packets })))).toEqual(['0-50 cut', '50-100 copy 60-110']);
  });

  it.each<[string, Partial<Clip>]>([
    ['speed', { speed: { num: 2, den: 1 } }],
    ['fade', { fadeOutFrames: 3 }],
    [
      'colour',
      { colour: { ...createClip({ id: 'a', name: 'a', startFrame: 0, lengthFrames: 1 }).colour, tint: 1 } },
    ],
    ['effects', { effects: [{ id: 'a', kind: 'blur', isOn: true, values: { amount: 5 } }] }],
    ['effects', { opacity: 99 }],
    ['generated', { mediaId: null, generator: { kind: 'colour', rgb: '#000000' } }],
    [
      'placing',
      {
        transform: { ...createClip({ id: 'a', name: 'a', startFrame: 0, lengthFrames: 1 }).transform, x: 1 },
      },
    ],
  ])('encodes whole because of %s', (reason, values) => {
    expect(text(plan(projectWith(values), source(30)))).toEqual([`0-100 ${reason}`]);
  });

  it('says that a codec or a size cannot be copied, and where nothing is', () => {
    expect(text(plan(projectWith({}), source(30, [0], { codec: 'hevc' })))).toEqual(['0-100 codec']);
    expect(text(plan(projectWith({}), source(30, [0], { width: 1280, height: 720 })))).toEqual([
      '0-100 size',
    ]);
    expect(text(plan(projectWith({ lengthFrames: 60 }), source(30)))).toEqual([
      '0-60 copy 0-60',
      '60-100 empty',
    ]);
  });

  it('encodes where a layer above changes what is seen, and copies what covers all below', () => {
    const project = projectWith({});
    const [below, above] = project.tracks;
    if (!below || !above) throw new Error('a new project has two video tracks');
    const title = createClip({
      id: 'title',
      name: 'Title',
      startFrame: 40,
      lengthFrames: 10,
      generator: {
        kind: 'text',
        text: 'Hello',
        style: {
          font: 'Inter',
          size: 60,
          isBold: true,
          align: 'left',
          place: 'title',
          colour: '#ffffff',
          background: null,
        },
      },
    });
    const titled = { ...project, tracks: [below, { ...above, clips: [title] }] };
    expect(text(plan(titled, source(30)))).toEqual([
      '0-40 copy 0-40',
      '40-50 layers',
      '50-60 cut',
      '60-100 copy 60-100',
    ]);
    const covered = { ...project, tracks: [{ ...above, clips: [title] }, below] };
    expect(text(plan(covered, source(30)))).toEqual(['0-100 copy 0-100']);
  });

  it('encodes what plays at another rate than it was recorded', () => {
    const packets = source(30).packets.filter((_, at) => at % 2 === 0);
    expect(text(plan(projectWith({}), source(30, [0], { packets })))).toEqual(['0-100 rate']);
  });
});
