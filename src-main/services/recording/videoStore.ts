import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { VIDEO_SCHEMA_VERSION } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { VideoStore, RecordingLog } from '../../../src-shared/recording/index.ts';
import { toFileError } from '../../../src-node/files/index.ts';
import {
  describeOwnProcess,
  dropReserve,
  makeReserve,
  VideoFile,
  writeVideoDocument,
} from '../takes/index.ts';

/** The video of a take in its folder. They end before the disk has less than `keepFreeBytes`. */
export function openVideoStore(
  folder: string,
  { keepFreeBytes, log }: { keepFreeBytes: number; log: RecordingLog },
): VideoStore {
  let writer = { pid: 0, startedTicks: 0 };

  /** Its files live on elsewhere; what is written by name would begin another take here. */
  async function isFolderMoved(): Promise<boolean> {
    return await stat(folder).then(
      () => false,
      (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT',
    );
  }

  return {
    async begin() {
      writer = await describeOwnProcess();
      // Without it the take ends well all the same, unless the disk is full to the last byte.
      await makeReserve(folder).catch((error: unknown) => log.error('no reserve', error));
    },
    async create(name, facts) {
      const path = join(folder, name);
      return await VideoFile.create(path, facts).catch((error: unknown) => {
        throw toFileError(path, error);
      });
    },
    save: (document) =>
      writeVideoDocument(folder, { schemaVersion: VIDEO_SCHEMA_VERSION, writer, ...document }),
    dropReserve: () => dropReserve(folder),
    async findTrouble() {
      if (await isFolderMoved()) return moved(folder);
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize < keepFreeBytes ? diskLow(folder) : null;
    },
  };
}

function diskLow(folder: string): RpcError {
  return failWith('DISK_FULL', 'diskAlmostFull', { values: { folder } });
}

function moved(folder: string): RpcError {
  return failWith('FILE_NOT_FOUND', 'takeFolderMoved', { values: { folder } });
}
