import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a folder below another one, whose path has so many bytes, or one less. */
export function folderOfLength(base: string, bytes: number): string {
  let path = base;
  while (path.length < bytes - 1) path = join(path, 'd'.repeat(Math.min(200, bytes - path.length - 1)));
  mkdirSync(path, { recursive: true });
  return path;
}
