import { describe, expect, it } from 'vitest';
import { createClip, createProject } from '../../../../src-shared/domain/edit/create.ts';
import { edit } from '../../../../src-shared/domain/edit/operations/index.ts';
import type { Clip, Project } from '../../../../src-shared/domain/edit/document.ts';
import {
  clipsBetween,
  clipsIn,
  hitAt,
  RULER_PX,
  rowsOf,
  rulerStepFrames,
  xOf,
  type TimelineSpan,
} from './geometry.ts';
import { snapBy, snapFrames } from './snapping.ts';
import type { DragContext } from './dragTypes.ts';
import { beginDrag } from './timelineDrag.ts';
import { createTimelineView } from './timelineView.ts';

const clip = (id: string, startFrame: number, lengthFrames: number): Clip =>
  createClip({ id, name: id, startFrame, lengthFrames });

/** Two clips that touch and one further on, on the lower video track; one on the audio track. */
function project(): Project {
  let next = 0;
  const made = createProject('Test', () => `id${(next += 1)}`);
  const clips = [[clip('a', 0, 100), clip('b', 100, 50), clip('c', 300, 60)], [], [clip('s', 20, 200)]];
  return { ...made, tracks: made.tracks.map((track, index) => ({ ...track, clips: clips[index] ?? [] })) };
}
const SPAN: TimelineSpan = { fromFrame: 0, framesPerPx: 1, scrollPx: 0 };
const NO_KEYS = { isMod: false, isShift: false, isAlone: false };

/** The middle of the row of the track with this number in the project. */
function rowY(index: number): number {
  const shown = project();
  const row = rowsOf(shown).find(({ track }) => track.id === shown.tracks[index]?.id);
  return RULER_PX + (row?.topPx ?? 0) + (row?.heightPx ?? 0) / 2;
}

describe('the geometry of the timeline', () => {
  it('has the topmost video first and sound below it', () => {
    const names = rowsOf(project()).map(({ track }) => track.name);
    expect(names).toEqual(['Video Track 2', 'Video Track 1', 'Audio Track 3']);
  });

  it('finds the clips of a stretch of time, and no other', () => {
    const { clips } = project().tracks[0] ?? { clips: [] };
    const ids = (from: number, to: number) => clipsBetween(clips, from, to).map(({ id }) => id);
    expect(ids(0, 1000)).toEqual(['a', 'b', 'c']);
    expect(ids(100, 101)).toEqual(['b']);
    expect(ids(99, 101)).toEqual(['a', 'b']);
    expect(ids(150, 300)).toEqual([]);
    expect(ids(359, 400)).toEqual(['c']);
  });

  it.each([
    [
      { x: 50, y: 5 },
      { kind: 'ruler', frame: 50 },
    ],
    [
      { x: 50, y: rowY(0) },
      { kind: 'clip', part: 'body', frame: 50 },
    ],
    [
      { x: 2, y: rowY(0) },
      { kind: 'clip', part: 'start' },
    ],
    [
      { x: 97, y: rowY(0) },
      { kind: 'clip', part: 'end' },
    ],
    [
      { x: 103, y: rowY(0) },
      { kind: 'clip', part: 'start', frame: 103 },
    ],
    [
      { x: 363, y: rowY(0) },
      { kind: 'clip', part: 'end' },
    ],
    [
      { x: 200, y: rowY(0) },
      { kind: 'track', frame: 200 },
    ],
    [{ x: 200, y: 2000 }, { kind: 'nothing' }],
  ])('knows what lies at %j', (place, expected) => {
    expect(hitAt(rowsOf(project()), SPAN, place)).toMatchObject(expected);
  });

  it('trims no clip that is too narrow to be held', () => {
    const far = { ...SPAN, framesPerPx: 20 };
    expect(hitAt(rowsOf(project()), far, { x: 1, y: rowY(0) })).toMatchObject({ kind: 'clip', part: 'body' });
  });

  it('finds what a rectangle touches, from whichever corner it was drawn', () => {
    const rows = rowsOf(project());
    const [from, to] = [
      { x: 140, y: rowY(0) },
      { x: 310, y: rowY(2) },
    ];
    expect(clipsIn(rows, SPAN, from, to)).toEqual(['b', 'c', 's']);
    expect(clipsIn(rows, SPAN, to, from)).toEqual(['b', 'c', 's']);
  });

  it('writes times so far apart that they can be read', () => {
    for (const framesPerPx of [0.05, 1, 30, 900]) {
      expect(rulerStepFrames(framesPerPx, 30) / framesPerPx).toBeGreaterThanOrEqual(72);
    }
    expect(rulerStepFrames(1 / 100, 30)).toBe(1);
  });
});

describe('snapping', () => {
  it('draws to the nearest edge, marker or the playhead, and to nothing far away', () => {
    const targets = snapFrames(
      { ...project(), markers: [{ id: 'm', frame: 500, name: '', color: 'amber' }] },
      new Set(['a']),
      77,
    );
    expect(targets).toEqual([0, 20, 77, 100, 150, 220, 300, 360, 500]);
    expect(snapBy([146, 196], targets, 1)).toEqual({ by: 4, atFrame: 150 });
    expect(snapBy([495], targets, 1)).toEqual({ by: 5, atFrame: 500 });
    expect(snapBy([180], targets, 1)).toBeNull();
    expect(snapBy([180], targets, 5)).toEqual({ by: -30, atFrame: 150 });
  });
});

/** What a drag did, in order. */
function context(changes: Partial<DragContext> = {}, shown = project()) {
  const done: [string, unknown][] = [];
  let selected: readonly string[] = [];
  let next = 0;
  return {
    done,
    context: {
      project: () => shown,
      rows: () =>
        rowsOf(
          shown,
          shown.tracks.flatMap(({ clips }) => clips).find(({ keyframes }) => keyframes['opacity']),
        ),
      span: () => SPAN,
      tool: () => 'select',
      isSnapping: () => false,
      selectedIds: () => selected,
      playhead: () => 0,
      seek: (frame) => void done.push(['seek', frame]),
      select: (ids) => {
        selected = ids;
        done.push(['select', ids]);
      },
      selectPoint: (point) => void done.push(['point', point]),
      show: (name, args) => {
        done.push([`show ${name}`, args]);
        return edit(shown, name, args, () => `new${(next += 1)}`).project;
      },
      keep: (name, args) => void done.push([name, args]),
      giveUp: () => void done.push(['giveUp', null]),
      ...changes,
    } satisfies DragContext,
  };
}

/** Presses, goes there and lets go. Gives what was drawn on the way. */
function drag(made: DragContext, from: [number, number], to: [number, number], keys = NO_KEYS) {
  const begun = beginDrag(made, { x: from[0], y: from[1] }, keys);
  const marks = begun.move({ x: to[0], y: to[1] });
  begun.end({ x: to[0], y: to[1] });
  return marks;
}

describe('a drag on the timeline', () => {
  it('selects, and moves nothing where it was a click', () => {
    const { context: made, done } = context();
    drag(made, [50, rowY(0)], [51, rowY(0)]);
    expect(done).toEqual([['select', ['a']]]);
  });

  it('leaves a selected clip out by a click with a key held, not by a drag', () => {
    const { context: made, done } = context();
    made.select(['a', 'b']);
    drag(made, [50, rowY(0)], [50, rowY(0)], { ...NO_KEYS, isShift: true });
    expect(done.at(-1)).toEqual(['select', ['b']]);
    made.select(['a', 'b']);
    drag(made, [50, rowY(0)], [90, rowY(0)], { ...NO_KEYS, isShift: true });
    expect(done.at(-1)).toMatchObject(['moveClips', { clipIds: ['a', 'b'] }]);
  });

  it('shows where a clip would be and keeps it once, at its end', () => {
    const { context: made, done } = context();
    const begun = beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS);
    begun.move({ x: 80, y: rowY(0) });
    const marks = begun.move({ x: 90, y: rowY(1) });
    begun.end({ x: 90, y: rowY(1) });
    const args = { clipIds: ['a'], byFrames: 40, byTracks: 1, alone: false };
    expect(done.slice(1)).toEqual([
      ['show moveClips', { ...args, byFrames: 30, byTracks: 0 }],
      ['show moveClips', args],
      ['moveClips', args],
    ]);
    expect(marks.label?.text).toBe('+00:01:10 · 00:00:01:10');
  });

  it('moves on by as much as the timeline was scrolled below the pointer', () => {
    let span = SPAN;
    const { context: made, done } = context({ span: () => span, isSnapping: () => false });
    const begun = beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS);
    begun.move({ x: 80, y: rowY(0) });
    span = { ...SPAN, fromFrame: 500 };
    begun.move({ x: 80, y: rowY(0) });
    begun.end({ x: 80, y: rowY(0) });
    expect(done.at(-1)).toMatchObject(['moveClips', { clipIds: ['a'], byFrames: 530 }]);
  });

  it('makes room with Ctrl', () => {
    const { context: made, done } = context();
    drag(made, [320, rowY(0)], [120, rowY(0)], { ...NO_KEYS, isMod: true });
    expect(done.at(-1)).toMatchObject(['moveClips', { clipIds: ['c'], place: 'insert' }]);
  });

  it('never leads to a track of another kind', () => {
    const { context: made, done } = context();
    beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS).move({ x: 80, y: rowY(2) });
    expect(done.at(-1)).toMatchObject(['show moveClips', { byTracks: 0 }]);
  });

  it('snaps, and says where', () => {
    const { context: made, done } = context({ isSnapping: () => true });
    const marks = beginDrag(made, { x: 320, y: rowY(0) }, NO_KEYS).move({ x: 174, y: rowY(0) });
    expect(done.at(-1)).toMatchObject(['show moveClips', { clipIds: ['c'], byFrames: -150 }]);
    expect(marks.guideFrame).toBe(150);
  });

  it('cuts at once with the razor', () => {
    const { context: made, done } = context({ tool: () => 'razor' });
    beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS);
    expect(done).toEqual([['splitClips', { frame: 50, clipIds: ['a'], alone: false }]]);
  });

  it('selects what a rectangle touches, beside what was selected with a key held', () => {
    const { context: made, done } = context();
    made.select(['a']);
    beginDrag(made, { x: 400, y: rowY(0) }, { ...NO_KEYS, isShift: true }).move({ x: 320, y: rowY(0) });
    expect(done.at(-1)).toEqual(['select', ['a', 'c']]);
  });

  it('moves the playhead on the ruler', () => {
    const { context: made, done } = context();
    beginDrag(made, { x: 50, y: 3 }, NO_KEYS).move({ x: 64, y: 3 });
    expect(done).toEqual([['seek', 64]]);
  });

  it('is given up', () => {
    const { context: made, done } = context();
    const begun = beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS);
    begun.move({ x: 80, y: rowY(0) });
    begun.cancel();
    expect(done.at(-1)).toEqual(['giveUp', null]);
  });
});

describe('a trim', () => {
  const ALONE = { ...NO_KEYS, isAlone: true };
  it.each([
    ['select', NO_KEYS, 'trimClip', { clipId: 'b', edge: 'start', toFrame: 110 }],
    ['select', ALONE, 'trimClip', { edge: 'start', alone: true }],
    ['select', { ...NO_KEYS, isMod: true }, 'trimClip', { clipId: 'b', ripple: true }],
    ['select', { ...NO_KEYS, isShift: true }, 'rollCut', { clipId: 'b', toFrame: 110 }],
    ['ripple', NO_KEYS, 'trimClip', { clipId: 'b', ripple: true }],
    ['roll', NO_KEYS, 'rollCut', { clipId: 'b', toFrame: 110 }],
  ] as const)('of an edge with the tool %s and %j is %s', (tool, keys, name, args) => {
    const { context: made, done } = context({ tool: () => tool });
    drag(made, [102, rowY(0)], [110, rowY(0)], keys);
    expect(done.at(-1)).toMatchObject([name, args]);
  });

  it('rolls by the edge in front of a cut too, and trims where there is no cut', () => {
    const { context: made, done } = context({ tool: () => 'roll' });
    drag(made, [98, rowY(0)], [90, rowY(0)]);
    expect(done.at(-1)).toMatchObject(['rollCut', { clipId: 'b', toFrame: 90 }]);
    drag(made, [358, rowY(0)], [340, rowY(0)]);
    expect(done.at(-1)).toMatchObject(['trimClip', { clipId: 'c', edge: 'end', toFrame: 340 }]);
  });

  it('slips against the hand and slides with it', () => {
    const slip = context({ tool: () => 'slip' });
    drag(slip.context, [50, rowY(0)], [70, rowY(0)]);
    expect(slip.done.at(-1)).toEqual(['slipClip', { clipId: 'a', byFrames: -20, alone: false }]);
    const slide = context({ tool: () => 'slide' });
    const marks = drag(slide.context, [120, rowY(0)], [140, rowY(0)]);
    expect(slide.done.at(-1)).toEqual(['slideClip', { clipId: 'b', byFrames: 20, alone: false }]);
    expect(marks.label?.text).toBe('+00:00:20 · 00:00:04:00');
  });

  it('says by how much and how long the clip is then, as far as it goes', () => {
    const { context: made } = context();
    const marks = drag(made, [358, rowY(0)], [340, rowY(0)]);
    expect(marks.label?.text).toBe('−00:00:20 · 00:00:01:10');
    // No clip is shorter than a frame.
    expect(drag(made, [358, rowY(0)], [10, rowY(0)]).label?.text).toBe('−00:01:29 · 00:00:00:01');
  });
});

/** The y of a place `px` below the top of a track's clips. */
const clipY = (index: number, px: number) => rowY(index) - (index === 2 ? 30 : 32) + 3 + px;

describe('fades and dissolves', () => {
  it('are held where the clip is selected, and stay within it', () => {
    const { context: made, done } = context();
    made.select(['a']);
    drag(made, [7, clipY(0, 5)], [30, clipY(0, 5)]);
    expect(done.at(-1)).toEqual(['setClips', { clipIds: ['a'], values: { fadeInFrames: 30 } }]);
    drag(made, [93, clipY(0, 5)], [-500, clipY(0, 5)]);
    expect(done.at(-1)).toEqual(['setClips', { clipIds: ['a'], values: { fadeOutFrames: 100 } }]);
  });

  it('are no handles on a clip that is not selected', () => {
    const { context: made, done } = context();
    drag(made, [7, clipY(0, 5)], [30, clipY(0, 5)]);
    expect(done.at(-1)).toMatchObject(['moveClips', {}]);
  });

  it('takes a dissolve by its beginning, as long as its clips let it', () => {
    const base = project();
    const dissolved = edit(base, 'setDissolve', { clipId: 'b', frames: 20 }, () => 'x').project;
    const { context: made, done } = context({}, dissolved);
    const marks = drag(made, [80, rowY(0)], [70, rowY(0)]);
    expect(done.at(-1)).toEqual(['setDissolve', { clipId: 'b', frames: 30 }]);
    expect(marks.label?.text).toBe('00:00:01:00');
    drag(made, [80, rowY(0)], [-400, rowY(0)]);
    expect(done.at(-1)).toEqual(['setDissolve', { clipId: 'b', frames: 99 }]);
    drag(made, [80, rowY(0)], [130, rowY(0)]);
    expect(done.at(-1)).toEqual(['setDissolve', { clipId: 'b', frames: 0 }]);
  });
});

describe('curves on the timeline', () => {
  const keyed = () =>
    [0, 50].reduce(
      (made, frame) =>
        edit(made, 'setKeyframe', { clipId: 'a', parameter: 'opacity', frame, value: frame }, () => 'x')
          .project,
      project(),
    );

  it('have a lane below the clip that is open, and rows below it move down', () => {
    const shown = keyed();
    const open = shown.tracks[0]?.clips[0] ?? null;
    const [, video, sound] = rowsOf(shown, open);
    expect(video?.lanes.map(({ parameter }) => parameter)).toEqual(['opacity']);
    expect(sound?.topPx).toBe((video?.topPx ?? 0) + 64 + 44);
  });

  /** Where a value of opacity is drawn in the lane. */
  const laneY = (value: number) => rowY(0) + 32 + 4 + (1 - value / 100) * 36;

  it('move a keyframe in time and value, and choose it', () => {
    const { context: made, done } = context({}, keyed());
    const marks = drag(made, [50, laneY(50)], [60, laneY(75)]);
    const args = { clipId: 'a', parameter: 'opacity', frame: 50, toFrame: 60, value: 75 };
    expect(done.slice(-2)).toEqual([
      ['moveKeyframe', args],
      ['point', { clipId: 'a', parameter: 'opacity', frame: 60 }],
    ]);
    expect(marks.label?.text).toBe('75 · 00:00:02:00');
  });

  it('keep a keyframe behind the one in front of it', () => {
    const { context: made, done } = context({}, keyed());
    drag(made, [50, laneY(50)], [-40, laneY(50)]);
    expect(done.at(-2)).toMatchObject(['moveKeyframe', { frame: 50, toFrame: 1, value: 50 }]);
  });

  it('get a keyframe where their line is pressed, and none beside it', () => {
    const { context: made, done } = context({}, keyed());
    drag(made, [25, laneY(25)], [25, laneY(25)]);
    expect(done.at(-2)).toMatchObject(['setKeyframe', { parameter: 'opacity', frame: 25, value: 25 }]);
    const before = done.length;
    drag(made, [25, laneY(80)], [25, laneY(80)]);
    expect(done.slice(before).map(([name]) => name)).toEqual(['select']);
  });

  it('draw the gain on a selected clip of sound', () => {
    const { context: made, done } = context();
    made.select(['s']);
    // 0 dB of −48 to 12 on 38 px, with 4 px free above and below.
    const y = clipY(2, 16 + 4 + (12 / 60) * 30);
    drag(made, [100, y], [100, y + 10]);
    expect(done.at(-2)).toEqual([
      'setClips',
      { clipIds: ['s'], values: { envelope: [{ frame: 80, gainDb: -20 }] } },
    ]);
  });
});

describe('what of the timeline is shown', () => {
  it('is all at first, and the frame under the pointer stays where it is when it zooms', () => {
    const view = createTimelineView();
    view.setSize(1000, 9000);
    const all = view.read();
    expect(xOf(all, 9000)).toBeLessThan(1000);
    const before = all.fromFrame + 300 * all.framesPerPx;
    view.zoom(8, 300);
    const near = view.read();
    expect(near.framesPerPx).toBeCloseTo(all.framesPerPx / 8);
    expect(near.fromFrame + 300 * near.framesPerPx).toBeCloseTo(before);
  });

  it('stays within the project, however far it is moved or zoomed', () => {
    const view = createTimelineView();
    view.setSize(1000, 9000);
    view.zoom(1e9, 500);
    expect(view.read().framesPerPx).toBeGreaterThan(0.04);
    view.pan(-1e9);
    expect(view.read().fromFrame).toBe(0);
    view.pan(1e9);
    expect(view.read().fromFrame).toBeLessThan(9000 * 1.15);
    view.zoom(1e-9, 0);
    expect(xOf(view.read(), 9000)).toBeGreaterThan(500);
  });

  it('turns a page for the playhead', () => {
    const view = createTimelineView();
    view.setSize(1000, 9000);
    view.zoom(100, 0);
    view.follow(4000);
    expect(view.read().fromFrame).toBe(4000);
    view.follow(4010);
    expect(view.read().fromFrame).toBe(4000);
  });
});
