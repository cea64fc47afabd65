import { describe, expect, it } from 'vitest';
import { createClip, createProject } from '../../../../src-shared/domain/edit/create.ts';
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
import { beginDrag, type DragContext } from './timelineDrag.ts';
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
const NO_KEYS = { isAdding: false, isAlone: false };

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
function context(changes: Partial<DragContext> = {}) {
  const done: [string, unknown][] = [];
  const shown = project();
  const note = (what: string) => (args: unknown) => void done.push([what, args]);
  let selected: readonly string[] = [];
  return {
    done,
    context: {
      project: () => shown,
      span: () => SPAN,
      tool: () => 'select',
      isSnapping: () => false,
      selectedIds: () => selected,
      playhead: () => 0,
      seek: note('seek'),
      select: (ids: readonly string[]) => {
        selected = ids;
        done.push(['select', ids]);
      },
      split: note('split'),
      move: (args: unknown, isEnd: boolean) => void done.push([isEnd ? 'moved' : 'move', args]),
      trim: (args: unknown, isEnd: boolean) => void done.push([isEnd ? 'trimmed' : 'trim', args]),
      giveUp: () => void done.push(['giveUp', null]),
      ...changes,
    } satisfies DragContext,
  };
}

describe('a drag on the timeline', () => {
  it('selects, and moves nothing where it was a click', () => {
    const { context: made, done } = context();
    const drag = beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS);
    drag.move({ x: 51, y: rowY(0) });
    drag.end({ x: 51, y: rowY(0) });
    expect(done).toEqual([['select', ['a']]]);
  });

  it('shows where a clip would be and keeps it once, at its end', () => {
    const { context: made, done } = context();
    const drag = beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS);
    drag.move({ x: 80, y: rowY(0) });
    drag.move({ x: 90, y: rowY(1) });
    drag.end({ x: 90, y: rowY(1) });
    const args = { clipIds: ['a'], byFrames: 40, byTracks: 1, alone: false };
    expect(done.slice(1)).toEqual([
      ['move', { ...args, byFrames: 30, byTracks: 0 }],
      ['move', args],
      ['moved', args],
    ]);
  });

  it('never leads to a track of another kind', () => {
    const { context: made, done } = context();
    beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS).move({ x: 80, y: rowY(2) });
    expect(done.at(-1)).toMatchObject(['move', { byTracks: 0 }]);
  });

  it('snaps, and says where', () => {
    const { context: made, done } = context({ isSnapping: () => true });
    const marks = beginDrag(made, { x: 320, y: rowY(0) }, NO_KEYS).move({ x: 174, y: rowY(0) });
    expect(done.at(-1)).toMatchObject(['move', { clipIds: ['c'], byFrames: -150 }]);
    expect(marks.guideFrame).toBe(150);
  });

  it('trims an edge', () => {
    const { context: made, done } = context();
    const drag = beginDrag(made, { x: 358, y: rowY(0) }, { isAdding: false, isAlone: true });
    drag.move({ x: 340, y: rowY(0) });
    drag.end({ x: 340, y: rowY(0) });
    expect(done.at(-1)).toEqual(['trimmed', { clipId: 'c', edge: 'end', toFrame: 340, alone: true }]);
  });

  it('cuts at once with the razor', () => {
    const { context: made, done } = context({ tool: () => 'razor' });
    beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS);
    expect(done).toEqual([['split', { frame: 50, clipIds: ['a'], alone: false }]]);
  });

  it('selects what a rectangle touches, beside what was selected with a key held', () => {
    const { context: made, done } = context();
    made.select(['a']);
    beginDrag(made, { x: 400, y: rowY(0) }, { isAdding: true, isAlone: false }).move({ x: 320, y: rowY(0) });
    expect(done.at(-1)).toEqual(['select', ['a', 'c']]);
  });

  it('moves the playhead on the ruler', () => {
    const { context: made, done } = context();
    beginDrag(made, { x: 50, y: 3 }, NO_KEYS).move({ x: 64, y: 3 });
    expect(done).toEqual([['seek', 64]]);
  });

  it('is given up', () => {
    const { context: made, done } = context();
    const drag = beginDrag(made, { x: 50, y: rowY(0) }, NO_KEYS);
    drag.move({ x: 80, y: rowY(0) });
    drag.cancel();
    expect(done.at(-1)).toEqual(['giveUp', null]);
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
