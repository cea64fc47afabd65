import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { takesContract } from '../../../src-shared/contract/takes.ts';
import { readPieces, type Handlers } from '../../../src-shared/rpc/index.ts';
import type { EngineService } from '../engine/index.ts';
import { openRegular, toFileError } from '../../../src-node/files/index.ts';
import type { Log, ShowInFolder } from '../ports.ts';
import { openCover } from './encoded/cover.ts';
import { createExportService } from './export.ts';
import { readTakeFolder } from './folder.ts';
import type { TakeLibrary } from './library.ts';
import { sweepParts } from './parts.ts';
import { createVideoExporter } from './video/exportVideo.ts';
import { readSoundFormats, readVideoFormats } from './video/formats.ts';

export interface ExportsOptions {
  library: TakeLibrary;
  /** A folder for each take; made with the first export. */
  exportsPath: string;
  /** Shows a folder in the system's file manager; null where there is none to be asked. */
  showInFolder?: ShowInFolder | null;
  engine: Pick<EngineService, 'runTakeJob'>;
  createId: () => string;
  log: Log;
  onProgressed: (id: string, done: number) => void;
}

/** What is made of takes, and where it and they lie. */
export function openExports(options: ExportsOptions) {
  const { library, exportsPath, engine, createId, log, onProgressed } = options;
  const exporter = createExportService(engine, createId);
  const videoExporter = createVideoExporter(engine, createId);
  const cover = openCover(exportsPath);
  const folderOf = (id: string) => join(exportsPath, id);

  return {
    handlers: {
      ...createPlaceHandlers(options, folderOf),
      async 'takes.export'({ id, ...what }, { signal }) {
        const outputFolder = folderOf(id);
        const files = await exporter.exportTake(
          await readTakeFolder(library.folderOf(id)),
          { ...what, cover: what.hasCover ? await cover.read() : null, outputFolder, force: true },
          { signal, onProgress: (done) => onProgressed(id, done) },
        );
        return { folder: outputFolder, files };
      },
      'takes.readSoundFormats': () => readSoundFormats(),
      async *'takes.readExport'({ id, name }) {
        const file = await openRegular(folderOf(id), name);
        for await (const chunk of file.createReadStream()) yield chunk as Buffer;
      },
      async 'takes.writeCover'({ sizeBytes }, { bytes }) {
        const [image = new Uint8Array()] = await readPieces(bytes, [sizeBytes]);
        cover.write(image);
      },
      async *'takes.readCover'() {
        const found = await cover.read();
        if (found) yield found.bytes;
      },
      'takes.removeCover': () => cover.remove(),
      'takes.readVideoFormats': () => readVideoFormats(),
      async 'takes.exportVideo'({ id, ...what }, { signal }) {
        const outputFolder = folderOf(id);
        const file = await videoExporter.exportVideo(
          await readTakeFolder(library.folderOf(id)),
          { ...what, outputFolder },
          { signal, onProgress: (done) => onProgressed(id, done) },
        );
        return { folder: outputFolder, files: [file] };
      },
    } satisfies Partial<Handlers<typeof takesContract>>,
    /** Removes what an earlier run has left. */
    async sweep() {
      const count = await sweepParts(exportsPath);
      if (count > 0) log.info('exports that were cut off have been removed', { count });
    },
    close: () => videoExporter.removeUnfinished(),
  };
}

function createPlaceHandlers({ library, showInFolder }: ExportsOptions, exportsOf: (id: string) => string) {
  async function locate(id: string, what: 'take' | 'exports'): Promise<string> {
    const folder = what === 'take' ? library.folderOf(id) : exportsOf(id);
    await stat(folder).catch((error: unknown) => {
      throw toFileError(folder, error);
    });
    return folder;
  }

  return {
    'takes.locate': ({ id, what }) => locate(id, what),
    async 'takes.showInFolder'({ id, what }) {
      if (!showInFolder) throw failWith('UNSUPPORTED', 'onlyDesktopFileManager');
      showInFolder(await locate(id, what));
    },
    async 'takes.listFiles'({ id }) {
      const { document } = await readTakeFolder(library.folderOf(id));
      return [...document.tracks, ...document.videoTracks].map(({ id: trackId, name }) => ({
        trackId,
        name,
      }));
    },
    'takes.download'() {
      throw failWith('UNSUPPORTED', 'desktopHasFolder');
    },
  } satisfies Partial<Handlers<typeof takesContract>>;
}
