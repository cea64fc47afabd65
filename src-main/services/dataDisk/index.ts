import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { HostTrouble } from '../../../src-shared/contract/host.ts';

/** With less, neither settings nor a minute of a recording's journal can be kept. */
const LEAST_BYTES = 64 * 1024;

/** Why nothing can be saved in the data folder, as it is now; null where it can. Tries it: quotas have no figure. */
export function findDiskTrouble(dataDir: string): HostTrouble | null {
  const probe = join(dataDir, `.sounddesk-${process.pid}-room.tmp`);
  try {
    const file = openSync(probe, 'w', 0o600);
    try {
      let written = 0;
      while (written < LEAST_BYTES) written += writeSync(file, Buffer.alloc(LEAST_BYTES - written));
    } finally {
      closeSync(file);
      rmSync(probe, { force: true });
    }
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const freeBytes = readFreeBytes(dataDir);
    if (code === 'ENOSPC' || code === 'EDQUOT')
      return {
        code: 'DISK_FULL',
        folder: dataDir,
        freeBytes,
        message: `The disk of ${dataDir} is full: nothing can be saved. Delete recordings in Recording Studio and empty the bin, or free space in another way.`,
      };
    return {
      code: 'FILE_UNWRITABLE',
      folder: dataDir,
      freeBytes,
      message: `Nothing can be saved in ${dataDir}: ${message}. Check its permissions and its disk.`,
    };
  }
}

function readFreeBytes(dataDir: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize;
  } catch {
    // It cannot even be looked at.
    return null;
  }
}
