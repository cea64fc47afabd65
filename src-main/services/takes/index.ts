import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { takeIdSchema, type takesContract } from '../../../src-shared/contract/takes.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { EngineService } from '../engine/index.ts';
import type { Clock, Log, ShowInFolder } from '../ports.ts';
import { toFileError } from '../../../src-node/files/index.ts';
import { readTakeFolder } from './folder.ts';
import { createExportService } from './export.ts';
import { joinTakeLibraries } from './libraries.ts';
import { sweepParts } from './parts.ts';
import { readTakePeaks } from './peaks.ts';
import { readPictureBytes, readPictureIndex } from './pictures/reader.ts';
import { repairTake } from './repair.ts';
import { beginAttempt, failAttempt, forgetAttempt, repairRefusal } from './repairAttempts.ts';
import { createSoundReader } from './sound.ts';
import { readStorage } from './storage.ts';
import { syncTake } from './sync.ts';
import { verifyTake } from './verify.ts';
import { readVideoFormats } from './video/formats.ts';
import { createVideoExporter } from './video/exportVideo.ts';

export { createExportService } from './export.ts';
export { DOCUMENT_NAME, readTakeFolder, writeDocument } from './folder.ts';
export { listTakes, summarise } from './list.ts';
export { dropReserve, makeReserve, writePictures } from './pictures/document.ts';
export { PictureFile } from './pictures/pictureFile.ts';
export { describeOwnProcess } from './recorder.ts';
export { repairTake } from './repair.ts';
export { syncTake } from './sync.ts';
export { verifyTake } from './verify.ts';

export interface TakesServiceOptions {
  /** Folder of the takes; need not be there yet. Of several, which may change, the first is where new ones go. */
  libraryPath: string | (() => readonly string[]);
  /** Exports go into a folder in here, which is made with the first one. */
  exportsPath: string;
  /** For sound that was decoded to be heard, and nothing else: it is emptied. */
  soundPath: string;
  /** Shows a folder in the system's file manager; null where there is none to be asked. */
  showInFolder?: ShowInFolder | null;
  engine: Pick<EngineService, 'runTakeJob'>;
  createId: () => string;
  clock: Clock;
  log: Log;
  onChanged: (id: string) => void;
  onProgressed: (id: string, done: number) => void;
  /** What was cut off, since the program was killed, is a recording after all. */
  onRecovered?: (recordedSec: number) => void;
}

export interface TakesService {
  handlers: Handlers<typeof takesContract>;
  /**
   * Repairs and verifies what was cut off, e.g. since the program was killed; one take after the other, and each
   * that cannot be is said in the log and stays as it is. To be called at the start.
   */
  recoverUnfinished: () => Promise<void>;
  /** The same for one take, wherever it lies; says what is left of it, for the user. */
  recover: (folder: string) => Promise<{ isWhole: boolean; message: string }>;
  /** Removes for good what has lain in the bin too long, and what an earlier run left. To be called at the start. */
  sweep: () => Promise<void>;
  /** Removes what was decoded to be heard. */
  close: () => Promise<void>;
  /** A take was recorded: it gets its certificate. A failure of that is in the log, and on the take. */
  onTakeEnded: (folder: string) => Promise<void>;
}

/** The takes of this installation. */
export function createTakesService(options: TakesServiceOptions): TakesService {
  const { engine, clock, log, onChanged, onProgressed } = options;
  const { libraryPath } = options;
  const paths = typeof libraryPath === 'string' ? () => [libraryPath] : libraryPath;
  const library = joinTakeLibraries(paths);
  const exporter = createExportService(engine, options.createId);
  const videoExporter = createVideoExporter(engine, options.createId);
  const sound = createSoundReader({ dir: options.soundPath, engine, log });

  /** Takes elsewhere, as the command line makes them, are nobody's news here. */
  const isOurs = (folder: string) =>
    paths().includes(dirname(folder)) && takeIdSchema.safeParse(basename(folder)).success;

  async function verify(folder: string, signal?: AbortSignal) {
    const certificate = await verifyTake(await readTakeFolder(folder), engine, {
      nowMs: clock.nowMs(),
      onProgress: (done) => {
        if (isOurs(folder)) onProgressed(basename(folder), done);
      },
      ...(signal ? { signal } : {}),
    });
    if (isOurs(folder)) onChanged(basename(folder));
    return certificate;
  }

  async function locate(id: string, what: 'take' | 'exports'): Promise<string> {
    const folder = what === 'take' ? library.folderOf(id) : join(options.exportsPath, id);
    await stat(folder).catch((error: unknown) => {
      throw toFileError(folder, error);
    });
    return folder;
  }

  async function recover(folder: string) {
    const { document, problems } = await repairTake(await readTakeFolder(folder), engine);
    await verify(folder);
    const length = `${(document.frames / document.sampleRate).toFixed(1)} s`;
    const trouble = problems.map((problem) => ` ${problem.message}`).join('');
    return {
      recordedSec: document.frames / document.sampleRate,
      isWhole: problems.length === 0,
      message: `The take "${document.name}" was cut off and has been recovered: ${length} are there.${trouble}`,
    };
  }

  /** For the start, which has nobody to ask whether to try again: what failed once is tried again by hand. */
  async function recoverOrRemember(folder: string) {
    try {
      const recovered = await recover(folder);
      await forgetAttempt(folder);
      return recovered;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'ENGINE_UNAVAILABLE') await forgetAttempt(folder);
      // On a busy machine that need not be the take's doing: as after a kill, it is tried once more.
      else if (code !== 'ENGINE_STOPPED') failAttempt(folder, (error as Error).message);
      throw error;
    }
  }

  return {
    handlers: {
      'takes.list': () => library.list(),
      'takes.read': ({ id }) => library.read(id),
      'takes.verify': ({ id }, { signal }) => verify(library.folderOf(id), signal),
      async 'takes.repair'({ id }, { signal }) {
        await repairTake(await readTakeFolder(library.folderOf(id)), engine, { signal });
        onChanged(id);
        return library.read(id);
      },
      async 'takes.sync'({ id, sync }, { signal }) {
        await syncTake(await readTakeFolder(library.folderOf(id)), sync, engine, { signal });
        onChanged(id);
        return library.read(id);
      },
      async 'takes.export'({ id, ...what }, { signal }) {
        const outputFolder = join(options.exportsPath, id);
        const files = await exporter.exportTake(
          await readTakeFolder(library.folderOf(id)),
          { ...what, outputFolder, force: true },
          { signal, onProgress: (done) => onProgressed(id, done) },
        );
        return { folder: outputFolder, files };
      },
      'takes.locate': ({ id, what }) => locate(id, what),
      async 'takes.showInFolder'({ id, what }) {
        if (!options.showInFolder)
          throw new RpcError('UNSUPPORTED', 'Only the desktop app can open the file manager.');
        options.showInFolder(await locate(id, what));
      },
      'takes.listFiles': async ({ id }) => {
        const { document } = await readTakeFolder(library.folderOf(id));
        return [...document.tracks, ...document.pictures].map((track) => ({
          trackId: track.id,
          name: track.name,
        }));
      },
      'takes.download'() {
        throw new RpcError(
          'UNSUPPORTED',
          'Recordings lie in a folder here: export them, or open the folder.',
        );
      },
      'takes.readVideoFormats': () => readVideoFormats(),
      async 'takes.exportVideo'({ id, ...what }, { signal }) {
        const outputFolder = join(options.exportsPath, id);
        const file = await videoExporter.exportVideo(
          await readTakeFolder(library.folderOf(id)),
          { ...what, outputFolder },
          { signal, onProgress: (done) => onProgressed(id, done) },
        );
        return { folder: outputFolder, files: [file] };
      },
      async 'takes.rename'({ id, name }) {
        const summary = await library.rename(id, name);
        onChanged(id);
        return summary;
      },
      async 'takes.delete'({ id }) {
        await library.remove(id);
        await sound.forget(id);
        onChanged(id);
      },
      async 'takes.restore'({ id, key }) {
        const summary = await library.restore(id, key);
        onChanged(summary.id);
        return summary;
      },
      'takes.emptyBin': () => library.emptyBin(),
      'takes.listBin': () => library.listBin(),
      'takes.readStorage': () => readStorage(library, options.exportsPath),
      'takes.readPeaks': async ({ id, trackId, parts }) =>
        readTakePeaks(await readTakeFolder(library.folderOf(id)), trackId, parts),
      'takes.prepareSound': async ({ id }, { signal }) =>
        sound.prepare(await readTakeFolder(library.folderOf(id)), {
          signal,
          onProgress: (done) => onProgressed(id, done),
        }),
      'takes.readSound': ({ id, trackId, fromFrame, frames }) =>
        sound.read(library.folderOf(id), trackId, fromFrame, frames),
      'takes.readPictureIndex': async ({ id, trackId }) =>
        readPictureIndex(await readTakeFolder(library.folderOf(id)), trackId),
      async *'takes.readPictures'({ id, trackId, fromByte, lengthBytes }) {
        yield* readPictureBytes(await readTakeFolder(library.folderOf(id)), trackId, fromByte, lengthBytes);
      },
    },
    async recoverUnfinished() {
      for (const { id, status } of await library.list()) {
        if (status !== 'unfinished') continue;
        const folder = library.folderOf(id);
        const refusal = repairRefusal(folder);
        if (refusal !== null) {
          log.info(refusal, { id });
          continue;
        }
        try {
          beginAttempt(folder);
          const { message, recordedSec } = await recoverOrRemember(folder);
          log.info(message, { id });
          options.onRecovered?.(recordedSec);
        } catch (error) {
          log.error('a recording that was cut off could not be recovered', error, { id });
        }
      }
    },
    recover,
    async sweep() {
      await sound.sweep();
      const partCount = await sweepParts(options.exportsPath);
      if (partCount > 0) log.info('exports that were cut off have been removed', { count: partCount });
      const count = await library.sweepBin(clock.nowMs());
      if (count > 0) log.info('takes that were deleted a month ago are gone for good', { count });
    },
    async close() {
      videoExporter.removeUnfinished();
      await sound.close();
    },
    async onTakeEnded(folder) {
      await verify(folder).catch((error: unknown) =>
        log.error('a take could not be verified', error, { folder }),
      );
    },
  };
}
