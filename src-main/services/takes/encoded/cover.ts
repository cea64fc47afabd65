import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { MAX_COVER_BYTES } from '../../../../src-shared/contract/takeExport.ts';
import { openRegular, toFileError, writeFileAtomically } from '../../../../src-node/files/index.ts';
import { makeOutputFolder } from '../parts.ts';

export interface Cover {
  type: 'jpeg' | 'png';
  bytes: Uint8Array;
}

const NAME = '.cover';
const SIGNATURES = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;
/** "Front cover" of ID3 and FLAC. */
const FRONT_COVER = 3;

/** The cover of this user's podcast, beside the exports. */
export function openCover(exportsPath: string) {
  const path = join(exportsPath, NAME);
  return {
    write(bytes: Uint8Array): void {
      if (!typeOf(bytes))
        throw new RpcError('FORMAT_UNSUPPORTED', 'A cover is a JPEG or PNG image. Choose another file.');
      makeOutputFolder(exportsPath);
      writeFileAtomically(path, bytes);
    },
    /** null where there is none. */
    async read(): Promise<Cover | null> {
      const file = await openRegular(exportsPath, NAME).catch((error: unknown) => {
        if (error instanceof RpcError && error.code === 'FILE_NOT_FOUND') return null;
        throw error;
      });
      if (!file) return null;
      try {
        const { size } = await file.stat();
        if (size > MAX_COVER_BYTES)
          throw new RpcError('FILE_BEYOND_LIMITS', `${path} is too large for a cover.`);
        const bytes = await file.readFile();
        const type = typeOf(bytes);
        return type && { type, bytes };
      } finally {
        await file.close();
      }
    },
    async remove(): Promise<void> {
      await rm(path, { force: true }).catch((error: unknown) => {
        throw toFileError(path, error);
      });
    },
  };
}

function typeOf(bytes: Uint8Array): Cover['type'] | null {
  const begins = (signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte);
  return begins(SIGNATURES.jpeg) ? 'jpeg' : begins(SIGNATURES.png) ? 'png' : null;
}

/** FLAC's block of an image (RFC 9639, section 8.8) in base64, as a comment of Ogg holds it; sizes are left to the image. */
export function coverBlock({ type, bytes }: Cover): string {
  const mime = Buffer.from(`image/${type}`, 'latin1');
  const number = (value: number) => {
    const field = Buffer.alloc(4);
    field.writeUInt32BE(value);
    return field;
  };
  const description = number(0);
  const [width, height, depth, colours] = [number(0), number(0), number(0), number(0)];
  return Buffer.concat([
    ...[number(FRONT_COVER), number(mime.length), mime, description],
    ...[width, height, depth, colours, number(bytes.length), bytes],
  ]).toString('base64');
}
