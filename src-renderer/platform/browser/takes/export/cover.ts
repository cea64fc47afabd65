import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import { coverTypeOf, type Cover } from '../../../../../src-shared/domain/cover.ts';

const NAME = 'cover';

/** The cover of this user's podcast, in this browser's own storage. */
export function openBrowserCover(storage: Pick<StorageManager, 'getDirectory'>) {
  const isAbsent = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';
  return {
    async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      if (!coverTypeOf(bytes)) throw failWith('FORMAT_UNSUPPORTED', 'coverType');
      const root = await storage.getDirectory();
      const writable = await (await root.getFileHandle(NAME, { create: true })).createWritable();
      try {
        await writable.write(bytes);
        await writable.close();
      } catch (error) {
        await writable.abort().catch(() => undefined);
        const reason = error instanceof Error ? error.message : String(error);
        throw failWith('FILE_UNWRITABLE', 'coverNotKept', { values: { reason }, cause: error });
      }
    },
    /** null where there is none. */
    async read(): Promise<Cover | null> {
      try {
        const handle = await (await storage.getDirectory()).getFileHandle(NAME);
        const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
        const type = coverTypeOf(bytes);
        return type && { type, bytes };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    async remove(): Promise<void> {
      const root = await storage.getDirectory();
      await root.removeEntry(NAME).catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
    },
  };
}
