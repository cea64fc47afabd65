import { z } from 'zod';
import { createClip, createTrack, type MakeId } from '../create.ts';
import {
  framesOf,
  idSchema,
  mediaSchema,
  nameSchema,
  projectSchema,
  type Media,
  type Project,
} from '../document.ts';
import { refuse } from '../refusal.ts';
import { sourceAfter, ticksOfRate } from '../time.ts';
import { editTracks, firstFree } from '../timeline.ts';
import { frameSchema, placeClips, placeSchema, type Placed } from './clips.ts';
import { operation } from './operation.ts';
import { insertTrack, numberedName } from './tracks.ts';

const MAX_MEDIA = 5000;

/** The project itself, its media and its loudness. */
export const MEDIA_OPERATIONS = {
  renameProject: operation(z.strictObject({ name: z.string().max(200) }), (project, args) => {
    const name = args.name.trim();
    return name && name !== project.name ? { ...project, name: nameSchema.parse(name) } : project;
  }),

  setCanvas: operation(z.strictObject({ canvas: projectSchema.shape.canvas }), (project, { canvas }) => ({
    ...project,
    canvas,
  })),

  /** Only of a project without clips: their frames are counted in it. */
  setRate: operation(z.strictObject({ rate: projectSchema.shape.rate }), (project, { rate }) => {
    if (project.tracks.some(({ clips }) => clips.length > 0))
      refuse('inUse', 'The project has clips at its rate.');
    return { ...project, rate };
  }),

  /** One that is there already is replaced, such as a file that was found again. */
  addMedia: operation(
    z.strictObject({ media: z.array(mediaSchema).min(1).max(MAX_MEDIA) }),
    (project, args) => {
      const media = { ...project.media, ...Object.fromEntries(args.media.map((one) => [one.id, one])) };
      if (Object.keys(media).length > MAX_MEDIA)
        refuse('tooMany', `A project has at most ${MAX_MEDIA} media.`);
      return { ...project, media };
    },
  ),

  /** With `clips` its clips too; else refused as long as it has any. */
  deleteMedia: operation(
    z.strictObject({ mediaId: idSchema, clips: z.boolean().default(false) }),
    (project, { mediaId, clips: isForced }) => {
      if (!Object.hasOwn(project.media, mediaId)) return refuse('notFound', `There is no media ${mediaId}.`);
      const isUsed = project.tracks.some(({ clips }) => clips.some((clip) => clip.mediaId === mediaId));
      if (isUsed && !isForced) refuse('inUse', 'Clips on the timeline show this media.');
      const { [mediaId]: _gone, ...media } = project.media;
      const without = editTracks(project, ({ clips }) =>
        clips.some((clip) => clip.mediaId === mediaId)
          ? clips.filter((clip) => clip.mediaId !== mediaId)
          : clips,
      );
      return { ...without, media };
    },
  ),

  /** All tracks of a take at once, each on a track of its own, in sync and linked. */
  insertTake: operation(
    z.strictObject({
      mediaIds: z.array(idSchema).min(1).max(200),
      frame: frameSchema,
      place: placeSchema.default('free'),
    }),
    (project, { mediaIds, frame, place }, makeId) => {
      const linkId = makeId();
      const pieces = mediaIds.map((id) => {
        const media = Object.hasOwn(project.media, id) ? project.media[id] : undefined;
        return takeClip(
          project,
          media ?? refuse('notFound', `There is no media ${id}.`),
          frame,
          linkId,
          makeId,
        );
      });
      const { edited, placed } = pieces.reduce(onFreeTrack(place, makeId), { edited: project, placed: [] });
      return placeClips(edited, placed, place, makeId);
    },
  ),

  /** One click to −16 LUFS and −1 dBTP, by what was measured of the sound as it is now. */
  normalizeLoudness: operation(
    z.strictObject({ measuredLufs: z.number().min(-70).max(10) }),
    (project, { measuredLufs }) => {
      const wanted = project.master.gainDb + LOUDNESS_TARGET.lufs - measuredLufs;
      const gainDb = Math.round(Math.max(-60, Math.min(24, wanted)) * 100) / 100;
      return { ...project, master: { gainDb, ceilingDbtp: LOUDNESS_TARGET.dbtp } };
    },
  ),

  setMaster: operation(z.strictObject({ master: projectSchema.shape.master }), (project, { master }) => ({
    ...project,
    master,
  })),
};

/** What podcasts are delivered at. */
export const LOUDNESS_TARGET = { lufs: -16, dbtp: -1 } as const;

/**
 * The clip of one track of a take that begins at `frame`. The track itself may begin within a frame: the clip then
 * begins with the next one, that much later in the source.
 */
function takeClip(project: Project, media: Media, frame: number, linkId: string, makeId: MakeId) {
  const { rate } = project;
  const ticksPerSec = ticksOfRate(rate);
  const lateTicks = Math.round(media.startSec * ticksPerSec);
  const lateFrames = Math.ceil((lateTicks * rate.num) / (ticksPerSec * rate.den));
  const start = { sourceStartTicks: 0, sourceTicksPerSec: ticksPerSec, speed: { num: 1, den: 1 } };
  const source = sourceAfter(start, lateFrames, rate);
  if (!source) return refuse('noMoreSource', `${media.name} is empty.`);
  const sourceStartTicks = Math.max(0, source.sourceStartTicks - lateTicks);
  const clip = createClip({
    id: makeId(),
    mediaId: media.id,
    name: media.name,
    startFrame: frame + lateFrames,
    lengthFrames: Math.max(1, framesOf(project, media.durationSec - sourceStartTicks / ticksPerSec)),
    sourceStartTicks,
    sourceTicksPerSec: ticksPerSec,
    linkId,
  });
  return { kind: media.video ? ('video' as const) : ('audio' as const), clip };
}

/** Gives a piece the first track of its kind that no other piece has; makes one, where there is none. */
function onFreeTrack(place: z.infer<typeof placeSchema>, makeId: MakeId) {
  type Edited = { edited: Project; placed: Placed[] };
  return ({ edited, placed }: Edited, { kind, clip }: ReturnType<typeof takeClip>): Edited => {
    const track = edited.tracks.find(({ id, kind: trackKind, isLocked }) => {
      if (trackKind !== kind || isLocked || placed.some(({ trackId }) => trackId === id)) return false;
      return place !== 'free' || firstFree(edited, [{ ...clip, trackId: id }]) === 0;
    });
    if (track) return { edited, placed: [...placed, { trackId: track.id, clip }] };
    const made = createTrack(kind, makeId(), numberedName(edited, kind));
    return {
      edited: insertTrack(edited, made, edited.tracks.length),
      placed: [...placed, { trackId: made.id, clip }],
    };
  };
}
