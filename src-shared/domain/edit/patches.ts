import { z } from 'zod';
import { withoutUndefined } from '../withoutUndefined.ts';
import {
  clipSchema,
  idSchema,
  lutSchema,
  mediaSchema,
  projectSchema,
  trackSchema,
  type Clip,
  type Marker,
  type Project,
  type Track,
} from './document.ts';

/**
 * What an edit has changed, by the ids of things: one way, small enough for a line of a journal. Clips that only moved
 * together are one `shift`, so that a ripple over thousands of clips stays one patch.
 */
const frameFields = projectSchema.omit({ media: true, luts: true, markers: true, tracks: true });
const trackFields = trackSchema.omit({ clips: true });

export const patchSchema = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('project'), values: frameFields.partial() }),
  z.strictObject({ on: z.literal('media'), id: idSchema, value: mediaSchema.nullable() }),
  z.strictObject({ on: z.literal('lut'), id: idSchema, value: lutSchema.nullable() }),
  z.strictObject({
    on: z.literal('marker'),
    id: idSchema,
    value: projectSchema.shape.markers.element.nullable(),
  }),
  /** All tracks in their order; one that is not among them is gone. */
  z.strictObject({ on: z.literal('tracks'), order: z.array(idSchema) }),
  z.strictObject({ on: z.literal('track'), id: idSchema, values: trackFields.partial() }),
  /** null: the clip is gone. Of a new clip all values. */
  z.strictObject({
    on: z.literal('clip'),
    track: idSchema,
    id: idSchema,
    values: clipSchema.partial().nullable(),
  }),
  z.strictObject({ on: z.literal('shift'), track: idSchema, by: z.int(), clips: z.array(idSchema) }),
]);
export type Patch = z.infer<typeof patchSchema>;

/** The patches that make `after` of `before`; parts that are the same object are not looked into. */
export function diffProjects(before: Project, after: Project): Patch[] {
  if (before === after) return [];
  const { media: _media, luts: _luts, markers: _markers, tracks: _tracks, ...frame } = after;
  const values = changedValues(before, frame);
  const order = (project: Project) => project.tracks.map(({ id }) => id);
  return [
    ...(values ? [{ on: 'project' as const, values }] : []),
    ...diffEntries(before.media, after.media).map(([id, value]) => ({ on: 'media' as const, id, value })),
    ...diffEntries(before.luts, after.luts).map(([id, value]) => ({ on: 'lut' as const, id, value })),
    ...diffEntries(byId(before.markers), byId(after.markers)).map(([id, value]) => ({
      on: 'marker' as const,
      id,
      value,
    })),
    ...(order(before).join(' ') === order(after).join(' ')
      ? []
      : [{ on: 'tracks' as const, order: order(after) }]),
    ...after.tracks.flatMap((track) =>
      diffTrack(
        before.tracks.find(({ id }) => id === track.id),
        track,
      ),
    ),
  ];
}

/** The document with the patches; what they say of things that are not there is left out. */
export function applyPatches(project: Project, patches: readonly Patch[]): Project {
  if (patches.length === 0) return project;
  let { tracks, media, luts, markers, ...frame } = project;
  const tracksById = new Map(tracks.map((track) => [track.id, track]));
  const clipPatches = new Map<string, ClipPatch[]>();
  for (const patch of patches) {
    switch (patch.on) {
      case 'project':
        frame = { ...frame, ...withoutUndefined(patch.values) };
        break;
      case 'media':
        media = withEntry(media, patch.id, patch.value);
        break;
      case 'lut':
        luts = withEntry(luts, patch.id, patch.value);
        break;
      case 'marker':
        markers = sortMarkers(Object.values(withEntry(byId(markers), patch.id, patch.value)));
        break;
      case 'tracks':
        tracks = patch.order.map((id) => tracksById.get(id) ?? ({ id, clips: [] as Clip[] } as Track));
        break;
      case 'track':
        tracks = tracks.map((track) =>
          track.id === patch.id ? { ...track, ...withoutUndefined(patch.values), clips: track.clips } : track,
        );
        break;
      case 'clip':
      case 'shift':
        collect(clipPatches, patch.track, patch);
    }
  }
  tracks = tracks.map((track) => {
    const changes = clipPatches.get(track.id);
    return changes ? { ...track, clips: applyToClips(track.clips, changes) } : track;
  });
  return { ...frame, tracks, media, luts, markers };
}

type ClipPatch = Extract<Patch, { on: 'clip' | 'shift' }>;

export const sortMarkers = (markers: readonly Marker[]): Marker[] =>
  [...markers].sort((one, other) => one.frame - other.frame || (one.id < other.id ? -1 : 1));

function diffTrack(before: Track | undefined, after: Track): Patch[] {
  if (before === after) return [];
  const { clips, ...fields } = after;
  const values = changedValues(before, fields);
  const own: Patch[] = values ? [{ on: 'track', id: after.id, values }] : [];
  return [...own, ...diffClips(after.id, before?.clips ?? [], clips)];
}

function diffClips(track: string, before: readonly Clip[], after: readonly Clip[]): Patch[] {
  if (before === after) return [];
  const old = new Map(before.map((clip) => [clip.id, clip]));
  const patches: Patch[] = [];
  const shifts = new Map<number, string[]>();
  for (const clip of after) {
    const former = old.get(clip.id);
    old.delete(clip.id);
    const values = changedValues(former, clip);
    if (!values) continue;
    if (!former || values.startFrame === undefined || Object.keys(values).length > 1) {
      patches.push({ on: 'clip', track, id: clip.id, values });
      continue;
    }
    const by = clip.startFrame - former.startFrame;
    collect(shifts, by, clip.id);
  }
  const gone = [...old.keys()].map((id) => ({ on: 'clip' as const, track, id, values: null }));
  const shifted = [...shifts].map(([by, clips]) => ({ on: 'shift' as const, track, by, clips }));
  return [...patches, ...gone, ...shifted];
}

function applyToClips(clips: readonly Clip[], patches: readonly ClipPatch[]): Clip[] {
  const clipsById = new Map(clips.map((clip) => [clip.id, clip]));
  for (const patch of patches) {
    if (patch.on === 'shift') {
      for (const id of patch.clips) {
        const clip = clipsById.get(id);
        if (clip) clipsById.set(id, { ...clip, startFrame: clip.startFrame + patch.by });
      }
    } else if (patch.values === null) clipsById.delete(patch.id);
    else clipsById.set(patch.id, { ...(clipsById.get(patch.id) as Clip), ...withoutUndefined(patch.values) });
  }
  return [...clipsById.values()].sort((one, other) => one.startFrame - other.startFrame);
}

/** The values of `after` that are others than before; null: none. Runs for each clip of a long project: makes no lists. */
function changedValues<T extends object>(before: Partial<T> | undefined, after: T): Partial<T> | null {
  if (before === after) return null;
  let changed: Partial<T> | null = null;
  for (const key in after) {
    if (before?.[key] === after[key]) continue;
    changed ??= {};
    changed[key] = after[key];
  }
  return changed;
}

function diffEntries<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): [string, T | null][] {
  if (before === after) return [];
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].filter((id) => before[id] !== after[id]).map((id) => [id, after[id] ?? null]);
}

function withEntry<T>(entries: Readonly<Record<string, T>>, id: string, value: T | null): Record<string, T> {
  const { [id]: _former, ...others } = entries;
  return value === null ? others : { ...others, [id]: value };
}

const byId = (markers: readonly Marker[]): Record<string, Marker> =>
  Object.fromEntries(markers.map((marker) => [marker.id, marker]));

function collect<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
