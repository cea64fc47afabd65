import { z } from 'zod';
import { withoutUndefined } from '../../withoutUndefined.ts';
import { createTrack, TRACK_NAMES } from '../create.ts';
import { idSchema, trackSchema, type Project, type Track } from '../document.ts';
import { refuse } from '../refusal.ts';
import { findTrack } from '../timeline.ts';
import { operation } from './operation.ts';

const trackId = idSchema;

/** Tracks as document 2, sections 4 and 5, has them. */
export const TRACK_OPERATIONS = {
  addTrack: operation(z.strictObject({ kind: trackSchema.shape.kind }), (project, { kind }, makeId) =>
    insertTrack(project, createTrack(kind, makeId(), numberedName(project, kind)), project.tracks.length),
  ),

  /** The last one stays. */
  deleteTrack: operation(z.strictObject({ trackId }), (project, args) => {
    const { id } = unlockedTrack(project, args.trackId);
    if (project.tracks.length === 1) refuse('lastTrack', 'A project has at least one track.');
    return { ...project, tracks: project.tracks.filter((track) => track.id !== id) };
  }),

  duplicateTrack: operation(z.strictObject({ trackId }), (project, args, makeId) => {
    const track = findTrack(project, args.trackId);
    const clips = track.clips.map((clip) => ({ ...clip, id: makeId(), linkId: null }));
    const name = `${track.name.slice(0, 190)} copy`;
    return insertTrack(project, { ...track, id: makeId(), name, clips }, project.tracks.indexOf(track) + 1);
  }),

  /** A blank name falls back to that of its kind. */
  renameTrack: operation(z.strictObject({ trackId, name: z.string().max(200) }), (project, args) => {
    const track = findTrack(project, args.trackId);
    return setTrack(project, track, { name: args.name.trim() || TRACK_NAMES[track.kind] });
  }),

  moveTrack: operation(z.strictObject({ trackId, toIndex: z.int().min(0) }), (project, args) => {
    const track = findTrack(project, args.trackId);
    const others = project.tracks.filter(({ id }) => id !== track.id);
    const tracks = [...others.slice(0, args.toIndex), track, ...others.slice(args.toIndex)];
    return tracks.every((one, index) => one === project.tracks[index]) ? project : { ...project, tracks };
  }),

  /** Muting, soloing, locking, hiding, volume, pan and the strip's chain. */
  setTrack: operation(
    z.strictObject({
      trackId,
      values: trackSchema.omit({ id: true, kind: true, name: true, clips: true }).partial(),
    }),
    (project, args) => setTrack(project, findTrack(project, args.trackId), withoutUndefined(args.values)),
  ),
};

/** `Video Track 4`: one more than the highest number, and than the tracks that there are. */
export function numberedName({ tracks }: Project, kind: Track['kind']): string {
  const numbers = tracks.map(({ name }) => Number(/ (\d{1,6})$/.exec(name)?.[1] ?? 0));
  return `${TRACK_NAMES[kind]} ${Math.max(tracks.length, ...numbers) + 1}`;
}

export function insertTrack(project: Project, track: Track, index: number): Project {
  if (project.tracks.length >= 200) refuse('tooMany', 'A project has at most 200 tracks.');
  return { ...project, tracks: [...project.tracks.slice(0, index), track, ...project.tracks.slice(index)] };
}

export function unlockedTrack(project: Project, id: string): Track {
  const track = findTrack(project, id);
  return track.isLocked ? refuse('trackLocked', `${track.name} is locked.`) : track;
}

function setTrack(project: Project, track: Track, values: Partial<Track>): Project {
  const isSame = Object.entries(values).every(([key, value]) => track[key as keyof Track] === value);
  if (isSame) return project;
  return { ...project, tracks: project.tracks.map((one) => (one === track ? { ...track, ...values } : one)) };
}
