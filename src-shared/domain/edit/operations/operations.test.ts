import { describe, expect, it } from 'vitest';
import { createProject } from '../create.ts';
import { endFrameOf, type Media, type Project } from '../document.ts';
import { projectText } from '../check.ts';
import { editHistory } from '../editHistory.ts';
import { resolveSound } from '../resolveSound.ts';
import { copyOf } from './clips.ts';
import { dissolveRoom } from './trims.ts';
import { edit, type OperationArgs, type OperationName } from './index.ts';

const media = (id: string, values: Partial<Media> = {}): Media => ({
  id,
  name: id,
  kind: 'audio',
  source: { type: 'take', takeId: 'take', trackId: id },
  durationSec: 60,
  startSec: 0,
  video: null,
  sound: { sampleRate: 48_000, channels: 1 },
  linkId: 'take',
  ...values,
});
const CAMERA = media('camera', {
  kind: 'video',
  video: {
    width: 1280,
    height: 720,
    rate: { num: 30, den: 1 },
    rotation: 0,
    colour: { matrix: 'bt709', isFullRange: false },
  },
});

/** A project on which operations are made by name; a refused one throws its code. */
function createEditor(start?: Project) {
  let next = 0;
  const makeId = () => `n${next++}`;
  let project = start ?? createProject('Talk', makeId);
  return {
    get project() {
      return project;
    },
    /** `name from-to` of the clips of each track. */
    get layout() {
      return project.tracks.map(({ clips }) =>
        clips.map((clip) => `${clip.name} ${clip.startFrame}-${endFrameOf(clip)}`).join(', '),
      );
    },
    track: (index: number) => project.tracks[index]!,
    clip: (track: number, index: number) => project.tracks[track]!.clips[index]!,
    do<N extends OperationName>(name: N, args: OperationArgs<N>) {
      const result = edit(project, name, args, makeId);
      if (result.refused) throw new Error(result.refused.code);
      project = result.project;
      return project;
    },
  };
}

/** A camera and a voice of one take, 60 s, linked. */
function withTake() {
  const editor = createEditor();
  editor.do('addMedia', { media: [CAMERA, media('voice')] });
  editor.do('insertTake', { mediaIds: ['camera', 'voice'], frame: 0 });
  return editor;
}

describe('tracks', () => {
  it('numbers new ones from 4 and keeps the last one', () => {
    const editor = createEditor();
    editor.do('addTrack', { kind: 'audio' });
    editor.do('addTrack', { kind: 'video' });
    expect(editor.project.tracks.map(({ name }) => name).slice(3)).toEqual([
      'Audio Track 4',
      'Video Track 5',
    ]);
    for (let at = 0; at < 4; at += 1) editor.do('deleteTrack', { trackId: editor.track(0).id });
    expect(() => editor.do('deleteTrack', { trackId: editor.track(0).id })).toThrow('lastTrack');
  });

  it('falls back to the name of its kind where a name is blank', () => {
    const editor = createEditor();
    editor.do('renameTrack', { trackId: editor.track(0).id, name: '  ' });
    editor.do('renameTrack', { trackId: editor.track(2).id, name: '' });
    editor.do('renameTrack', { trackId: editor.track(1).id, name: ' Guest ' });
    expect(editor.project.tracks.map(({ name }) => name)).toEqual(['Video Track', 'Guest', 'Audio Track']);
  });

  it('duplicates a track with its clips, and refuses what would change a locked one', () => {
    const editor = withTake();
    editor.do('duplicateTrack', { trackId: editor.track(0).id });
    expect(editor.layout).toEqual(['camera 0-1800', 'camera 0-1800', '', 'voice 0-1800']);
    editor.do('setTrack', { trackId: editor.track(3).id, values: { isLocked: true } });
    const before = editor.project;
    expect(() => editor.do('rippleDelete', { ranges: [{ from: 10, to: 20 }] })).toThrow('trackLocked');
    expect(() => editor.do('deleteTrack', { trackId: editor.track(3).id })).toThrow('trackLocked');
    expect(editor.project).toBe(before);
  });
});

describe('clips', () => {
  it('adds 30 s at the playhead, or the next place that is free', () => {
    const editor = createEditor();
    editor.do('addClip', { trackId: editor.track(0).id, frame: 90 });
    editor.do('addClip', { trackId: editor.track(0).id, frame: 100, name: 'Second' });
    expect(editor.layout[0]).toBe('Clip 90-990, Second 990-1890');
  });

  it('duplicates right after itself, 1 s later', () => {
    const editor = createEditor();
    editor.do('addClip', { trackId: editor.track(0).id, frame: 0 });
    editor.do('duplicateClips', { clipIds: [editor.clip(0, 0).id] });
    expect(editor.layout[0]).toBe('Clip 0-900, Clip 930-1830');
  });

  it('ignores a blank name', () => {
    const editor = createEditor();
    editor.do('addClip', { trackId: editor.track(0).id, frame: 0 });
    const before = editor.project;
    expect(editor.do('renameClip', { clipId: editor.clip(0, 0).id, name: '  ' })).toBe(before);
    editor.do('renameClip', { clipId: editor.clip(0, 0).id, name: ' Intro ' });
    expect(editor.clip(0, 0).name).toBe('Intro');
  });

  it('splits linked clips at once; the pieces behind the cut are linked to each other', () => {
    const editor = withTake();
    editor.do('splitClips', { frame: 600, clipIds: [editor.clip(0, 0).id] });
    expect(editor.layout).toEqual(['camera 0-600, camera 600-1800', '', 'voice 0-600, voice 600-1800']);
    const [left, right] = editor.track(0).clips;
    expect(right?.linkId).toBe(editor.clip(2, 1).linkId);
    expect(right?.linkId).not.toBe(left?.linkId);
    editor.do('moveClips', { clipIds: [editor.clip(0, 1).id], byFrames: 30 });
    expect(editor.layout).toEqual(['camera 0-600, camera 630-1830', '', 'voice 0-600, voice 630-1830']);
  });

  it('overwrites, makes room, or takes a free place where something is already', () => {
    const layoutAfter = (place: 'overwrite' | 'insert' | 'free') => {
      const editor = createEditor();
      editor.do('addClip', { trackId: editor.track(0).id, frame: 0, lengthFrames: 100 });
      editor.do('addClip', { trackId: editor.track(2).id, frame: 50, lengthFrames: 10, name: 'Bell' });
      editor.do('addClip', { trackId: editor.track(0).id, frame: 40, lengthFrames: 20, name: 'New', place });
      return editor.layout;
    };
    expect(layoutAfter('overwrite')).toEqual(['Clip 0-40, New 40-60, Clip 60-100', '', 'Bell 50-60']);
    expect(layoutAfter('insert')).toEqual(['Clip 0-40, New 40-60, Clip 60-120', '', 'Bell 70-80']);
    expect(layoutAfter('free')).toEqual(['Clip 0-100, New 100-120', '', 'Bell 50-60']);
  });

  it('copies and pastes linked clips with links of their own', () => {
    const editor = withTake();
    editor.do('pasteClips', { ...copyOf(editor.project, [editor.clip(0, 0).id]), frame: 2000 });
    expect(editor.layout).toEqual(['camera 0-1800, camera 2000-3800', '', 'voice 0-1800, voice 2000-3800']);
    expect(editor.clip(0, 1).linkId).toBe(editor.clip(2, 1).linkId);
    expect(editor.clip(0, 1).linkId).not.toBe(editor.clip(0, 0).linkId);
  });

  it('does not put sound without video on a video track', () => {
    const editor = withTake();
    const onTrack = (track: number, mediaId: string) => () =>
      editor.do('addClip', { trackId: editor.track(track).id, frame: 0, mediaId });
    expect(onTrack(0, 'voice')).toThrow('wrongTrack');
    expect(onTrack(0, 'nobody')).toThrow('notFound');
  });

  it('gives the sound of video a clip of its own, and does not hear it twice', () => {
    const editor = createEditor();
    editor.do('addMedia', { media: [CAMERA] });
    editor.do('addClip', { trackId: editor.track(0).id, frame: 0, mediaId: 'camera' });
    editor.do('detachSound', { clipIds: [editor.clip(0, 0).id] });
    expect(editor.layout).toEqual(['camera 0-1800', '', 'camera 0-1800']);
    expect(resolveSound(editor.project, 0, 48_000).segments.map(({ trackId }) => trackId)).toEqual([
      editor.track(2).id,
    ]);
  });
});

describe('links', () => {
  it('are undone and made by hand: what is linked moves together', () => {
    const editor = withTake();
    const [camera, voice] = [editor.clip(0, 0).id, editor.clip(2, 0).id];
    editor.do('unlinkClips', { clipIds: [camera] });
    expect([editor.clip(0, 0).linkId, editor.clip(2, 0).linkId]).toEqual([null, null]);
    editor.do('linkClips', { clipIds: [camera, voice] });
    editor.do('moveClips', { clipIds: [voice], byFrames: 100 });
    expect(editor.layout).toEqual(['camera 100-1900', '', 'voice 100-1900']);
  });

  it('are of two clips at least, and keep one recording in sync', () => {
    const editor = withTake();
    const [camera, voice] = [editor.clip(0, 0).id, editor.clip(2, 0).id];
    editor.do('unlinkClips', { clipIds: [camera] });
    expect(() => editor.do('linkClips', { clipIds: [camera] })).toThrow('tooFew');
    editor.do('moveClips', { clipIds: [voice], byFrames: 7 });
    expect(() => editor.do('linkClips', { clipIds: [camera, voice] })).toThrow('outOfSync');
    editor.do('addClip', { trackId: editor.track(1).id, frame: 500, name: 'Title' });
    const title = editor.clip(1, 0).id;
    editor.do('linkClips', { clipIds: [title, voice] });
    expect(editor.clip(1, 0).linkId).toBe(editor.clip(2, 0).linkId);
    editor.do('setTrack', { trackId: editor.track(1).id, values: { isLocked: true } });
    expect(() => editor.do('unlinkClips', { clipIds: [voice] })).toThrow('trackLocked');
  });
});

describe('a take', () => {
  it('lies on a track for each of its tracks, in sync to the sample', () => {
    const editor = createEditor();
    const tracks = [CAMERA, media('one', { startSec: 0.0125 }), media('two', { startSec: 1 })];
    editor.do('addMedia', { media: tracks });
    editor.do('insertTake', { mediaIds: tracks.map(({ id }) => id), frame: 30 });
    expect(editor.layout).toEqual(['camera 30-1830', '', 'one 31-1830', 'two 60-1860']);
    expect(editor.track(3).name).toBe('Audio Track 4');
    const heard = resolveSound(editor.project, 0, 10_000_000).segments.filter(
      ({ mediaId }) => mediaId !== 'camera',
    );
    // A moment of the take, heard on each track at the same sample of the timeline.
    const takeStart = heard.map(({ mediaId, fromSample, sourceFromSample }) => {
      const startSec = tracks.find(({ id }) => id === mediaId)?.startSec ?? 0;
      return fromSample - sourceFromSample - startSec * 48_000;
    });
    expect(takeStart).toEqual([48_000, 48_000]);
  });
});

describe('ripple', () => {
  it('takes ranges out of all tracks, from right to left, and moves markers and points', () => {
    const editor = withTake();
    editor.do('addMarker', { frame: 50, name: 'Gone' });
    editor.do('addMarker', { frame: 500, name: 'Stays' });
    editor.do('setRange', { inFrame: 150, outFrame: 900 });
    const ranges = [
      { from: 300, to: 400 },
      { from: 0, to: 100 },
      { from: 350, to: 450 },
    ];
    editor.do('rippleDelete', { ranges });
    expect(editor.layout).toEqual(['camera 0-200, camera 200-1550', '', 'voice 0-200, voice 200-1550']);
    expect(editor.project.markers.map(({ name, frame }) => `${name} ${frame}`)).toEqual(['Stays 250']);
    expect([editor.project.inFrame, editor.project.outFrame]).toEqual([50, 650]);
    expect(editor.clip(2, 1)).toMatchObject({
      sourceStartTicks: 450 * 1600,
      linkId: editor.clip(0, 1).linkId,
    });
  });

  it('parts the link of clips between which room is made, or a range is put', () => {
    const parted = (change: (editor: ReturnType<typeof withTake>) => void) => {
      const editor = withTake();
      editor.do('trimClip', { clipId: editor.clip(2, 0).id, edge: 'end', toFrame: 50, alone: true });
      editor.do('trimClip', { clipId: editor.clip(0, 0).id, edge: 'start', toFrame: 100, alone: true });
      change(editor);
      return [editor.layout[0], editor.layout[2], editor.clip(0, 0).linkId === editor.clip(2, 0).linkId];
    };
    expect(parted(() => undefined)).toEqual(['camera 100-1800', 'voice 0-50', true]);
    const gap = parted((editor) => editor.do('insertGap', { frame: 70, lengthFrames: 10 }));
    expect(gap).toEqual(['camera 110-1810', 'voice 0-50', false]);
    const moved = parted((editor) => editor.do('moveRange', { from: 0, to: 60, toFrame: 80 }));
    expect(moved).toEqual(['camera 100-1800', 'voice 20-70', false]);
  });

  it('deletes clips with or without closing the gap', () => {
    const after = (ripple: boolean) => {
      const editor = withTake();
      editor.do('splitClips', { frame: 600 });
      editor.do('deleteClips', { clipIds: [editor.clip(0, 0).id], ripple });
      return editor.layout;
    };
    expect(after(false)).toEqual(['camera 600-1800', '', 'voice 600-1800']);
    expect(after(true)).toEqual(['camera 0-1200', '', 'voice 0-1200']);
  });
});

describe('trims', () => {
  it('ripples a title on its own track alone', () => {
    const editor = withTake();
    const trackId = editor.track(1).id;
    const colour = { kind: 'colour' as const, rgb: '#000000' };
    editor.do('addClip', { trackId, frame: 100, lengthFrames: 50, name: 'One', generator: colour });
    editor.do('addClip', { trackId, frame: 200, lengthFrames: 50, name: 'Two', generator: colour });
    editor.do('addMarker', { frame: 220, name: 'Here' });
    editor.do('trimClip', { clipId: editor.clip(1, 0).id, edge: 'end', toFrame: 120, ripple: true });
    expect(editor.layout).toEqual(['camera 0-1800', 'One 100-120, Two 170-220', 'voice 0-1800']);
    editor.do('deleteClips', { clipIds: [editor.clip(1, 0).id], ripple: true });
    expect(editor.layout).toEqual(['camera 0-1800', 'Two 150-200', 'voice 0-1800']);
    expect(editor.project.markers[0]?.frame).toBe(220);
  });

  it('ends a dissolve where one of its edges is trimmed, and no other', () => {
    const editor = withTake();
    editor.do('splitClips', { frame: 600 });
    editor.do('setDissolve', { clipId: editor.clip(0, 1).id, frames: 20 });
    editor.do('trimClip', { clipId: editor.clip(0, 0).id, edge: 'end', toFrame: 570, alone: true });
    expect(editor.layout).toEqual(['camera 0-570, camera 580-1800', '', 'voice 0-600, voice 580-1800']);
  });

  it('goes as far as source and neighbour let it', () => {
    const editor = withTake();
    const trim = (edge: 'start' | 'end', toFrame: number, ripple = false) =>
      editor.do('trimClip', { clipId: editor.clip(0, 0).id, edge, toFrame, ripple });
    trim('end', 5000);
    expect(editor.layout).toEqual(['camera 0-1800', '', 'voice 0-1800']);
    trim('start', 100);
    trim('end', 1000);
    expect(editor.layout).toEqual(['camera 100-1000', '', 'voice 100-1000']);
    trim('start', 2000);
    expect(editor.layout).toEqual(['camera 999-1000', '', 'voice 999-1000']);
    trim('start', 0);
    expect(editor.layout).toEqual(['camera 0-1000', '', 'voice 0-1000']);
    trim('end', 500, true);
    expect(editor.layout).toEqual(['camera 0-500', '', 'voice 0-500']);
  });

  it('ripples what is behind on every track', () => {
    const editor = withTake();
    editor.do('splitClips', { frame: 600 });
    editor.do('trimClip', { clipId: editor.clip(0, 0).id, edge: 'end', toFrame: 500, ripple: true });
    expect(editor.layout).toEqual(['camera 0-500, camera 500-1700', '', 'voice 0-500, voice 500-1700']);
    editor.do('trimClip', { clipId: editor.clip(0, 0).id, edge: 'end', toFrame: 550, ripple: true });
    expect(editor.layout).toEqual(['camera 0-550, camera 550-1750', '', 'voice 0-550, voice 550-1750']);
    editor.do('trimClip', { clipId: editor.clip(0, 1).id, edge: 'start', toFrame: 500, ripple: true });
    expect(editor.layout).toEqual(['camera 0-550, camera 550-1800', '', 'voice 0-550, voice 550-1800']);
    expect(editor.clip(0, 1).sourceStartTicks).toBe(550 * 1600);
  });

  it('rolls a cut, slips and slides', () => {
    const editor = withTake();
    editor.do('splitClips', { frame: 600 });
    editor.do('splitClips', { frame: 900 });
    editor.do('rollCut', { clipId: editor.clip(0, 1).id, toFrame: 650 });
    expect(editor.layout[2]).toBe('voice 0-650, voice 650-900, voice 900-1800');
    editor.do('slipClip', { clipId: editor.clip(0, 1).id, byFrames: -100 });
    expect(editor.clip(2, 1)).toMatchObject({ startFrame: 650, sourceStartTicks: 550 * 1600 });
    editor.do('slideClip', { clipId: editor.clip(0, 1).id, byFrames: 30 });
    expect(editor.layout[0]).toBe('camera 0-680, camera 680-930, camera 930-1800');
    expect(editor.clip(0, 1).sourceStartTicks).toBe(550 * 1600);
    expect(() => editor.do('rollCut', { clipId: editor.clip(0, 0).id, toFrame: 5 })).toThrow('notNext');
  });

  it('dissolves into a clip and back, if its source has as much in front', () => {
    const editor = withTake();
    editor.do('splitClips', { frame: 600 });
    editor.do('setDissolve', { clipId: editor.clip(0, 1).id, frames: 15 });
    expect(editor.layout).toEqual(['camera 0-600, camera 585-1800', '', 'voice 0-600, voice 585-1800']);
    editor.do('setDissolve', { clipId: editor.clip(0, 1).id, frames: 0 });
    expect(editor.layout[0]).toBe('camera 0-600, camera 600-1800');
    editor.do('setDissolve', { clipId: editor.clip(0, 1).id, frames: 15 });
    // A cut within ends it.
    editor.do('splitClips', { frame: 590 });
    expect(editor.layout[0]).toBe('camera 0-585, camera 585-590, camera 590-1800');
    expect(() => editor.do('setDissolve', { clipId: editor.clip(0, 0).id, frames: 5 })).toThrow('notNext');
    expect(() => editor.do('setDissolve', { clipId: editor.clip(0, 1).id, frames: 5000 })).toThrow(
      'noMoreSource',
    );
  });

  it('says how long a dissolve can be', () => {
    const editor = withTake();
    editor.do('splitClips', { frame: 600 });
    const [left, right] = [editor.clip(0, 0).id, editor.clip(0, 1).id];
    expect(dissolveRoom(editor.project, left)).toBe(0);
    expect(dissolveRoom(editor.project, right)).toBe(599);
    editor.do('setDissolve', { clipId: right, frames: 15 });
    expect(dissolveRoom(editor.project, right)).toBe(599);
    editor.do('setDissolve', { clipId: right, frames: 599 });
    expect(editor.layout[0]).toBe('camera 0-600, camera 1-1800');
  });

  it('mutes the sound of another speed in the same step', () => {
    const editor = withTake();
    editor.do('setSpeed', {
      clipIds: [editor.clip(0, 0).id],
      speed: { num: 2, den: 3 },
      speedSound: 'mute',
    });
    expect(editor.clip(2, 0)).toMatchObject({ speed: { num: 2, den: 3 }, speedSound: 'mute' });
    expect(editor.layout[0]).toBe('camera 0-2700');
  });

  it('plays faster and slower; what is behind follows', () => {
    const editor = withTake();
    editor.do('splitClips', { frame: 600 });
    editor.do('setSpeed', { clipIds: [editor.clip(0, 0).id], speed: { num: 2, den: 1 } });
    expect(editor.layout).toEqual(['camera 0-300, camera 300-1500', '', 'voice 0-300, voice 300-1500']);
    editor.do('setSpeed', { clipIds: [editor.clip(0, 0).id], speed: { num: 2, den: 3 } });
    expect(editor.layout[0]).toBe('camera 0-900, camera 900-2100');
    editor.do('setSpeed', { clipIds: [editor.clip(0, 0).id], speed: { num: 1, den: 2 }, ripple: false });
    expect(editor.layout[0]).toBe('camera 0-900, camera 900-2100');
  });

  it('freezes a frame; all tracks make room', () => {
    const editor = withTake();
    editor.do('freezeFrame', { clipId: editor.clip(0, 0).id, frame: 600, lengthFrames: 60 });
    expect(editor.layout).toEqual([
      'camera 0-600, camera 600-660, camera 660-1860',
      '',
      'voice 0-600, voice 660-1860',
    ]);
    expect(editor.clip(0, 1)).toMatchObject({
      speed: { num: 0 },
      sourceStartTicks: 600 * 1600,
      linkId: null,
    });
  });
});

describe('looks', () => {
  it('adds an effect with its defaults and keeps values in their range', () => {
    const editor = withTake();
    const clipId = editor.clip(0, 0).id;
    editor.do('addEffect', { clipIds: [clipId], kind: 'sharpen' });
    const effectId = editor.clip(0, 0).effects[0]!.id;
    expect(editor.clip(0, 0).effects[0]).toMatchObject({ isOn: true, values: { amount: 50, radius: 1 } });
    editor.do('setEffect', { clipId, effectId, isOn: false, values: { amount: 999, other: 1 } });
    expect(editor.clip(0, 0).effects[0]).toMatchObject({ isOn: false, values: { amount: 100, radius: 1 } });
    editor.do('setKeyframe', { clipId, parameter: `effect.${effectId}.radius`, frame: 10, value: 3 });
    expect(() =>
      editor.do('setKeyframe', { clipId, parameter: 'effect.nobody.radius', frame: 1, value: 3 }),
    ).toThrow('notFound');
    editor.do('deleteEffect', { clipId, effectId });
    expect(editor.clip(0, 0)).toMatchObject({ effects: [], keyframes: {} });
    expect(() => editor.do('addEffect', { clipIds: [editor.clip(2, 0).id], kind: 'blur' })).toThrow(
      'wrongTrack',
    );
  });

  it('moves a keyframe with its ease, within its range, and above one that is there', () => {
    const editor = withTake();
    const clipId = editor.clip(0, 0).id;
    editor.do('setKeyframe', { clipId, parameter: 'opacity', frame: 0, value: 10, ease: 'smooth' });
    editor.do('setKeyframe', { clipId, parameter: 'opacity', frame: 50, value: 20 });
    editor.do('moveKeyframe', { clipId, parameter: 'opacity', frame: 0, toFrame: 70, value: 500 });
    expect(editor.clip(0, 0).keyframes['opacity']).toEqual([
      { frame: 50, value: 20, ease: 'linear' },
      { frame: 70, value: 100, ease: 'smooth' },
    ]);
    editor.do('moveKeyframe', { clipId, parameter: 'opacity', frame: 70, toFrame: 50 });
    expect(editor.clip(0, 0).keyframes['opacity']).toEqual([{ frame: 50, value: 100, ease: 'smooth' }]);
    expect(() => editor.do('moveKeyframe', { clipId, parameter: 'opacity', frame: 1, toFrame: 2 })).toThrow(
      'notFound',
    );
  });

  it('keeps keyframes at their moments when a clip is cut', () => {
    const editor = withTake();
    const clipId = editor.clip(0, 0).id;
    editor.do('setKeyframe', { clipId, parameter: 'opacity', frame: 500, value: 0 });
    editor.do('setKeyframe', { clipId, parameter: 'opacity', frame: 700, value: 500 });
    editor.do('splitClips', { frame: 600 });
    expect(editor.clip(0, 1).keyframes['opacity']).toMatchObject([
      { frame: -100, value: 0 },
      { frame: 100, value: 100 },
    ]);
  });
});

describe('the whole project', () => {
  it('comes to −16 LUFS with a ceiling of −1 dBTP', () => {
    const editor = withTake();
    editor.do('normalizeLoudness', { measuredLufs: -23.5 });
    expect(editor.project.master).toEqual({ gainDb: 7.5, ceilingDbtp: -1 });
    editor.do('normalizeLoudness', { measuredLufs: -16 });
    expect(editor.project.master.gainDb).toBe(7.5);
  });

  it('changes its rate only without clips, and keeps media that clips show', () => {
    const editor = withTake();
    expect(() => editor.do('setRate', { rate: { num: 25, den: 1 } })).toThrow('inUse');
    expect(() => editor.do('deleteMedia', { mediaId: 'voice' })).toThrow('inUse');
    editor.do('deleteMedia', { mediaId: 'voice', clips: true });
    expect(editor.layout).toEqual(['camera 0-1800', '', '']);
  });

  it('throws at arguments that are none', () => {
    const editor = withTake();
    expect(() => editor.do('splitClips', { frame: -1 })).toThrow('Too small');
    expect(() => editor.do('moveClips', { clipIds: ['__proto__'], byFrames: 1 })).toThrow('Invalid');
    expect(() => editor.do('deleteClips', { clipIds: ['constructor'] })).toThrow('notFound');
  });

  it('undoes 500 steps, and a drag as one', () => {
    const editor = withTake();
    const clipIds = [editor.clip(0, 0).id];
    let history = editHistory.start(editor.project);
    const before = projectText(history.present);
    const drag = (gesture: string) => {
      for (let at = 0; at < 10; at += 1) {
        history = editHistory.keepEdit(history, editor.do('moveClips', { clipIds, byFrames: 1 }), gesture);
      }
    };
    drag('drag 1');
    drag('drag 2');
    expect(history.past).toHaveLength(2);
    history = editHistory.undo(editHistory.undo(history));
    expect(projectText(history.present)).toBe(before);
    for (let at = 0; at < 600; at += 1) {
      history = editHistory.keepEdit(history, editor.do('addMarker', { frame: at, name: '' }));
    }
    expect(history.past).toHaveLength(500);
  });
});
