import { expect, it } from 'vitest';
import { createClip, createProject, createTrack } from './create.ts';
import { projectSchema, type Clip, type Media, type Project } from './document.ts';
import { resolve } from './resolve.ts';

const VIDEO: Media = {
  id: 'camera',
  name: 'Camera',
  kind: 'video',
  source: { type: 'take', takeId: 'take-1', trackId: 'video-1' },
  durationSec: 100,
  startSec: 0,
  video: {
    width: 1280,
    height: 720,
    rate: { num: 30, den: 1 },
    rotation: 0,
    colour: { matrix: 'bt709', isFullRange: false },
  },
  sound: null,
  linkId: null,
};

function projectWith(clips: Partial<Clip>[], media: Media = VIDEO): Project {
  let next = 0;
  const project = createProject('Talk', () => `id${next++}`);
  const made = clips.map((values, index) =>
    createClip({
      id: `clip${index}`,
      name: 'Camera',
      mediaId: media.id,
      startFrame: 0,
      lengthFrames: 30,
      ...values,
    }),
  );
  const [first, ...rest] = project.tracks;
  return {
    ...project,
    media: { [media.id]: media },
    tracks: [{ ...(first ?? createTrack('video', 'v', 'V')), clips: made }, ...rest],
  };
}

it('opens with three tracks, 30 frames a second and 1920 × 1080', () => {
  const project = createProject(
    'Talk',
    (() => {
      let next = 0;
      return () => `id${next++}`;
    })(),
  );
  expect(projectSchema.parse(project)).toEqual(project);
  expect(project.tracks.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'video Video Track 1',
    'video Video Track 2',
    'audio Audio Track 3',
  ]);
});

it('shows a clip from its first frame until its end, at the time of its source', () => {
  const project = projectWith([{ startFrame: 10, lengthFrames: 30, sourceStartTicks: 96_000 }]);
  expect(resolve(project, 9).layers).toEqual([]);
  expect(resolve(project, 40).layers).toEqual([]);
  expect(resolve(project, 13).layers).toEqual([
    {
      clipId: 'clip0',
      source: { kind: 'media', mediaId: 'camera', sourceTimeUs: 2_108_333 },
      placement: { x: 0, y: 0, width: 1920, height: 1080, rotationCentiDeg: 0 },
      crop: { left: 0, top: 0, right: 0, bottom: 0 },
      opacity: 256,
      table: null,
      effects: [],
      greenScreen: null,
      frame: 3,
    },
  ]);
});

it('keeps a frozen frame, and plays at half and at double speed', () => {
  const timeAt = (speed: Clip['speed']) => {
    const source = resolve(projectWith([{ speed }]), 12).layers[0]?.source;
    return source?.kind === 'media' ? source.sourceTimeUs : null;
  };
  expect([timeAt({ num: 0, den: 1 }), timeAt({ num: 1, den: 2 }), timeAt({ num: 2, den: 1 })]).toEqual([
    8333, 208_333, 808_333,
  ]);
});

it('shows an image at one time in every frame', () => {
  const project = projectWith([{}], { ...VIDEO, kind: 'image', durationSec: 0 });
  const sources = [0, 7, 29].map((frame) => resolve(project, frame).layers[0]?.source);
  expect(sources).toEqual(Array(3).fill({ kind: 'media', mediaId: 'camera', sourceTimeUs: 0 }));
});

it('dissolves: the coming clip is drawn above, a step more each frame', () => {
  const project = projectWith([
    { startFrame: 0, lengthFrames: 30 },
    { startFrame: 20, lengthFrames: 30, dissolveInFrames: 10 },
  ]);
  const opacities = (frame: number) => resolve(project, frame).layers.map(({ opacity }) => opacity);
  expect([19, 20, 25, 29, 30].map(opacities)).toEqual([[256], [256, 13], [256, 141], [256, 243], [256]]);
});

it('moves, scales, cuts and turns, in whole pixels of the size asked for', () => {
  const transform = {
    x: 100,
    y: -50,
    scale: 50,
    rotationDeg: 90,
    crop: { left: 50, top: 0, right: 0, bottom: 0 },
  };
  const project = projectWith([{ transform }]);
  const [layer] = resolve(project, 0).layers;
  // Half of 960 × 540; its centre is a quarter of 960 right of the clip's, which lies below after the turn.
  expect(layer?.placement).toEqual({ x: 820, y: 460, width: 480, height: 540, rotationCentiDeg: 9000 });
  expect(layer?.crop).toEqual({ left: 32_768, top: 0, right: 0, bottom: 0 });
  expect(resolve(project, 0, { width: 960, height: 540 }).layers[0]?.placement).toMatchObject({
    width: 240,
    height: 270,
  });
});

it('turns media upright that were recorded on their side, and cuts the side that is seen there', () => {
  const video = { ...(VIDEO.video as NonNullable<Media['video']>), rotation: 90 as const };
  const crop = { left: 25, top: 0, right: 0, bottom: 0 };
  const transform = { x: 0, y: 0, scale: 100, rotationDeg: 0, crop };
  const [layer] = resolve(projectWith([{ transform }], { ...VIDEO, video }), 0).layers;
  // Upright it is 607.5 × 1080; a turn to the right brings the source's bottom to the left.
  expect(layer?.placement).toMatchObject({ width: 1080, height: 456, rotationCentiDeg: 9000 });
  expect(layer?.crop).toEqual({ left: 0, top: 0, right: 0, bottom: 16_384 });
});

it('gives effects, colours and green screen as whole numbers that keyframes move', () => {
  const project = projectWith([
    {
      effects: [
        { id: 'fx', kind: 'blur', isOn: true, values: { amount: 5 } },
        { id: 'off', kind: 'glow', isOn: false, values: { intensity: 30, radius: 10 } },
      ],
      keyframes: {
        'effect.fx.amount': [
          { frame: 0, value: 0, ease: 'linear' },
          { frame: 10, value: 7, ease: 'hold' },
        ],
        'colour.exposure': [{ frame: 0, value: 12.4, ease: 'linear' }],
      },
      greenScreen: {
        isOn: true,
        keyColour: '#00ff80',
        tolerance: 20,
        softness: 10,
        spillSuppression: 50,
        edgeFeather: 5,
      },
    },
  ]);
  const [layer] = resolve(project, 5).layers;
  expect(layer?.effects).toEqual([{ kind: 'blur', values: { amount: 4 } }]);
  expect(layer?.table).toMatchObject({ key: '12 0 0 0 0 0 0 0 0 0', lutId: null });
  expect(layer?.greenScreen).toMatchObject({ keyColour: [0, 255, 128], edgeFeather: 5 });
});

it('leaves out hidden tracks, media that are missing and what is cut off whole', () => {
  const cutOff = { x: 0, y: 0, scale: 100, rotationDeg: 0, crop: { left: 60, top: 0, right: 60, bottom: 0 } };
  expect(resolve(projectWith([{ mediaId: 'constructor' }]), 0).layers).toEqual([]);
  expect(resolve(projectWith([{ transform: cutOff }]), 0).layers).toEqual([]);
  const shown = projectWith([{}]);
  const hidden = { ...shown, tracks: shown.tracks.map((track) => ({ ...track, isHidden: true })) };
  expect(resolve(hidden, 0).layers).toEqual([]);
});
