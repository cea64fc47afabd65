import { basename } from 'node:path';
import type { TakeSummary, takesContract } from '../../../src-shared/contract/takes.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { readDemoFiles } from '../../../src-shared/handlers/demoFiles.ts';
import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import { withChannelColours } from '../../../src-shared/domain/trackColours.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';
import type { EngineService } from '../engine/index.ts';
import type { Clock, Log, ShowInFolder } from '../ports.ts';
import { createCertifier } from './certify.ts';
import { cleanVoices, forgetCleanVoices } from './cleanVoices.ts';
import { addDemo } from './demo.ts';
import { openExports } from './exports.ts';
import { extractTake, sweepExtractions } from './extract.ts';
import { readTakeFolder, writeDocument, type TakeFolder } from './folder.ts';
import { joinTakeLibraries } from './libraries.ts';
import type { TakeLibrary } from './library.ts';
import { createPlaybackHandlers } from './playback.ts';
import { createRecovery } from './recovery.ts';
import { repairTake } from './repair.ts';
import { createSoundReader, type SoundReader } from './sound.ts';
import { readStorage } from './storage.ts';
import { syncTake } from './sync.ts';

export { cleanVoices } from './cleanVoices.ts';
export { createExportService } from './export.ts';
export { between } from './task.ts';
export { readTakeFolder, writeDocument, type TakeFolder } from './folder.ts';
export { listTakes, summarise } from './list.ts';
export { dropReserve, makeReserve, writeVideoDocument } from './videoTracks/document.ts';
export { VideoFile } from './videoTracks/videoFile.ts';
export { describeOwnProcess } from './recorder.ts';
export { repairTake } from './repair.ts';
export { syncTake } from './sync.ts';
export { verifyTake } from './verify.ts';
export { createVideoExporter } from './video/exportVideo.ts';

export interface TakesServiceOptions {
  /** Folder of the takes; need not be there yet. Of several, which may change, the first is where new ones go. */
  libraryPath: string | (() => readonly string[]);
  /** Exports go into a folder in here, which is made with the first one. */
  exportsPath: string;
  /** For sound that was decoded to be heard, and nothing else: it is emptied. */
  soundPath: string;
  /** Shows a folder in the system's file manager; null where there is none to be asked. */
  showInFolder?: ShowInFolder | null;
  engine: Pick<EngineService, 'runTakeJob' | 'clean'>;
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
  /** All takes of the library. */
  list: () => Promise<TakeSummary[]>;
  /** Of a take of the library, as it lies on the disk. */
  readFolder: (id: string) => Promise<TakeFolder>;
  /** Where it lies; nothing is read. */
  folderOf: (id: string) => string;
  /** Removes what was decoded to be heard. */
  close: () => Promise<void>;
  /** A take was recorded: its tracks get the colours of their channels, and it its certificate. A failure is in the log, and on the take. */
  onTakeEnded: (folder: string, channels?: readonly ChannelOfTake[]) => Promise<void>;
}

/** The takes of this installation. */
export function createTakesService(options: TakesServiceOptions): TakesService {
  const { engine, clock, log, libraryPath, exportsPath, onProgressed } = options;
  const paths = typeof libraryPath === 'string' ? () => [libraryPath] : libraryPath;
  const library = joinTakeLibraries(paths);
  const sound = createSoundReader({ dir: options.soundPath, engine, log });
  const exports = openExports({ ...options, library });
  const certify = createCertifier({ ...options, paths });
  const recovery = createRecovery({ ...options, library, certify });
  return {
    handlers: {
      ...createLibraryHandlers(options, library, sound),
      ...createVoiceHandlers(options, library),
      ...exports.handlers,
      ...createPlaybackHandlers(library, sound, onProgressed),
      async 'takes.extract'({ id, ...part }, { signal }) {
        const folder = await extractTake(
          await readTakeFolder(library.folderOf(id)),
          { ...part, createId: options.createId },
          engine,
          { signal, onProgress: (done) => onProgressed(id, done) },
        );
        await certify(folder, signal);
        return { id: basename(folder) };
      },
      async 'takes.addDemo'(_, { bytes, signal }) {
        const { createId } = options;
        const fileOf = await readDemoFiles(bytes);
        const folder = await addDemo(fileOf, { library: library.path, engine, createId }, signal);
        await certify(folder, signal);
        return { id: basename(folder) };
      },
      'takes.verify': ({ id }, { signal }) => certify(library.folderOf(id), signal),
      'takes.readStorage': () => readStorage(library, exportsPath),
    },
    list: () => library.list(),
    readFolder: (id) => readTakeFolder(library.folderOf(id)),
    folderOf: (id) => library.folderOf(id),
    recoverUnfinished: () => recovery.recoverUnfinished(),
    recover: (folder) => recovery.recover(folder),
    async sweep() {
      await sound.sweep();
      await exports.sweep();
      const count = await library.sweepBin(clock.nowMs());
      if (count > 0) log.info('takes that were deleted a month ago are gone for good', { count });
      for (const path of paths()) await sweepExtractions(path, clock.nowMs());
    },
    async close() {
      exports.close();
      await sound.close();
    },
    async onTakeEnded(folder, channels = []) {
      await keepColours(folder, channels).catch((error: unknown) =>
        log.error('the colours of a take could not be kept', error, { folder }),
      );
      await certify(folder).catch((error: unknown) =>
        log.error('a take could not be verified', error, { folder }),
      );
    },
  };
}

type ChannelOfTake = Pick<CaptureChannel, 'id' | 'colour'>;

async function keepColours(folder: string, channels: readonly ChannelOfTake[]): Promise<void> {
  if (channels.length === 0) return;
  const { document } = await readTakeFolder(folder);
  writeDocument(folder, { ...document, tracks: withChannelColours(document.tracks, channels) });
}

/** The voices of a take, cleaned and beside the recorded ones. */
function createVoiceHandlers(options: TakesServiceOptions, library: TakeLibrary) {
  const { engine, createId, clock, onChanged, onProgressed } = options;
  const open = (id: string) => readTakeFolder(library.folderOf(id));
  // One after the other: two pages that clean one take would write one file.
  const inTurn = createTurns();
  const changed = (id: string) => {
    onChanged(id);
    return library.read(id);
  };
  return {
    async 'takes.cleanVoices'({ id, denoise }, { signal }) {
      const by = { engine, createId, nowMs: () => clock.nowMs() };
      const task = { signal, onProgress: (done: number) => onProgressed(id, done) };
      await inTurn(async () => cleanVoices(await open(id), denoise, by, task));
      return changed(id);
    },
    async 'takes.forgetCleanVoices'({ id }) {
      await inTurn(async () => forgetCleanVoices(await open(id)));
      return changed(id);
    },
  } satisfies Partial<Handlers<typeof takesContract>>;
}

/** The list, the bin, and what changes a take. */
function createLibraryHandlers(
  { engine, onChanged }: Pick<TakesServiceOptions, 'engine' | 'onChanged'>,
  library: TakeLibrary,
  sound: SoundReader,
) {
  return {
    'takes.list': () => library.list(),
    'takes.read': ({ id }) => library.read(id),
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
    async 'takes.rename'({ id, name }) {
      const summary = await library.rename(id, name);
      onChanged(id);
      return summary;
    },
    async 'takes.writeLabels'({ id, labels }) {
      await library.writeLabels(id, labels);
      onChanged(id);
    },
    async 'takes.writeMarkers'({ id, markers }) {
      await library.writeMarkers(id, markers);
      onChanged(id);
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
  } satisfies Partial<Handlers<typeof takesContract>>;
}
