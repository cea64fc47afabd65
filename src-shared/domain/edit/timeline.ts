import type { MakeId } from './create.ts';
import { endFrameOf, MAX_FRAME, mediaOf, type Clip, type Project, type Track } from './document.ts';
import { refuse } from './refusal.ts';
import { framesToSourceEnd, sourceAfter, sourceStartSec } from './time.ts';

/** What every operation on clips is made of. */

/** Frames of the timeline; `to` is not among them. Where both are the same, clips are cut there and nothing is lost. */
export interface FrameRange {
  from: number;
  to: number;
}

export function findTrack(project: Project, trackId: string): Track {
  return (
    project.tracks.find(({ id }) => id === trackId) ?? refuse('notFound', `There is no track ${trackId}.`)
  );
}

export function findClip(project: Project, clipId: string): { track: Track; clip: Clip } {
  for (const track of project.tracks) {
    const clip = track.clips.find(({ id }) => id === clipId);
    if (clip) return { track, clip };
  }
  return refuse('notFound', `There is no clip ${clipId}.`);
}

/** The clips and those that are linked to them. */
export function withLinked(project: Project, clipIds: readonly string[], isAlone = false): Set<string> {
  const wanted = new Set(clipIds);
  const all = project.tracks.flatMap(({ clips }) => clips);
  const chosen = all.filter(({ id }) => wanted.has(id));
  if (chosen.length < wanted.size) refuse('notFound', 'A clip of the selection is no longer there.');
  if (isAlone) return wanted;
  const links = new Set(chosen.map(({ linkId }) => linkId).filter((linkId) => linkId !== null));
  return new Set([
    ...wanted,
    ...all.filter(({ linkId }) => linkId !== null && links.has(linkId)).map(({ id }) => id),
  ]);
}

/** Each track with the clips that `edit` gives it. A locked track stays as it is or the whole edit is refused. */
export function editTracks(project: Project, edit: (track: Track) => readonly Clip[]): Project {
  const tracks = project.tracks.map((track) => {
    const clips = edit(track);
    return clips === track.clips ? track : withClips(track, clips);
  });
  return tracks.every((track, index) => track === project.tracks[index]) ? project : { ...project, tracks };
}

function withClips(track: Track, clips: readonly Clip[]): Track {
  if (track.isLocked) refuse('trackLocked', `${track.name} is locked.`);
  return { ...track, clips: settle(clips) };
}

/** The chosen clips as `edit` makes them. */
export function editClips(
  project: Project,
  ids: ReadonlySet<string>,
  edit: (clip: Clip, track: Track) => Clip,
): Project {
  return editTracks(project, (track) => {
    const clips = track.clips.map((clip) => (ids.has(clip.id) ? edit(clip, track) : clip));
    return clips.every((clip, index) => clip === track.clips[index]) ? track.clips : clips;
  });
}

/** In the order of time; refuses what overlaps otherwise than by its dissolve. */
export function settle(clips: readonly Clip[]): Clip[] {
  const sorted = [...clips].sort((one, other) => one.startFrame - other.startFrame);
  let former: Clip | undefined;
  return sorted.map((clip) => {
    const overlap = former ? endFrameOf(former) - clip.startFrame : 0;
    if (clip.startFrame < 0 || endFrameOf(clip) > MAX_FRAME || clip.lengthFrames < 1) {
      refuse('tooShort', `${clip.name} would lie outside the timeline.`);
    }
    if (former && overlap > 0 && !isDissolve(former, clip, overlap)) {
      refuse('overlap', `${former.name} and ${clip.name} would overlap.`);
    }
    former = overlap > 0 || clip.dissolveInFrames === 0 ? clip : { ...clip, dissolveInFrames: 0 };
    return former;
  });
}

function isDissolve(left: Clip, right: Clip, overlap: number): boolean {
  if (right.dissolveInFrames !== overlap || overlap >= right.lengthFrames) return false;
  return overlap < left.lengthFrames && left.dissolveInFrames + overlap <= left.lengthFrames;
}

/** Whether its source has no end: images, texts, colours, empty and frozen clips, and media that are missing. */
export function isEndless(project: Project, clip: Clip): boolean {
  const media = mediaOf(project, clip);
  return !media || media.kind === 'image' || clip.speed.num === 0;
}

/** How many frames its source has in front of it, and behind it. */
export function headRoom(project: Project, clip: Clip): number {
  if (isEndless(project, clip)) return Infinity;
  const { rate } = project;
  const frames = sourceStartSec(clip) * (clip.speed.den / clip.speed.num) * (rate.num / rate.den);
  return Math.floor(frames + 1e-6);
}

export function tailRoom(project: Project, clip: Clip): number {
  const media = mediaOf(project, clip);
  if (!media || isEndless(project, clip)) return Infinity;
  return Math.max(0, framesToSourceEnd(clip, project.rate, media.durationSec) - clip.lengthFrames);
}

/** Takes frames from its beginning; adds them, where `frames` is negative. What is shown at a frame stays. */
export function trimHead(project: Project, clip: Clip, frames: number): Clip {
  if (frames === 0) return clip;
  const source = isEndless(project, clip) ? {} : sourceAfter(clip, frames, project.rate);
  if (!source) return refuse('noMoreSource', `${clip.name} begins there.`);
  const moved = <T extends { frame: number }>(points: readonly T[]) =>
    points.map((point) => ({ ...point, frame: point.frame - frames }));
  return {
    ...clip,
    ...source,
    startFrame: clip.startFrame + frames,
    lengthFrames: clip.lengthFrames - frames,
    envelope: moved(clip.envelope),
    keyframes: Object.fromEntries(
      Object.entries(clip.keyframes).map(([key, points]) => [key, moved(points)]),
    ),
  };
}

/** Takes frames from its end; adds them, where `frames` is negative. */
export function trimTail(project: Project, clip: Clip, frames: number): Clip {
  if (-frames > tailRoom(project, clip)) refuse('noMoreSource', `${clip.name} ends there.`);
  return frames === 0 ? clip : { ...clip, lengthFrames: clip.lengthFrames - frames };
}

/** Gives each piece of linked clips that is cut off a link of its own, the same on all tracks. */
export function createCutter(project: Project, makeId: MakeId) {
  const links = new Map<string, string>();
  const linkStarts = startsOfLinks(project);

  /** The earliest piece on any track keeps the link: what lies in front of a cut never changes. */
  const linkOf = (linkId: string | null, piece: number, kept: readonly Kept[]): string | null => {
    if (linkId === null || firstKept(kept, linkStarts.get(linkId) ?? -Infinity) === piece) return linkId;
    const key = `${linkId} ${piece}`;
    const link = links.get(key) ?? makeId();
    links.set(key, link);
    return link;
  };

  /**
   * Clips without what lies in the ranges, which are in order and apart from each other. With `closes` all that is
   * behind moves up, as if the ranges were taken out from right to left.
   */
  return function cut(
    clips: readonly Clip[],
    ranges: readonly FrameRange[],
    closes: boolean,
  ): readonly Clip[] {
    const whole = breakDissolves(
      project,
      clips,
      ranges.flatMap(({ from, to }) => [from, to]),
    );
    const kept = betweenRanges(ranges);
    const pieces = whole.flatMap((clip) => piecesOf(clip, kept, closes));
    return pieces.length === clips.length && pieces.every((clip, index) => clip === clips[index])
      ? clips
      : pieces;
  };

  function piecesOf(clip: Clip, kept: readonly Kept[], closes: boolean): Clip[] {
    const end = endFrameOf(clip);
    const pieces: Clip[] = [];
    for (let at = firstKept(kept, clip.startFrame); at < kept.length; at += 1) {
      const { from, to, removed } = kept[at] as Kept;
      if (from >= end) break;
      const [start, stop] = [Math.max(from, clip.startFrame), Math.min(to, end)];
      if (stop <= start) continue;
      const piece = pieceOf(clip, start, stop);
      const id = pieces.length === 0 ? clip.id : makeId();
      const linkId = linkOf(clip.linkId, at, kept);
      const startFrame = piece.startFrame - (closes ? removed : 0);
      const isSame = piece === clip && startFrame === clip.startFrame && linkId === clip.linkId;
      pieces.push(isSame ? clip : { ...piece, id, linkId, startFrame });
    }
    return pieces;
  }

  function pieceOf(clip: Clip, start: number, stop: number): Clip {
    const [head, tail] = [start - clip.startFrame, endFrameOf(clip) - stop];
    if (head === 0 && tail === 0) return clip;
    const piece = trimTail(project, trimHead(project, clip, head), tail);
    return {
      ...piece,
      fadeInFrames: head > 0 ? 0 : Math.min(piece.fadeInFrames, piece.lengthFrames),
      fadeOutFrames: tail > 0 ? 0 : Math.min(piece.fadeOutFrames, piece.lengthFrames),
      dissolveInFrames: head > 0 ? 0 : piece.dissolveInFrames,
    };
  }
}

function startsOfLinks({ tracks }: Project): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const { clips } of tracks) {
    for (const { linkId, startFrame } of clips) {
      if (linkId !== null) starts.set(linkId, Math.min(starts.get(linkId) ?? Infinity, startFrame));
    }
  }
  return starts;
}

/** What stays between two ranges, and how many frames were taken out before it. */
interface Kept extends FrameRange {
  removed: number;
}

function betweenRanges(ranges: readonly FrameRange[]): Kept[] {
  let [from, removed] = [-Infinity, 0];
  const kept = ranges.map((range) => {
    const before = { from, to: range.from, removed };
    from = range.to;
    removed += range.to - range.from;
    return before;
  });
  return [...kept, { from, to: Infinity, removed }];
}

function firstKept(kept: readonly Kept[], frame: number): number {
  let [low, high] = [0, kept.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((kept[middle] as Kept).to > frame) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A dissolve that is cut into ends: the earlier clip stops where the later one begins. */
export function breakDissolves(
  project: Project,
  clips: readonly Clip[],
  frames: readonly number[],
): readonly Clip[] {
  if (clips.every(({ dissolveInFrames }) => dissolveInFrames === 0)) return clips;
  const isCut = (left: Clip, right: Clip) =>
    frames.some((frame) => frame >= right.startFrame && frame <= endFrameOf(left));
  const broken = new Set(
    clips.filter((clip, index) => {
      const left = clips[index - 1];
      return clip.dissolveInFrames > 0 && left !== undefined && isCut(left, clip);
    }),
  );
  return clips.map((clip, index) => {
    const right = clips[index + 1];
    const whole = broken.has(clip) ? { ...clip, dissolveInFrames: 0 } : clip;
    return right && broken.has(right) ? trimTail(project, whole, endFrameOf(clip) - right.startFrame) : whole;
  });
}

/** In order, none touching another but where a cut without length lies at an edge. */
export function mergeRanges(ranges: readonly FrameRange[]): FrameRange[] {
  const sorted = [...ranges].sort((one, other) => one.from - other.from || one.to - other.to);
  const merged: FrameRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else merged.push({ ...range });
  }
  return merged;
}

/** Which tracks an edit moves; null: all, and markers and the in and out point with them. */
export type RippleScope = ReadonlySet<string> | null;

/**
 * What follows when clips of these tracks become longer or shorter: all tracks, if anything from `frame` on is linked;
 * else these alone, so that a title's end does not cut what lies below it.
 */
export function rippleScope({ tracks }: Project, trackIds: readonly string[], frame: number): RippleScope {
  const own = new Set(trackIds);
  const isLinked = tracks.some(
    ({ id, clips }) => own.has(id) && clips.some((clip) => clip.linkId !== null && endFrameOf(clip) > frame),
  );
  return isLinked ? null : own;
}

/** Takes ranges out of all given tracks at once and closes the gaps. */
export function rippleDelete(
  project: Project,
  ranges: readonly FrameRange[],
  makeId: MakeId,
  scope: RippleScope = null,
): Project {
  const merged = mergeRanges(ranges).filter(({ from, to }) => to > from);
  if (merged.length === 0) return project;
  const cut = createCutter(project, makeId);
  const edited = editTracks(project, (track) =>
    (scope?.has(track.id) ?? true) ? cut(track.clips, merged, true) : track.clips,
  );
  if (scope) return edited;
  return moveMarks(edited, (frame) => {
    const inside = merged.find(({ from, to }) => frame >= from && frame < to);
    const before = merged.filter(({ to }) => to <= frame).reduce((sum, { from, to }) => sum + to - from, 0);
    return { frame: (inside ? inside.from : frame) - before, isGone: inside !== undefined };
  });
}

/** Makes room on all given tracks: clips there are cut, and all that is behind moves back. */
export function insertGap(
  project: Project,
  { frame, frames }: { frame: number; frames: number },
  makeId: MakeId,
  scope: RippleScope = null,
): Project {
  if (frames === 0) return project;
  const cut = createCutter(project, makeId);
  const edited = editTracks(project, ({ id, clips }) => {
    if (scope?.has(id) === false || !clips.some((clip) => endFrameOf(clip) > frame)) return clips;
    const pieces = cut(clips, [{ from: frame, to: frame }], false);
    return pieces.map((clip) =>
      clip.startFrame >= frame ? { ...clip, startFrame: clip.startFrame + frames } : clip,
    );
  });
  if (scope) return edited;
  return moveMarks(edited, (at) => ({ frame: at >= frame ? at + frames : at, isGone: false }));
}

function moveMarks(project: Project, place: (frame: number) => { frame: number; isGone: boolean }): Project {
  const markers = project.markers.flatMap((marker) => {
    const { frame, isGone } = place(marker.frame);
    if (isGone) return [];
    return [frame === marker.frame ? marker : { ...marker, frame }];
  });
  const isSame =
    markers.length === project.markers.length && markers.every((one, at) => one === project.markers[at]);
  const [inFrame, outFrame] = [project.inFrame, project.outFrame].map((frame) =>
    frame === null ? null : place(frame).frame,
  );
  return {
    ...project,
    markers: isSame ? project.markers : markers,
    inFrame: inFrame ?? null,
    outFrame: outFrame ?? null,
  };
}

/** By how many more frames the pieces have to move back until all lie where their tracks are free. */
export function firstFree(
  project: Project,
  pieces: readonly { trackId: string; startFrame: number; lengthFrames: number }[],
): number {
  let by = 0;
  for (;;) {
    const conflict = pieces
      .map((piece) => {
        const start = piece.startFrame + by;
        const clip = findTrack(project, piece.trackId).clips.find(
          (one) => one.startFrame < start + piece.lengthFrames && endFrameOf(one) > start,
        );
        return clip ? endFrameOf(clip) - start : 0;
      })
      .find((frames) => frames > 0);
    if (conflict === undefined) return by;
    by += conflict;
  }
}
