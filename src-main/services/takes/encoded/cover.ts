import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { MAX_COVER_BYTES } from '../../../../src-shared/contract/takeExport.ts';
import { coverTypeOf, type Cover } from '../../../../src-shared/domain/cover.ts';
import { openRegular, toFileError, writeFileAtomically } from '../../../../src-node/files/index.ts';
import { makeOutputFolder } from '../parts.ts';

const NAME = '.cover';

/** The cover of this user's podcast, beside the exports. */
export function openCover(exportsPath: string) {
  const path = join(exportsPath, NAME);
  return {
    write(bytes: Uint8Array): void {
      if (!coverTypeOf(bytes)) throw failWith('FORMAT_UNSUPPORTED', 'coverType');
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
          throw failWith('FILE_BEYOND_LIMITS', 'coverTooLarge', { values: { path } });
        const bytes = await file.readFile();
        const type = coverTypeOf(bytes);
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
