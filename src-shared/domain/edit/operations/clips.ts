import { z } from 'zod';
import { withoutUndefined } from '../../withoutUndefined.ts';
import { createClip, DUPLICATE_OFFSET_SEC, NEW_CLIP_SEC, type MakeId } from '../create.ts';
import {
  clipSchema,
  endFrameOf,
  framesOf,
  idSchema,
  MAX_FRAME,
  mediaOf,
  mediaSchema,
  trackSchema,
  type Clip,
  type Media,
  type Project,
  type Track,
} from '../document.ts';
import { refuse } from '../refusal.ts';
import {
  createCutter,
  editClips,
  editTracks,
  findClip,
  findTrack,
  firstFree,
  insertGap,
  mergeRanges,
  rippleDelete,
  rippleScope,
  settle,
  withLinked,
} from '../timeline.ts';
import { operation } from './operation.ts';
import { unlockedTrack } from './tracks.ts';

/** At least one, and the same clip once. */
export const clipIdsSchema = z.array(idSchema).min(1).max(20_000);
export const frameSchema = z.int().min(0).max(MAX_FRAME);
/** Linked clips follow, unless the edit is of the chosen ones alone. */
export const aloneSchema = z.boolean().default(false);

/**
 * Where there is something already: `overwrite` cuts it away, `insert` makes room on all tracks, `free` takes the next
 * place where nothing is.
 */
export const PLACES = ['overwrite', 'insert', 'free'] as const;
export const placeSchema = z.enum(PLACES);
export type Place = z.infer<typeof placeSchema>;

export const CLIP_OPERATIONS = {
  /** As long as its media, else 30 s. */
  addClip: operation(
    z.strictObject({
      trackId: idSchema,
      frame: frameSchema,
      mediaId: idSchema.nullable().default(null),
      generator: clipSchema.shape.generator.default(null),
      name: z.string().trim().max(200).default(''),
      lengthFrames: clipSchema.shape.lengthFrames.optional(),
      sourceStartTicks: clipSchema.shape.sourceStartTicks.default(0),
      sourceTicksPerSec: clipSchema.shape.sourceTicksPerSec.default(48_000),
      place: placeSchema.default('free'),
    }),
    (project, { trackId, frame, name, lengthFrames, place, ...source }, makeId) => {
      const track = unlockedTrack(project, trackId);
      const media = mediaOf(project, source);
      if (source.mediaId !== null && !media) refuse('notFound', `There is no media ${source.mediaId}.`);
      const isHeardOrSeen = track.kind === 'audio' ? !media || media.sound : !media || media.kind !== 'audio';
      if (!isHeardOrSeen || (track.kind === 'audio' && source.generator)) {
        refuse('wrongTrack', `${media?.name ?? 'This clip'} does not fit on ${track.name}.`);
      }
      const startSec = source.sourceStartTicks / source.sourceTicksPerSec;
      const mediaFrames =
        media && media.kind !== 'image' ? framesOf(project, media.durationSec - startSec) : 0;
      const clip = createClip({
        ...source,
        id: makeId(),
        name: name || media?.name || 'Clip',
        startFrame: frame,
        lengthFrames: lengthFrames ?? (mediaFrames > 0 ? mediaFrames : framesOf(project, NEW_CLIP_SEC)),
      });
      return placeClips(project, [{ trackId, clip }], place, makeId);
    },
  ),

  deleteClips: operation(
    z.strictObject({ clipIds: clipIdsSchema, ripple: z.boolean().default(false), alone: aloneSchema }),
    (project, { clipIds, ripple, alone }, makeId) => {
      const ids = withLinked(project, clipIds, alone);
      const chosen = chosenClips(project, ids);
      const ranges = chosen.map(({ clip }) => rangeOf(clip));
      const first = Math.min(...ranges.map(({ from }) => from));
      const scope = rippleScope(
        project,
        chosen.map(({ track }) => track.id),
        first,
      );
      const without = withoutClips(project, ids);
      return ripple ? rippleDelete(without, ranges, makeId, scope) : without;
    },
  ),

  /** A blank name is ignored. */
  renameClip: operation(z.strictObject({ clipId: idSchema, name: z.string().max(200) }), (project, args) => {
    const { clip } = findClip(project, args.clipId);
    const name = args.name.trim();
    if (!name || name === clip.name) return project;
    return editClips(project, new Set([clip.id]), (one) => ({ ...one, name }));
  }),

  /** Right after itself, 1 s later; where that is not free, further on. */
  duplicateClips: operation(
    z.strictObject({ clipIds: clipIdsSchema, alone: aloneSchema }),
    (project, args, makeId) => {
      const chosen = chosenClips(project, withLinked(project, args.clipIds, args.alone));
      const start = Math.min(...chosen.map(({ clip }) => clip.startFrame));
      const end = Math.max(...chosen.map(({ clip }) => endFrameOf(clip)));
      const by = end - start + framesOf(project, DUPLICATE_OFFSET_SEC);
      const copies = copyClips(chosen, by, makeId);
      return placeClips(project, copies, 'free', makeId);
    },
  ),

  /** By the razor: at a frame, the given clips and those linked to them; without any, all that lie there. */
  splitClips: operation(
    z.strictObject({ frame: frameSchema, clipIds: clipIdsSchema.optional(), alone: aloneSchema }),
    (project, { frame, clipIds, alone }, makeId) => {
      const ids = clipIds && withLinked(project, clipIds, alone);
      const cut = createCutter(project, makeId);
      return editTracks(project, ({ clips, isLocked }) => {
        const isCut = (clip: Clip) =>
          (ids ? ids.has(clip.id) : !isLocked) && clip.startFrame < frame && endFrameOf(clip) > frame;
        return clips.some(isCut) ? cut(clips, [{ from: frame, to: frame }], false) : clips;
      });
    },
  ),

  /** Along the timeline, and by tracks of the same kind; never before its beginning. */
  moveClips: operation(
    z.strictObject({
      clipIds: clipIdsSchema,
      byFrames: z.int().min(-MAX_FRAME).max(MAX_FRAME),
      byTracks: z.int().min(-200).max(200).default(0),
      place: placeSchema.default('overwrite'),
      alone: aloneSchema,
    }),
    (project, { clipIds, byFrames, byTracks, place, alone }, makeId) => {
      const picked = new Set(clipIds);
      const ids = withLinked(project, clipIds, alone);
      const chosen = chosenClips(project, ids);
      const by = Math.max(byFrames, -Math.min(...chosen.map(({ clip }) => clip.startFrame)));
      if (by === 0 && byTracks === 0) return project;
      const moved = chosen.map(({ track, clip }) => ({
        trackId: picked.has(clip.id) ? trackBeside(project, track, byTracks).id : track.id,
        // Alone it is no longer where the others of its take are.
        clip: { ...clip, startFrame: clip.startFrame + by, linkId: alone && by !== 0 ? null : clip.linkId },
      }));
      return placeClips(withoutClips(project, ids), keepDissolves(moved), place, makeId);
    },
  ),

  /** Values that are set as they are. */
  setClips: operation(
    z.strictObject({
      clipIds: clipIdsSchema,
      values: clipSchema
        .pick({
          generator: true,
          color: true,
          transform: true,
          opacity: true,
          fadeInFrames: true,
          fadeOutFrames: true,
          isSoundOn: true,
          speedSound: true,
          gainDb: true,
          envelope: true,
          colour: true,
          greenScreen: true,
          lutId: true,
        })
        .partial(),
    }),
    (project, { clipIds, values }) => {
      const { lutId } = values;
      if (typeof lutId === 'string' && !Object.hasOwn(project.luts, lutId))
        refuse('notFound', `There is no LUT ${lutId}.`);
      return editClips(project, withLinked(project, clipIds, true), (clip) => {
        const changed = { ...clip, ...withoutUndefined(values) };
        return {
          ...changed,
          envelope: [...changed.envelope].sort((one, other) => one.frame - other.frame),
          fadeInFrames: Math.min(changed.fadeInFrames, clip.lengthFrames),
          fadeOutFrames: Math.min(changed.fadeOutFrames, clip.lengthFrames),
        };
      });
    },
  ),

  pasteClips: operation(
    z.strictObject({
      frame: frameSchema,
      clips: z
        .array(z.strictObject({ trackId: idSchema, kind: trackSchema.shape.kind, clip: clipSchema }))
        .min(1)
        .max(20_000),
      media: z.array(mediaSchema).max(20_000),
      place: placeSchema.default('overwrite'),
    }),
    (project, { frame, clips, media, place }, makeId) => {
      const start = Math.min(...clips.map(({ clip }) => clip.startFrame));
      const known: Record<string, Media> = Object.fromEntries(media.map((one) => [one.id, one]));
      const withMedia = { ...project, media: { ...known, ...project.media } };
      const targets = clips.map(({ trackId, kind, clip }) => ({
        track:
          project.tracks.find((track) => track.id === trackId && track.kind === kind) ??
          firstOfKind(project, kind),
        clip: Object.hasOwn(project.luts, clip.lutId ?? '') ? clip : { ...clip, lutId: null },
      }));
      const copies = copyClips(targets, frame - start, makeId);
      return placeClips(withMedia, keepDissolves(copies), place, makeId);
    },
  ),

  /** The sound of video clips becomes a clip of its own on an audio track, linked to them. */
  detachSound: operation(z.strictObject({ clipIds: clipIdsSchema }), (project, { clipIds }, makeId) => {
    const ids = withLinked(project, clipIds, true);
    const chosen = chosenClips(project, ids).filter(
      ({ track, clip }) => track.kind === 'video' && clip.isSoundOn && mediaOf(project, clip)?.sound,
    );
    if (chosen.length === 0) return project;
    return chosen.reduce((edited, { clip }) => {
      const linkId = clip.linkId ?? makeId();
      const silent = editClips(edited, new Set([clip.id]), (one) => ({ ...one, linkId, isSoundOn: false }));
      const sound = { ...clip, id: makeId(), linkId, dissolveInFrames: 0, effects: [], keyframes: {} };
      const isFree = ({ id }: Track) => firstFree(silent, [{ trackId: id, ...sound }]) === 0;
      const track = silent.tracks.find((one) => one.kind === 'audio' && !one.isLocked && isFree(one));
      if (!track) return refuse('wrongTrack', 'No audio track is free there.');
      return placeClips(silent, [{ trackId: track.id, clip: sound }], 'overwrite', makeId);
    }, project);
  }),
};

/** What a copy keeps, for `pasteClips`: the clips with their tracks, and the media that they show. */
export function copyOf(project: Project, clipIds: readonly string[]) {
  const clips = chosenClips(project, withLinked(project, clipIds)).map(({ track, clip }) => ({
    trackId: track.id,
    kind: track.kind,
    clip,
  }));
  const media = [...new Set(clips.map(({ clip }) => mediaOf(project, clip)).filter((one) => one !== null))];
  return { clips, media };
}

export interface Placed {
  trackId: string;
  clip: Clip;
}

export function placeClips(
  project: Project,
  placed: readonly Placed[],
  place: Place,
  makeId: MakeId,
): Project {
  const pieces = placed.map(({ trackId, clip }) => ({ ...clip, trackId }));
  const by = place === 'free' ? firstFree(project, pieces) : 0;
  const start = Math.min(...placed.map(({ clip }) => clip.startFrame));
  const end = Math.max(...placed.map(({ clip }) => endFrameOf(clip)));
  const roomy =
    place === 'insert' ? insertGap(project, { frame: start, frames: end - start }, makeId) : project;
  const cut = createCutter(roomy, makeId);
  return editTracks(roomy, (track) => {
    const own = placed.filter(({ trackId }) => trackId === track.id).map(({ clip }) => clip);
    if (own.length === 0) return track.clips;
    const moved = by === 0 ? own : own.map((clip) => ({ ...clip, startFrame: clip.startFrame + by }));
    return settle([...cut(track.clips, mergeRanges(moved.map(rangeOf)), false), ...moved]);
  });
}

const withoutClips = (project: Project, ids: ReadonlySet<string>): Project =>
  editTracks(project, ({ clips }) =>
    clips.some(({ id }) => ids.has(id)) ? clips.filter(({ id }) => !ids.has(id)) : clips,
  );

const rangeOf = (clip: Clip) => ({ from: clip.startFrame, to: endFrameOf(clip) });

export const chosenClips = ({ tracks }: Project, ids: ReadonlySet<string>): { track: Track; clip: Clip }[] =>
  tracks.flatMap((track) => track.clips.filter(({ id }) => ids.has(id)).map((clip) => ({ track, clip })));

/** With ids of their own, links among themselves, moved by frames. */
function copyClips(chosen: readonly { track: Track; clip: Clip }[], by: number, makeId: MakeId): Placed[] {
  const links = new Map<string, string>();
  return chosen.map(({ track, clip }) => {
    const linkId = clip.linkId === null ? null : (links.get(clip.linkId) ?? makeId());
    if (clip.linkId !== null && linkId !== null) links.set(clip.linkId, linkId);
    return { trackId: track.id, clip: { ...clip, id: makeId(), linkId, startFrame: clip.startFrame + by } };
  });
}

/** A dissolve stays where both of its clips are moved; else its clip begins as any other. */
function keepDissolves(placed: readonly Placed[]): Placed[] {
  return placed.map(({ trackId, clip }) => {
    const edge = clip.startFrame + clip.dissolveInFrames;
    const hasLeft = placed.some(
      (other) => other.trackId === trackId && other.clip !== clip && endFrameOf(other.clip) === edge,
    );
    return { trackId, clip: hasLeft ? clip : { ...clip, dissolveInFrames: 0 } };
  });
}

function trackBeside(project: Project, track: Track, byTracks: number): Track {
  const other = project.tracks[project.tracks.indexOf(track) + byTracks];
  if (other?.kind !== track.kind) return refuse('wrongTrack', `There is no ${track.kind} track there.`);
  return findTrack(project, other.id);
}

const firstOfKind = ({ tracks }: Project, kind: Track['kind']): Track =>
  tracks.find((track) => track.kind === kind && !track.isLocked) ??
  refuse('wrongTrack', `There is no ${kind} track.`);
