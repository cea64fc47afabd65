import { z } from 'zod';
import { createMarker } from '../create.ts';
import { endFrameOf, idSchema, MAX_FRAME, projectSchema, type Marker, type Project } from '../document.ts';
import { sortMarkers } from '../patches.ts';
import { refuse } from '../refusal.ts';
import { insertGap, mergeRanges, rippleDelete, createCutter, editTracks } from '../timeline.ts';
import { frameSchema } from './clips.ts';
import { operation } from './operation.ts';

const markerShape = projectSchema.shape.markers.element.shape;
export const rangesSchema = z
  .array(
    z
      .strictObject({ from: frameSchema, to: frameSchema })
      .refine(({ from, to }) => to > from, 'A range ends behind its start.'),
  )
  .min(1)
  .max(20_000);
const trackIds = z.array(idSchema).min(1).max(200).optional();

/** Ranges of time, markers, in and out point. */
export const MARK_OPERATIONS = {
  /** Takes ranges out of all tracks at once, or of those given, and closes the gaps; refused whole where one is locked. */
  rippleDelete: operation(z.strictObject({ ranges: rangesSchema, trackIds }), (project, args, makeId) => {
    return rippleDelete(project, args.ranges, makeId, args.trackIds ? new Set(args.trackIds) : null);
  }),

  /** Takes ranges out and leaves the gaps. */
  liftRanges: operation(z.strictObject({ ranges: rangesSchema, trackIds }), (project, args, makeId) => {
    const chosen = args.trackIds && new Set(args.trackIds);
    const cut = createCutter(project, makeId);
    const ranges = mergeRanges(args.ranges);
    return editTracks(project, ({ id, clips }) =>
      (chosen?.has(id) ?? true) ? cut(clips, ranges, false) : clips,
    );
  }),

  insertGap: operation(
    z.strictObject({ frame: frameSchema, lengthFrames: z.int().min(1).max(MAX_FRAME) }),
    (project, { frame, lengthFrames }, makeId) => insertGap(project, { frame, frames: lengthFrames }, makeId),
  ),

  /** Takes a range out and puts it elsewhere, on all tracks: sentences change places. */
  moveRange: operation(
    z.strictObject({ from: frameSchema, to: frameSchema, toFrame: frameSchema }),
    (project, args, makeId) => {
      const { from, to, toFrame } = args;
      if (to <= from || (toFrame >= from && toFrame <= to)) return project;
      // It changes places with what lies between the two.
      const [start, middle, end] = toFrame > to ? [from, to, toFrame] : [toFrame, from, to];
      const moved = (frame: number) => {
        if (frame < start || frame >= end) return frame;
        return frame < middle ? frame + (end - middle) : frame - (middle - start);
      };
      const cut = createCutter(project, makeId);
      const cuts = [start, middle, end].map((frame) => ({ from: frame, to: frame }));
      const edited = editTracks(project, ({ clips }) => {
        if (clips.every((clip) => endFrameOf(clip) <= start)) return clips;
        return cut(clips, cuts, false).map((clip) => {
          const startFrame = moved(clip.startFrame);
          return startFrame === clip.startFrame ? clip : { ...clip, startFrame };
        });
      });
      const markers = project.markers.map((marker) => ({ ...marker, frame: moved(marker.frame) }));
      return { ...edited, markers: sortMarkers(markers) };
    },
  ),

  addMarker: operation(
    z.strictObject({ frame: frameSchema, name: markerShape.name.default('') }),
    (project, { frame, name }, makeId) =>
      withMarkers(project, [...project.markers, createMarker(makeId(), frame, name)]),
  ),

  /** Chapters of a talk, all at once. */
  addMarkers: operation(
    z.strictObject({
      markers: z
        .array(z.strictObject({ frame: frameSchema, name: markerShape.name }))
        .min(1)
        .max(10_000),
    }),
    (project, { markers }, makeId) =>
      withMarkers(project, [
        ...project.markers,
        ...markers.map(({ frame, name }) => createMarker(makeId(), frame, name)),
      ]),
  ),

  setMarker: operation(
    z.strictObject({
      markerId: idSchema,
      frame: frameSchema.optional(),
      name: markerShape.name.optional(),
      color: markerShape.color.optional(),
    }),
    (project, { markerId, frame, name, color }) => {
      const marker = findMarker(project, markerId);
      const changed = {
        ...marker,
        frame: frame ?? marker.frame,
        name: name ?? marker.name,
        color: color ?? marker.color,
      };
      return withMarkers(
        project,
        project.markers.map((one) => (one === marker ? changed : one)),
      );
    },
  ),

  deleteMarker: operation(z.strictObject({ markerId: idSchema }), (project, { markerId }) => {
    const marker = findMarker(project, markerId);
    return { ...project, markers: project.markers.filter((one) => one !== marker) };
  }),

  /** In and out point; null takes one away. One behind the other takes that one away. */
  setRange: operation(
    z.strictObject({
      inFrame: frameSchema.nullable().optional(),
      outFrame: frameSchema.nullable().optional(),
    }),
    (project, args) => {
      let { inFrame = project.inFrame, outFrame = project.outFrame } = args;
      if (inFrame !== null && outFrame !== null && outFrame <= inFrame) {
        if (args.inFrame === undefined) inFrame = null;
        else outFrame = null;
      }
      const isSame = inFrame === project.inFrame && outFrame === project.outFrame;
      return isSame ? project : { ...project, inFrame, outFrame };
    },
  ),
};

function findMarker({ markers }: Project, markerId: string): Marker {
  return markers.find(({ id }) => id === markerId) ?? refuse('notFound', `There is no marker ${markerId}.`);
}

function withMarkers(project: Project, markers: readonly Marker[]): Project {
  if (markers.length > 10_000) refuse('tooMany', 'A project has at most 10,000 markers.');
  return { ...project, markers: sortMarkers(markers) };
}
