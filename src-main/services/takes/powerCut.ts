import type { TakeDocument, TakeTrack } from '../../../src-shared/contract/takes.ts';
import { openRegular } from '../../../src-node/files/index.ts';
import type { TakeFolder } from './folder.ts';
import { wasMachineRestarted } from './recorder.ts';

/**
 * Cuts from each track what had not reached the disk when the machine went off: its length may be there without its
 * bytes, and nothing says which are sound. docs/decisions/0053-power-cuts.md. A take of a program that was killed is
 * left as it is: the system has brought all of it to the disk.
 */
export async function cutTracksToSynced({ path, document, syncedBytes }: TakeFolder): Promise<void> {
  if (!syncedBytes || !(await wasMachineRestarted(document.writer))) return;
  for (const [index, track] of document.tracks.entries()) {
    const bytes = syncedBytes[index];
    if (bytes !== undefined) await cutToSynced(path, track.file, bytes);
  }
}

/** Shortens a file of a folder to what the disk has had; does nothing where it is no longer, or not there. */
export async function cutToSynced(folder: string, name: string, syncedBytes: number): Promise<void> {
  // A link would lead to somebody else's file; anyone who repairs it says so.
  const file = await openRegular(folder, name, true).catch(() => null);
  if (!file) return;
  try {
    if ((await file.stat()).size <= syncedBytes) return;
    await file.truncate(syncedBytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Removes gaps behind the end of a track: they were reported for sound that was lost. */
export function cutGaps(track: TakeTrack, frames: number): void {
  for (const gap of track.gaps.filter(({ atFrame, spanFrames }) => atFrame + spanFrames > frames)) {
    const spanFrames = Math.max(0, frames - gap.atFrame);
    const missingFrames = Math.min(gap.missingFrames, spanFrames);
    track.missingFrames -= gap.missingFrames - missingFrames;
    if (spanFrames === 0) track.gapCount -= 1;
    Object.assign(gap, { spanFrames, missingFrames });
  }
  track.gaps = track.gaps.filter(({ spanFrames }) => spanFrames > 0);
}

/** The same of markers, which come to its end, and of pauses. */
export function cutPlaces(document: TakeDocument, frames: number): void {
  for (const marker of document.markers) marker.atFrame = Math.min(marker.atFrame, frames);
  document.pauses = document.pauses.filter(({ atFrame }) => atFrame <= frames);
}
