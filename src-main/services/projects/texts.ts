import { cp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  makeFolderDurably,
  openRegular,
  toFileError,
  writeFileAtomically,
} from '../../../src-node/files/index.ts';

export const TEXT_FOLDER = 'texts';
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Images of texts, by the hash of what they are drawn from: drawn once, the same in preview and export. */
export function openTextImages(folder: string) {
  const dir = join(folder, TEXT_FOLDER);
  return {
    async *read(hash: string): AsyncGenerator<Uint8Array> {
      const file = await openRegular(dir, `${hash}.png`).catch((error: unknown) => {
        if (error instanceof RpcError && error.code === 'FILE_NOT_FOUND') return null;
        throw error;
      });
      if (file === null) return;
      for await (const chunk of file.createReadStream()) yield chunk as Buffer;
    },
    write(hash: string, bytes: Uint8Array): void {
      if (!PNG.equals(bytes.subarray(0, PNG.length)))
        throw new RpcError('BAD_OPTION', 'The image of a text is a PNG.');
      const path = join(dir, `${hash}.png`);
      try {
        makeFolderDurably(dir, { recursive: true, mode: 0o700 });
        writeFileAtomically(path, bytes);
      } catch (error) {
        throw toFileError(path, error);
      }
    },
  };
}

export async function copyTextImages(from: string, to: string): Promise<void> {
  const there = await stat(join(from, TEXT_FOLDER)).catch(() => null);
  if (there?.isDirectory()) await cp(join(from, TEXT_FOLDER), join(to, TEXT_FOLDER), { recursive: true });
}
