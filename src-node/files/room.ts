import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failWith } from '../../src-shared/contract/errorTexts.ts';

const MEBIBYTE = 1 << 20;

/** Refuses to begin what the disk of a file has no room for: `DISK_FULL`. Where the system does not say, it is tried. */
export async function requireRoom(path: string, sizeBytes: number): Promise<void> {
  const disk = await statfs(dirname(path)).catch(() => null);
  if (!disk || sizeBytes <= disk.bavail * disk.bsize) return;
  throw failWith('DISK_FULL', 'needsRoom', { values: { path, megabytes: Math.ceil(sizeBytes / MEBIBYTE) } });
}
