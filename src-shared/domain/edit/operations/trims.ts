import { z } from 'zod';
import type { MakeId } from '../create.ts';
import {
  clipSchema,
  endFrameOf,
  idSchema,
  MAX_FRAME,
  type Clip,
  type Project,
  type Rational,
  type Track,
} from '../document.ts';
import { refuse } from '../refusal.ts';
import { sourceAfter } from '../time.ts';
import {
  breakDissolves,
  editClips,
  editTracks,
  findClip,
  headRoom,
  insertGap,
  isEndless,
  rippleDelete,
  rippleScope,
  tailRoom,
  trimHead,
  trimTail,
  withLinked,
} from '../timeline.ts';
import { aloneSchema, chosenClips, clipIdsSchema, frameSchema } from './clips.ts';
import { operation } from './operation.ts';

const byFrames = z.int().min(-MAX_FRAME).max(MAX_FRAME);
const clipId = idSchema;

/** Edges of clips. A trim goes as far as the source, the neighbour or the clip's last frame lets it. */
export const TRIM_OPERATIONS = {
  /** Moves one edge; with `ripple` all that is behind follows: see `rippleScope`. */
  trimClip: operation(
    z.strictObject({
      clipId,
      edge: z.enum(['start', 'end']),
      toFrame: frameSchema,
      ripple: z.boolean().default(false),
      alone: aloneSchema,
    }),
    (project, { clipId: id, edge, toFrame, ripple, alone }, makeId) => {
      const open = openDissolves(project, sameEdge(project, id, edge, alone), edge);
      const at = edgeOf(findClip(open, id).clip, edge);
      const group = sameEdge(open, id, edge, alone);
      const outward = limited(edge === 'end' ? toFrame - at : at - toFrame, group, {
        most: (one) => outwardRoom(open, one, edge, !ripple),
        least: ({ clip }) => clip.lengthFrames - 1,
      });
      const ids = idsOf(group);
      if (!ripple) return editClips(open, ids, (clip) => withEdge(open, clip, edge, outward));
      const scope = scopeOf(open, group);
      if (outward < 0) {
        const range = edge === 'end' ? { from: at + outward, to: at } : { from: at, to: at - outward };
        return rippleDelete(open, [range], makeId, scope);
      }
      const roomy = insertGap(open, { frame: at, frames: outward }, makeId, scope);
      return editClips(roomy, ids, (clip) => withEdge(roomy, clip, edge, outward));
    },
  ),

  /** Moves the cut between a clip and the one in front of it. */
  rollCut: operation(
    z.strictObject({ clipId, toFrame: frameSchema, alone: aloneSchema }),
    (project, args) => {
      const { clip } = findClip(project, args.clipId);
      const pairs = sameEdge(project, args.clipId, 'start', args.alone).flatMap(({ track, clip: right }) => {
        const left = leftOf(track, right);
        return left ? [{ left, right }] : [];
      });
      if (pairs.length === 0) return refuse('notNext', `No clip ends where ${clip.name} begins.`);
      const wanted = args.toFrame - clip.startFrame;
      const later = Math.min(
        ...pairs.map(({ left, right }) => Math.min(tailRoom(project, left), shortest(right))),
      );
      const earlier = Math.min(
        ...pairs.map(({ left, right }) => Math.min(headRoom(project, right), shortest(left))),
      );
      const by = Math.max(-earlier, Math.min(later, wanted));
      const [lefts, rights] = [
        new Set(pairs.map(({ left }) => left.id)),
        new Set(pairs.map(({ right }) => right.id)),
      ];
      return by === 0
        ? project
        : editClips(project, new Set([...lefts, ...rights]), (one) => {
            const tail = lefts.has(one.id) ? trimTail(project, one, -by) : one;
            return rights.has(one.id) ? trimHead(project, tail, by) : tail;
          });
    },
  ),

  /** Shows an earlier or later part of the source in the same place. */
  slipClip: operation(z.strictObject({ clipId, byFrames, alone: aloneSchema }), (project, args) => {
    const ids = withLinked(project, [args.clipId], args.alone);
    const group = chosenClips(project, ids).filter(({ clip }) => !isEndless(project, clip));
    const later = Math.min(...group.map(({ clip }) => tailRoom(project, clip)));
    const earlier = Math.min(...group.map(({ clip }) => headRoom(project, clip)));
    const by = group.length === 0 ? 0 : Math.max(-earlier, Math.min(later, args.byFrames));
    if (by === 0) return project;
    return editClips(project, idsOf(group), (clip) => ({
      ...clip,
      ...sourceAfter(clip, by, project.rate),
      linkId: args.alone ? null : clip.linkId,
    }));
  }),

  /** Moves a clip between its neighbours, which become longer and shorter. */
  slideClip: operation(z.strictObject({ clipId, byFrames, alone: aloneSchema }), (project, args) => {
    const named = findClip(project, args.clipId).clip;
    const ids = withLinked(project, [args.clipId], args.alone);
    const open = openDissolves(project, chosenClips(project, ids));
    const group = chosenClips(open, ids).map(({ track, clip }) => ({
      clip,
      left: leftOf(track, clip),
      right: rightOf(track, clip),
      room: roomAround(track, clip),
    }));
    const later = Math.min(
      ...group.map(({ left, right, room }) =>
        Math.min(left ? tailRoom(open, left) : Infinity, right ? right.lengthFrames - 1 : room.after),
      ),
    );
    const earlier = Math.min(
      ...group.map(({ left, right, room }) =>
        Math.min(left ? left.lengthFrames - 1 : room.before, right ? headRoom(open, right) : Infinity),
      ),
    );
    const by = Math.max(-earlier, Math.min(later, args.byFrames, MAX_FRAME - endFrameOf(named)));
    if (by === 0) return project;
    const lefts = new Set(group.flatMap(({ left }) => left?.id ?? []));
    const rights = new Set(group.flatMap(({ right }) => right?.id ?? []));
    return editClips(open, new Set([...ids, ...lefts, ...rights]), (clip) => {
      if (ids.has(clip.id)) {
        return { ...clip, startFrame: clip.startFrame + by, linkId: args.alone ? null : clip.linkId };
      }
      const tail = lefts.has(clip.id) ? trimTail(open, clip, -by) : clip;
      return rights.has(clip.id) ? trimHead(open, tail, by) : tail;
    });
  }),

  /** Lets a clip begin earlier, above the end of the one in front of it; 0 takes the dissolve away. */
  setDissolve: operation(
    z.strictObject({ clipId, frames: z.int().min(0).max(MAX_FRAME), alone: aloneSchema }),
    (project, { clipId: id, frames, alone }) => {
      const group = sameEdge(project, id, 'start', alone).filter(({ track, clip }) => leftOf(track, clip));
      if (!group.some(({ clip }) => clip.id === id)) refuse('notNext', 'No clip ends where this one begins.');
      const rights = idsOf(group);
      const lefts = new Set(group.map(({ track, clip }) => leftOf(track, clip)?.id));
      const dissolved = (clip: Clip): Clip => {
        const plain = { ...trimHead(project, clip, clip.dissolveInFrames), dissolveInFrames: 0 };
        if (frames === 0) return plain;
        return { ...trimHead(project, plain, -frames), dissolveInFrames: frames, fadeInFrames: 0 };
      };
      return editTracks(project, ({ clips }) => {
        if (!clips.some((clip) => rights.has(clip.id))) return clips;
        return clips.map((clip) => {
          const left = lefts.has(clip.id) && clip.fadeOutFrames > 0 ? { ...clip, fadeOutFrames: 0 } : clip;
          return rights.has(clip.id) ? dissolved(left) : left;
        });
      });
    },
  ),

  /** Another speed makes clips shorter or longer; what is behind follows with `ripple`, else they end at the next clip. */
  setSpeed: operation(
    z.strictObject({
      clipIds: clipIdsSchema,
      speed: z
        .strictObject({ num: z.int().min(1).max(1_000_000), den: z.int().min(1).max(1_000_000) })
        .refine(({ num, den }) => num / den >= 0.01 && num / den <= 100, 'A speed is from 0.01 to 100.'),
      ripple: z.boolean().default(true),
      /** What becomes of the sound; left out: what was set before. */
      speedSound: clipSchema.shape.speedSound.optional(),
      alone: aloneSchema,
    }),
    (project, { clipIds, speed, ripple, speedSound, alone }, makeId) => {
      const ids = withLinked(project, clipIds, alone);
      const chosen = chosenClips(project, ids).filter(({ clip }) => clip.speed.num > 0);
      // From right to left: what one makes room for does not move the next.
      const inOrder = chosen.toSorted((one, other) => other.clip.startFrame - one.clip.startFrame);
      const placeOf = ({ startFrame, lengthFrames, speed: { num, den } }: Clip) =>
        `${startFrame} ${lengthFrames} ${num}/${den}`;
      const groups = [...Map.groupBy(inOrder, ({ clip }) => placeOf(clip)).values()];
      const relink = alone ? () => null : splitLinks(groups, makeId);
      const sped = groups.reduce(
        (edited, group) => speedUp(edited, idsOf(group), { speed, ripple, relink }, makeId),
        openDissolves(project, chosen),
      );
      return speedSound ? editClips(sped, ids, (clip) => ({ ...clip, speedSound })) : sped;
    },
  ),

  /** A frame that stays for a while, on a clip of its own; what is behind makes room for it. */
  freezeFrame: operation(
    z.strictObject({ clipId, frame: frameSchema, lengthFrames: z.int().min(1).max(MAX_FRAME) }),
    (project, { clipId: id, frame, lengthFrames }, makeId) => {
      const { track, clip } = findClip(project, id);
      if (track.kind !== 'video') refuse('wrongTrack', 'Only video can be frozen.');
      if (frame < clip.startFrame || frame >= endFrameOf(clip))
        refuse('notNext', `${clip.name} is not at this frame.`);
      const shown = trimHead(project, clip, frame - clip.startFrame);
      const frozen: Clip = {
        ...shown,
        id: makeId(),
        speed: { num: 0, den: 1 },
        lengthFrames,
        linkId: null,
        isSoundOn: false,
        fadeInFrames: 0,
        fadeOutFrames: 0,
        dissolveInFrames: 0,
        envelope: [],
      };
      return editTracks(
        insertGap(project, { frame, frames: lengthFrames }, makeId, scopeOf(project, [{ track, clip }])),
        (one) => (one.id === track.id ? [...one.clips, frozen] : one.clips),
      );
    },
  ),
};

/** How long the dissolve at a clip's beginning can be; 0 where no clip ends there, or its source has no more in front. */
export function dissolveRoom(project: Project, clipId: string): number {
  const { track, clip } = findClip(project, clipId);
  const left = leftOf(track, clip);
  if (!left) return 0;
  const source = headRoom(project, clip) + clip.dissolveInFrames;
  return Math.max(0, Math.min(source, left.lengthFrames - Math.max(1, left.dissolveInFrames)));
}

interface OnTrack {
  track: Track;
  clip: Clip;
}

const edgeOf = (clip: Clip, edge: 'start' | 'end') => (edge === 'start' ? clip.startFrame : endFrameOf(clip));
const idsOf = (group: readonly { clip: Clip }[]) => new Set(group.map(({ clip }) => clip.id));
const shortest = (clip: Clip) => clip.lengthFrames - 1 - clip.dissolveInFrames;

/** The clip and those linked to it that have the edge at the same frame. */
function sameEdge(project: Project, id: string, edge: 'start' | 'end', alone: boolean): OnTrack[] {
  const at = edgeOf(findClip(project, id).clip, edge);
  return chosenClips(project, withLinked(project, [id], alone)).filter(
    ({ clip }) => clip.id === id || edgeOf(clip, edge) === at,
  );
}

/** Without the dissolves at the edges of these clips, on their tracks; at one edge, where it is given. */
function openDissolves(project: Project, group: readonly OnTrack[], edge?: 'start' | 'end'): Project {
  return editTracks(project, ({ id, clips }) => {
    const own = group.filter(({ track }) => track.id === id).map(({ clip }) => clip);
    const frames = own.flatMap((clip) => (edge ? [edgeOf(clip, edge)] : [clip.startFrame, endFrameOf(clip)]));
    return breakDissolves(project, clips, frames);
  });
}

const scopeOf = (project: Project, group: readonly OnTrack[]) =>
  rippleScope(
    project,
    group.map(({ track }) => track.id),
    Math.min(...group.map(({ clip }) => clip.startFrame)),
  );

/** `outward` as far as each clip of a group lets it. */
function limited(
  outward: number,
  group: readonly OnTrack[],
  { most, least }: { most: (one: OnTrack) => number; least: (one: OnTrack) => number },
): number {
  const farthest = Math.min(...group.map(most));
  const nearest = Math.min(...group.map(least));
  return Math.max(-nearest, Math.min(farthest, outward));
}

function outwardRoom(
  project: Project,
  { track, clip }: OnTrack,
  edge: 'start' | 'end',
  isBounded: boolean,
): number {
  const { before, after } = roomAround(track, clip);
  const source = edge === 'end' ? tailRoom(project, clip) : headRoom(project, clip);
  return isBounded ? Math.min(source, edge === 'end' ? after : before) : source;
}

const withEdge = (project: Project, clip: Clip, edge: 'start' | 'end', outward: number): Clip =>
  edge === 'end' ? trimTail(project, clip, -outward) : trimHead(project, clip, -outward);

function neighbours({ clips }: Track, clip: Clip) {
  const at = clips.findIndex(({ id }) => id === clip.id);
  return { left: clips[at - 1], right: clips[at + 1] };
}

/** The clip that ends where this one begins, or dissolves into it. */
function leftOf(track: Track, clip: Clip): Clip | null {
  const { left } = neighbours(track, clip);
  return left && endFrameOf(left) >= clip.startFrame ? left : null;
}

function rightOf(track: Track, clip: Clip): Clip | null {
  const { right } = neighbours(track, clip);
  return right && right.startFrame <= endFrameOf(clip) ? right : null;
}

/** How many frames are free in front of it and behind it. */
function roomAround(track: Track, clip: Clip): { before: number; after: number } {
  const { left, right } = neighbours(track, clip);
  return {
    before: clip.startFrame - (left ? endFrameOf(left) : 0),
    after: (right ? right.startFrame : MAX_FRAME) - endFrameOf(clip),
  };
}

/** Clips that lie at the same place, played at another speed. */
function speedUp(
  project: Project,
  ids: ReadonlySet<string>,
  { speed, ripple, relink }: { speed: Rational; ripple: boolean; relink: (clip: Clip) => string | null },
  makeId: MakeId,
): Project {
  const group = chosenClips(project, ids);
  const [first] = group;
  if (!first) return project;
  const scope = scopeOf(project, group);
  const former = first.clip.speed;
  const factor = (former.num * speed.den) / (former.den * speed.num);
  const { lengthFrames } = first.clip;
  const end = endFrameOf(first.clip);
  const free = ripple ? Infinity : Math.min(...group.map(({ track, clip }) => roomAround(track, clip).after));
  const length = Math.max(1, Math.min(Math.round(lengthFrames * factor), lengthFrames + free));
  const roomy =
    length > lengthFrames && ripple
      ? insertGap(project, { frame: end, frames: length - lengthFrames }, makeId, scope)
      : project;
  const edited = editClips(roomy, ids, (clip) => ({
    ...atSpeed(clip, speed, factor, length),
    linkId: relink(clip),
  }));
  const isShorter = length < lengthFrames && ripple;
  return isShorter
    ? rippleDelete(edited, [{ from: first.clip.startFrame + length, to: end }], makeId, scope)
    : edited;
}

/** Linked clips that do not lie at the same place are no longer in sync at another speed: each place gets its link. */
function splitLinks(groups: readonly (readonly OnTrack[])[], makeId: MakeId): (clip: Clip) => string | null {
  const links = new Map<string, string>();
  const taken = new Set<string>();
  for (const group of groups) {
    const own = new Map<string, string>();
    for (const { clip } of group) {
      if (clip.linkId === null) continue;
      const link = own.get(clip.linkId) ?? (taken.has(clip.linkId) ? makeId() : clip.linkId);
      own.set(clip.linkId, link);
      links.set(clip.id, link);
    }
    for (const linkId of own.keys()) taken.add(linkId);
  }
  return ({ id }) => links.get(id) ?? null;
}

function atSpeed(clip: Clip, speed: Rational, factor: number, length: number): Clip {
  const moved = <T extends { frame: number }>(points: readonly T[]) =>
    points.map((point) => ({ ...point, frame: Math.round(point.frame * factor) }));
  return {
    ...clip,
    speed,
    lengthFrames: length,
    fadeInFrames: Math.min(clip.fadeInFrames, length),
    fadeOutFrames: Math.min(clip.fadeOutFrames, length),
    envelope: moved(clip.envelope),
    keyframes: Object.fromEntries(
      Object.entries(clip.keyframes).map(([key, points]) => [key, moved(points)]),
    ),
  };
}
