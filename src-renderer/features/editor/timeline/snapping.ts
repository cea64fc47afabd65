import { endFrameOf, type Project } from '../../../../src-shared/domain/edit/document.ts';

/** As near as this is meant. */
const SNAP_PX = 8;

/** Frames that something dragged is drawn to: edges of other clips, markers, the playhead where it is given, the beginning. */
export function snapFrames(
  project: Project,
  movedIds: ReadonlySet<string>,
  playheadFrame: number | null,
): number[] {
  const edges = project.tracks
    .flatMap(({ clips }) => clips)
    .filter(({ id }) => !movedIds.has(id))
    .flatMap((clip) => [clip.startFrame, endFrameOf(clip)]);
  const playhead = playheadFrame === null ? [] : [playheadFrame];
  return [0, ...playhead, ...project.markers.map(({ frame }) => frame), ...edges].sort((a, b) => a - b);
}

/**
 * By how much more a drag goes, so that one of `frames` (where edges would be) lies on a target; the nearest wins. null:
 * none is near.
 */
export function snapBy(
  frames: readonly number[],
  targets: readonly number[],
  framesPerPx: number,
): { by: number; atFrame: number } | null {
  let best: { by: number; atFrame: number } | null = null;
  for (const frame of frames) {
    const at = nearest(targets, frame);
    if (at === null || Math.abs(at - frame) > SNAP_PX * framesPerPx) continue;
    if (!best || Math.abs(at - frame) < Math.abs(best.by)) best = { by: at - frame, atFrame: at };
  }
  return best;
}

function nearest(sorted: readonly number[], frame: number): number | null {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < frame) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [sorted[low - 1], sorted[low]];
  if (before === undefined || after === undefined) return before ?? after ?? null;
  return frame - before <= after - frame ? before : after;
}
