import type { CleanStep } from '../cleanSlice.ts';
import type { QueuedFile, QueueSlice } from './queueSlice.ts';

/** Where each step begins and ends, of all the work on a file: cleaning takes by far the longest. */
const STEPS: Readonly<Record<CleanStep, readonly [from: number, to: number]>> = {
  upload: [0, 0.1],
  decode: [0.1, 0.2],
  clean: [0.2, 0.95],
  save: [0.95, 1],
};

/** Of one file, 0-1 over all its steps; 1 only once it is done. */
export function fileRatio({ status, work }: Pick<QueuedFile, 'status' | 'work'>): number {
  if (status === 'done') return 1;
  if (!work) return 0;
  const [from, to] = STEPS[work.step];
  return from + (to - from) * Math.min(1, work.done ?? 0);
}

/** Bytes of the files that count: those that are done, and those that are to be. */
function sumBytes(files: readonly QueuedFile[]): { done: number; total: number } {
  const counted = files.filter(({ status }) => status !== 'failed' && status !== 'cancelled');
  return {
    done: counted.reduce((sum, file) => sum + file.sizeBytes * fileRatio(file), 0),
    total: counted.reduce((sum, file) => sum + file.sizeBytes, 0),
  };
}

export const doneBytes = (files: readonly QueuedFile[]): number => sumBytes(files).done;

/** Of all files, 0-1 by their sizes; 1 only once nothing waits and nothing is worked on. */
export function queueRatio(files: readonly QueuedFile[]): number {
  const { done, total } = sumBytes(files);
  return total === 0 ? 0 : done / total;
}

/** Whole percent that have been reached: 100 only at the end. */
export function percentOf(ratio: number): number {
  return ratio >= 1 ? 100 : Math.min(99, Math.floor(ratio * 100));
}

/** Before so much is done, the time left is a guess. */
const GUESS_FROM = 0.03;

/** Seconds that the rest takes at the pace so far; null while that is a guess. */
export function queueLeftSec(
  { files, since }: Pick<QueueSlice, 'files' | 'since'>,
  nowMs: number,
): number | null {
  if (!since) return null;
  const { done, total } = sumBytes(files);
  const worked = done - since.bytes;
  if (worked <= total * GUESS_FROM) return null;
  return (((nowMs - since.atMs) / 1000) * (total - done)) / worked;
}

export interface QueueCounts {
  done: number;
  failed: number;
  cancelled: number;
  /** Waiting or worked on. */
  open: number;
  total: number;
}

export function countFiles(files: readonly QueuedFile[]): QueueCounts {
  const counts = { done: 0, failed: 0, cancelled: 0, open: 0, total: files.length };
  for (const { status } of files) {
    counts[status === 'waiting' || status === 'working' ? 'open' : status] += 1;
  }
  return counts;
}

/** Names for files of one archive: in their folders, and no two the same. */
export function archiveNames(files: readonly { folder: string; savedName: string }[]): string[] {
  const taken = new Set<string>();
  return files.map(({ folder, savedName }) => {
    const path = folder === '' ? savedName : `${folder}/${savedName}`;
    const dot = path.lastIndexOf('.');
    let name = path;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      name = `${path.slice(0, dot)} (${number})${path.slice(dot)}`;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}
