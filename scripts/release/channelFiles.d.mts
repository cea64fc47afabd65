import type { ReleaseKey } from './releaseKey.d.mts';

export function writeChannelFile(release: {
  version: string;
  files: readonly { name: string; sha512: string; sizeBytes: number }[];
}): string;
export function signRelease(release: object, key: ReleaseKey): Promise<string>;
export function toRelease(fields: unknown): object;
