import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file that has no name any more when this returns: who gets its descriptor reads it, and nobody else. A pipe of Node would not do: it
 * is a socket, which FFmpeg cannot open by its number.
 */
export function openNamelessFile(content: string): number {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-'));
  try {
    const file = openSync(join(dir, 'options'), 'wx+', 0o600);
    const bytes = Buffer.from(content);
    // At its place: anyone who reads begins at the beginning.
    writeSync(file, bytes, 0, bytes.length, 0);
    return file;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
