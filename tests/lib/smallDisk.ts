import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own at a path; only root can have one. */
export interface TestDisk {
  /** Until so much is free. */
  fillTo(freeBytes: number): void;
  /** What is written to it waits until the end of that; what it returns ends it. */
  freeze(): () => void;
  remove(): void;
}

const run = (program: string, args: string[]) => void execFileSync(program, args, { stdio: 'ignore' });

function fill(at: string, freeBytes: number): void {
  const { bavail, bsize } = statfsSync(at);
  const sizeBytes = bavail * bsize - freeBytes;
  if (sizeBytes > 0) writeFileSync(join(at, '.filler'), Buffer.alloc(sizeBytes));
}

/** In memory, of so many megabytes. null where nobody may mount one here. */
export function mountSmallDisk(at: string, megabytes: number): Omit<TestDisk, 'freeze'> | null {
  mkdirSync(at, { recursive: true });
  try {
    run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at]);
  } catch {
    return null;
  }
  return { fillTo: (freeBytes) => fill(at, freeBytes), remove: () => run('umount', ['-l', at]) };
}

/** In a file, so that it can stand still. null where this machine has no such devices. */
export function mountSlowDisk(at: string, imageDir: string, megabytes: number): TestDisk | null {
  mkdirSync(at, { recursive: true });
  const image = join(imageDir, 'slow-disk.img');
  try {
    writeFileSync(image, '');
    run('truncate', ['-s', `${megabytes}M`, image]);
    run('mkfs.ext4', ['-q', '-F', image]);
    run('mount', ['-o', 'loop', image, at]);
  } catch {
    rmSync(image, { force: true });
    return null;
  }
  return {
    fillTo: (freeBytes) => fill(at, freeBytes),
    freeze() {
      run('fsfreeze', ['-f', at]);
      return () => run('fsfreeze', ['-u', at]);
    },
    remove() {
      run('umount', ['-l', at]);
      rmSync(image, { force: true });
    },
  };
}
