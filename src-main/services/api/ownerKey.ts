import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { API_SCOPES } from '../../../src-shared/api/index.ts';
import { readPrivateFile, writeFileDurably } from '../../../src-node/files/index.ts';
import type { LiveKey } from './keys.ts';

const fileSchema = z.object({ port: z.int().min(1).max(65_535), key: z.string().regex(/^sdk_[\w-]{43}$/) });
/** How the owner's command line reaches the API that is served. */
export type OwnerKey = z.infer<typeof fileSchema>;

const pathOf = (dataDir: string) => join(dataDir, 'api', 'owner.json');

export const OWNER: LiveKey = { id: 'owner', name: 'sounddesk', scopes: API_SCOPES, expiresAtMs: null };

/** A new key for this time that the API is served, in a file that its user alone can read. */
export function writeOwnerKey(dataDir: string, port: number): string {
  const key = `sdk_${randomBytes(32).toString('base64url')}`;
  writeFileDurably(pathOf(dataDir), JSON.stringify({ port, key } satisfies OwnerKey), 0o600);
  return key;
}

export function removeOwnerKey(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}

/** null: nothing serves the API of this data folder, or the file is not private. */
export function readOwnerKey(dataDir: string): OwnerKey | null {
  try {
    const text = readPrivateFile(pathOf(dataDir));
    return text === null ? null : fileSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
