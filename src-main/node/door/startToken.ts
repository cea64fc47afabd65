import { rmSync } from 'node:fs';
import { z } from 'zod';
import { readPrivateFile, writeFileDurably } from '../../../src-node/files/index.ts';

const schema = z.object({
  port: z.int().min(1).max(65_535),
  token: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});
/** How programs of the owner reach the host that runs: its port, and the token of its start. */
export type StartToken = z.infer<typeof schema>;

/** Writes it where only those who may read this user's files can read it. */
export function writeStartToken(path: string, startToken: StartToken): void {
  // Never into a file that somebody else has made or opened.
  rmSync(path, { force: true });
  writeFileDurably(path, JSON.stringify(startToken), 0o600);
}

/** null where no host has written one, or not one that only its user could write. */
export function readStartToken(path: string): StartToken | null {
  try {
    const text = readPrivateFile(path);
    return text === null ? null : schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
