import { createProject } from '../../src-shared/domain/edit/create.ts';
import type { Clip, Media, Project, Track } from '../../src-shared/domain/edit/document.ts';
import { CLIP_EFFECT_KINDS } from '../../src-shared/domain/edit/effects.ts';
import {
  edit,
  type OperationArgs,
  type OperationName,
} from '../../src-shared/domain/edit/operations/index.ts';
import { copyOf } from '../../src-shared/domain/edit/operations/clips.ts';
import { createRandom, pick } from './random.ts';

/** Edits as a restless person makes them, the same for the same seed: for tests that look at what always holds. */
export interface RandomEditor {
  project: Project;
  /** One edit; a refused one leaves the project as it is. */
  step: () => {
    name: OperationName;
    isRefused: boolean;
    project: Project;
    patches: ReturnType<typeof edit>['patches'];
  };
}

const TAKE_SEC = 40;

export function createRandomEditor(seed: number): RandomEditor {
  const random = createRandom(seed);
  let nextId = 0;
  const makeId = () => `i${nextId++}`;
  const ntsc = { num: 30_000, den: 1001 };
  const start = { ...createProject('Random', makeId), rate: seed % 2 === 0 ? { num: 30, den: 1 } : ntsc };
  const media = [
    takeMedia('camera', true, 0),
    takeMedia('voice', false, 0.01),
    takeMedia('guest', false, 0.5),
  ];
  const withMedia = edit(start, 'addMedia', { media }, makeId).project;
  const mediaIds = media.map(({ id }) => id);
  let { project } = edit(withMedia, 'insertTake', { mediaIds, frame: 30 }, makeId);
  const names = Object.keys(ARGUMENTS) as OperationName[];
  return {
    get project() {
      return project;
    },
    step() {
      const name = names[pick(random, names.length)] ?? 'splitClips';
      const args = ARGUMENTS[name](createChooser(random, project));
      if (args === null) return { name, isRefused: true, project, patches: [] };
      const result = edit(project, name, args, makeId);
      project = result.project;
      return { name, isRefused: result.refused !== null, project, patches: result.patches };
    },
  };
}

function takeMedia(id: string, isVideo: boolean, startSec: number): Media {
  const video = {
    width: 1280,
    height: 720,
    rate: { num: 30, den: 1 },
    rotation: 0 as const,
    colour: { matrix: 'bt709' as const, isFullRange: false },
  };
  return {
    id,
    name: id,
    kind: isVideo ? 'video' : 'audio',
    source: { type: 'take', takeId: 'take', trackId: id },
    durationSec: TAKE_SEC,
    startSec,
    video: isVideo ? video : null,
    sound: isVideo ? null : { sampleRate: 48_000, channels: 1 },
    linkId: 'take',
  };
}

interface Chooser {
  project: Project;
  of: <T>(list: readonly T[]) => T | null;
  below: (limit: number) => number;
  from: (least: number, most: number) => number;
  isTrue: () => boolean;
  frame: () => number;
  track: () => Track;
  clip: () => Clip | null;
  clipIds: () => string[] | null;
}

function createChooser(random: () => number, project: Project): Chooser {
  const of = <T>(list: readonly T[]): T | null => list[pick(random, list.length)] ?? null;
  const below = (limit: number) => pick(random, limit);
  const clips = project.tracks.flatMap((track) => track.clips);
  return {
    project,
    of,
    below,
    from: (least, most) => least + below(most - least + 1),
    isTrue: () => random() < 0.5,
    frame: () => below(2000),
    track: () => of(project.tracks) ?? project.tracks[0]!,
    clip: () => of(clips),
    clipIds: () => {
      const ids = Array.from({ length: 1 + below(3) }, () => of(clips)?.id ?? '');
      return ids[0] === '' ? null : [...new Set(ids)];
    },
  };
}

type Arguments = { [N in OperationName]: (choose: Chooser) => OperationArgs<N> | null };

const ofClip = <T>(choose: Chooser, make: (clip: Clip) => T): T | null => {
  const clip = choose.clip();
  return clip ? make(clip) : null;
};
const ofClips = <T>(choose: Chooser, make: (clipIds: string[]) => T): T | null => {
  const clipIds = choose.clipIds();
  return clipIds ? make(clipIds) : null;
};
const range = (choose: Chooser) => {
  const from = choose.frame();
  return { from, to: from + choose.from(1, 120) };
};
const isRare = (choose: Chooser) => choose.below(8) === 0;

/** Arguments for each operation of the table: a new one does not compile without. */
const ARGUMENTS: Arguments = {
  renameProject: (choose) => ({ name: `Talk ${choose.below(3)}` }),
  setCanvas: ({ isTrue }) => ({
    canvas: isTrue() ? { width: 1920, height: 1080 } : { width: 1080, height: 1920 },
  }),
  setRate: () => ({ rate: { num: 25, den: 1 } }),
  addMedia: ({ project, of }) => {
    const media = of(Object.values(project.media));
    return media ? { media: [{ ...media }] } : null;
  },
  deleteMedia: ({ project, of }) => {
    const media = of(Object.values(project.media));
    return media ? { mediaId: media.id } : null;
  },
  insertTake: (choose) => {
    const mediaIds = Object.keys(choose.project.media);
    if (mediaIds.length === 0 || !isRare(choose)) return null;
    return {
      mediaIds,
      frame: choose.frame(),
      place: choose.of(['free', 'insert', 'overwrite'] as const) ?? 'free',
    };
  },
  normalizeLoudness: ({ from }) => ({ measuredLufs: from(-40, -10) }),
  setMaster: ({ from }) => ({ master: { gainDb: from(-6, 6), ceilingDbtp: null } }),
  addTrack: (choose) => (isRare(choose) ? { kind: choose.isTrue() ? 'video' : 'audio' } : null),
  deleteTrack: (choose) => (isRare(choose) ? { trackId: choose.track().id } : null),
  duplicateTrack: (choose) => (isRare(choose) ? { trackId: choose.track().id } : null),
  renameTrack: ({ track, below }) => ({
    trackId: track().id,
    name: below(2) === 0 ? '  ' : `Track ${below(5)}`,
  }),
  moveTrack: ({ track, below }) => ({ trackId: track().id, toIndex: below(4) }),
  setTrack: (choose) => ({
    trackId: choose.track().id,
    values: choose.isTrue()
      ? { isLocked: choose.below(6) === 0 }
      : { isMuted: choose.isTrue(), volumeDb: choose.from(-20, 0) },
  }),
  addClip: (choose) => ({
    trackId: choose.track().id,
    frame: choose.frame(),
    lengthFrames: choose.from(1, 200),
    place: choose.of(['free', 'insert', 'overwrite'] as const) ?? 'free',
  }),
  deleteClips: (choose) =>
    ofClips(choose, (clipIds) => ({ clipIds, ripple: choose.isTrue(), alone: choose.isTrue() })),
  renameClip: (choose) => ofClip(choose, ({ id }) => ({ clipId: id, name: choose.isTrue() ? ' ' : 'Named' })),
  duplicateClips: (choose) => ofClips(choose, (clipIds) => ({ clipIds, alone: choose.isTrue() })),
  splitClips: (choose) => ({ frame: choose.frame() }),
  moveClips: (choose) =>
    ofClips(choose, (clipIds) => ({
      clipIds,
      byFrames: choose.from(-300, 300),
      byTracks: choose.from(-1, 1),
      place: choose.of(['free', 'insert', 'overwrite'] as const) ?? 'free',
      alone: isRare(choose),
    })),
  setClips: (choose) =>
    ofClips(choose, (clipIds) => ({
      clipIds,
      values: { opacity: choose.from(0, 100), fadeInFrames: choose.from(0, 50), gainDb: choose.from(-12, 6) },
    })),
  pasteClips: (choose) =>
    ofClips(choose, (clipIds) => ({
      ...copyOf(choose.project, clipIds),
      frame: choose.frame(),
      place: choose.isTrue() ? 'free' : 'overwrite',
    })),
  linkClips: (choose) => ofClips(choose, (clipIds) => ({ clipIds })),
  unlinkClips: (choose) => (isRare(choose) ? ofClips(choose, (clipIds) => ({ clipIds })) : null),
  detachSound: (choose) => ofClips(choose, (clipIds) => ({ clipIds })),
  trimClip: (choose) =>
    ofClip(choose, (clip) => ({
      clipId: clip.id,
      edge: choose.isTrue() ? 'start' : 'end',
      toFrame: Math.max(0, clip.startFrame + choose.from(-100, 300)),
      ripple: choose.isTrue(),
      alone: isRare(choose),
    })),
  rollCut: (choose) =>
    ofClip(choose, ({ id, startFrame }) => ({
      clipId: id,
      toFrame: Math.max(0, startFrame + choose.from(-60, 60)),
    })),
  slipClip: (choose) =>
    ofClip(choose, ({ id }) => ({ clipId: id, byFrames: choose.from(-100, 100), alone: isRare(choose) })),
  slideClip: (choose) => ofClip(choose, ({ id }) => ({ clipId: id, byFrames: choose.from(-100, 100) })),
  setDissolve: (choose) => ofClip(choose, ({ id }) => ({ clipId: id, frames: choose.from(0, 30) })),
  setSpeed: (choose) =>
    ofClips(choose, (clipIds) => ({
      clipIds,
      speed: { num: choose.from(1, 3), den: choose.from(1, 3) },
      ripple: choose.isTrue(),
      alone: isRare(choose),
      ...(choose.isTrue() ? { speedSound: 'mute' as const } : {}),
    })),
  freezeFrame: (choose) =>
    ofClip(choose, ({ id, startFrame, lengthFrames }) => ({
      clipId: id,
      frame: startFrame + choose.below(lengthFrames),
      lengthFrames: choose.from(1, 60),
    })),
  addEffect: (choose) =>
    ofClips(choose, (clipIds) => ({ clipIds, kind: choose.of(CLIP_EFFECT_KINDS) ?? 'blur' })),
  setEffect: (choose) =>
    ofEffect(choose, (ids) => ({ ...ids, isOn: choose.isTrue(), values: { amount: choose.below(200) } })),
  moveEffect: (choose) => ofEffect(choose, (ids) => ({ ...ids, toIndex: choose.below(3) })),
  deleteEffect: (choose) => ofEffect(choose, (ids) => ids),
  setKeyframe: (choose) =>
    ofClip(choose, ({ id }) => ({
      clipId: id,
      parameter: choose.of(['opacity', 'x', 'crop.left', 'colour.exposure']) ?? 'x',
      frame: choose.from(0, 100),
      value: choose.from(-50, 150),
    })),
  moveKeyframe: (choose) =>
    ofClip(choose, ({ id, keyframes }) => {
      const [parameter, points] = choose.of(Object.entries(keyframes)) ?? ['opacity', []];
      const frame = choose.of(points)?.frame ?? choose.from(0, 100);
      return { clipId: id, parameter, frame, toFrame: choose.from(0, 100), value: choose.from(-50, 150) };
    }),
  deleteKeyframe: (choose) => ofClip(choose, ({ id }) => ({ clipId: id, parameter: 'opacity' })),
  addLut: () => ({ lut: { id: 'lut', name: 'Own', category: 'Imported', size: 2, values: 'AAAA' } }),
  deleteLut: () => ({ lutId: 'lut' }),
  rippleDelete: (choose) => ({ ranges: [range(choose), range(choose)] }),
  liftRanges: (choose) => ({ ranges: [range(choose)] }),
  moveRange: (choose) => ({ ...range(choose), toFrame: choose.frame() }),
  lowerRanges: (choose) => ({
    trackId: choose.track().id,
    ranges: [range(choose), range(choose)],
    byDb: choose.from(0, 120),
    rampFrames: choose.from(1, 9),
  }),
  addCaptions: (choose) => ({
    trackId: choose.track().id,
    captions: [
      { startFrame: choose.frame(), lengthFrames: choose.from(1, 60), text: 'One' },
      { startFrame: choose.frame(), lengthFrames: choose.from(1, 60), text: 'Two' },
    ],
  }),
  insertGap: (choose) => ({ frame: choose.frame(), lengthFrames: choose.from(1, 60) }),
  addMarker: (choose) => ({ frame: choose.frame(), name: 'Here' }),
  addMarkers: (choose) => ({ markers: [{ frame: choose.frame(), name: 'One' }] }),
  setMarker: ({ project, of, frame }) => {
    const marker = of(project.markers);
    return marker ? { markerId: marker.id, frame: frame() } : null;
  },
  deleteMarker: ({ project, of }) => {
    const marker = of(project.markers);
    return marker ? { markerId: marker.id } : null;
  },
  setRange: (choose) => (choose.isTrue() ? { inFrame: choose.frame() } : { outFrame: choose.frame() }),
};

function ofEffect<T>(choose: Chooser, make: (ids: { clipId: string; effectId: string }) => T): T | null {
  const withEffects = choose.project.tracks.flatMap(({ clips }) =>
    clips.filter(({ effects }) => effects.length > 0),
  );
  const clip = choose.of(withEffects);
  const effect = clip && choose.of(clip.effects);
  return clip && effect ? make({ clipId: clip.id, effectId: effect.id }) : null;
}
