import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own at a path; only root can have one. */
export interface TestDisk {
  /** Until so much is free. */
  fillTo(freeBytes: number): void;
  remove(): void;
}

const run = (program: string, args: string[]) => void execFileSync(program, args, { stdio: 'ignore' });

function fill(at: string, freeBytes: number): void {
  const { bavail, bsize } = statfsSync(at);
  const sizeBytes = bavail * bsize - freeBytes;
  if (sizeBytes > 0) writeFileSync(join(at, '.filler'), Buffer.alloc(sizeBytes));
}

/** In memory, of so many megabytes. null where nobody may mount one here. */
export function mountSmallDisk(at: string, megabytes: number): TestDisk | null {
  mkdirSync(at, { recursive: true });
  try {
    run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at]);
  } catch {
    return null;
  }
  return { fillTo: (freeBytes) => fill(at, freeBytes), remove: () => run('umount', ['-l', at]) };
}
