import { RpcError } from '../../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { SoundFormatOffer } from '../../../../../src-shared/contract/takeExport.ts';
import type { takesContract } from '../../../../../src-shared/contract/takes.ts';
import { readPieces, type Handlers } from '../../../../../src-shared/rpc/index.ts';
import type { CleanClient } from '../../clean/cleanClient.ts';
import type { TakeReader } from '../takeReader.ts';
import type { TakeStore } from '../store.ts';
import { openBrowserCover } from './cover.ts';
import { canEncodeOpus } from './encodeOpus.ts';
import { exportSound, type MadeFile } from './exportSound.ts';

interface TakeExportsOptions {
  /** null: this browser works on no files. */
  client: CleanClient | null;
  storage: StorageManager;
  store: Pick<TakeStore, 'open'>;
  reader: TakeReader;
  createId: () => string;
  requireEnded: (id: string) => Promise<void>;
  onProgressed: (id: string, done: number) => void;
}

const NO_FILES = 'This browser writes no files of sound. Use a newer one, or the desktop app.';
const NEEDS_DESKTOP =
  'Only in the desktop app and the SoundDesk that you start on your own computer: a web page has no encoder for it.';
const NO_OPUS = 'This browser encodes no Opus. Use Chrome, Edge or another Chromium, or the desktop app.';
const PIECE_BYTES = 1 << 20;

/** Sound of takes as files for other programs. They are kept in the page until it is left, or that take is exported again. */
export function createTakeExports(options: TakeExportsOptions) {
  const { client, storage, store, reader, createId, requireEnded, onProgressed } = options;
  const cover = openBrowserCover(storage);
  const made = new Map<string, readonly MadeFile[]>();
  return {
    async 'takes.export'({ id, ...request }, { signal }) {
      if (!client) throw new RpcError('UNSUPPORTED', NO_FILES);
      await requireEnded(id);
      const { document } = await reader.read(id);
      const files = await exportSound(
        document,
        request,
        {
          client,
          files: { open: (file) => store.open(id, file), scan: (file) => reader.scan(id, file) },
          cover: request.hasCover ? await cover.read() : null,
          createId,
        },
        { signal, onProgress: (done) => onProgressed(id, Math.min(1, done)) },
      );
      made.set(id, files);
      // No folder of the user's machine has them.
      return { folder: '', files: files.map(({ blob: _, ...file }) => file) };
    },
    async *'takes.readExport'({ id, name }) {
      const file = made.get(id)?.find((known) => known.name === name);
      if (!file) throw failWith('FILE_NOT_FOUND', 'exportGone', { values: { name } });
      for (let at = 0; at < file.blob.size; at += PIECE_BYTES)
        yield new Uint8Array(await file.blob.slice(at, at + PIECE_BYTES).arrayBuffer());
    },
    async 'takes.readSoundFormats'(): Promise<SoundFormatOffer[]> {
      const refused = (reason: string) => ({ supported: false as const, reason });
      return [
        { format: 'mp3', capability: refused(NEEDS_DESKTOP) },
        { format: 'm4a', capability: refused(NEEDS_DESKTOP) },
        {
          format: 'opus',
          capability: (await canEncodeOpus()) ? { supported: true } : refused(NO_OPUS),
        },
        { format: 'flac', capability: refused(NEEDS_DESKTOP) },
      ];
    },
    async 'takes.writeCover'({ sizeBytes }, { bytes }) {
      const [image = new Uint8Array()] = await readPieces(bytes, [sizeBytes]);
      await cover.write(new Uint8Array(image));
    },
    async *'takes.readCover'() {
      const found = await cover.read();
      if (found) yield found.bytes;
    },
    'takes.removeCover': () => cover.remove(),
  } satisfies Partial<Handlers<typeof takesContract>>;
}
