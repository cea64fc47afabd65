import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A file system of its own at a path; only root can have one. */
export interface TestDisk {
  /** Until so much is free. */
  fillTo(freeBytes: number): void;
  remove(): void;
}

const run = (program: string, args: string[]) => void execFileSync(program, args, { stdio: 'ignore' });

function fill(at: string, freeBytes: number): void {
  if (freeBytes === 0) return fillToTheBrim(at);
  const { bavail, bsize } = statfsSync(at);
  const sizeBytes = bavail * bsize - freeBytes;
  if (sizeBytes > 0) writeFileSync(join(at, '.filler'), Buffer.alloc(sizeBytes));
}

/** A file system keeps some blocks to itself, and gives them one by one. */
function fillToTheBrim(at: string): void {
  const file = openSync(join(at, '.filler'), 'a');
  try {
    for (let sizeBytes = 65_536; sizeBytes >= 1;) {
      try {
        writeSync(file, Buffer.alloc(sizeBytes));
        fsyncSync(file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        sizeBytes = Math.floor(sizeBytes / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Of so many megabytes, in memory or in a file beside it. null where nobody may mount one here. */
export function mountSmallDisk(
  at: string,
  megabytes: number,
  kind: 'tmpfs' | 'ext4' = 'tmpfs',
): TestDisk | null {
  mkdirSync(at, { recursive: true });
  try {
    if (kind === 'tmpfs') run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at]);
    else {
      const image = `${at}.img`;
      writeFileSync(image, '');
      truncateSync(image, megabytes << 20);
      run('mkfs.ext4', ['-q', '-m', '0', image]);
      run('mount', ['-o', 'loop', image, at]);
      rmSync(join(at, 'lost+found'), { recursive: true });
    }
  } catch {
    return null;
  }
  return { fillTo: (freeBytes) => fill(at, freeBytes), remove: () => run('umount', ['-l', at]) };
}
