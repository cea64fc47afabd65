import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { TakeTrack } from '../../../src-shared/contract/takes.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import { regularPath, requireRoom, toFileError } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';
import { refuseEndless } from '../../../src-shared/handlers/soundExport.ts';
import { requireNativeSound, type TakeFolder } from './folder.ts';

export const HEARD_CHANNELS = 2;

export interface DecodedSoundOptions {
  dir: string;
  engine: Pick<EngineService, 'runTakeJob'>;
  log: Log;
}

/** Tracks that were decoded to be heard, as files beside the library. */
export class DecodedSound {
  readonly #options: DecodedSoundOptions;
  #emptied: Promise<void> | null = null;

  constructor(options: DecodedSoundOptions) {
    this.#options = options;
  }

  pathOf(folderPath: string, track: TakeTrack): string {
    return join(this.#options.dir, basename(folderPath), `${track.file}.wav`);
  }

  /** Writes the file of a track, where it is not there yet. */
  async decode(folder: TakeFolder, track: TakeTrack, task: TakeJobTask): Promise<void> {
    const to = this.pathOf(folder.path, track);
    if (await isThere(to)) return;
    await mkdir(join(this.#options.dir, basename(folder.path)), { recursive: true }).catch(
      (error: unknown) => {
        throw toFileError(to, error);
      },
    );
    const part = `${to}.part`;
    try {
      await this.#write(folder, track, part, task);
      if (task.signal?.aborted) throw failWith('CANCELLED', 'cancelled');
      await rename(part, to).catch((error: unknown) => {
        throw toFileError(to, error);
      });
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Removes what an earlier run has left, once. */
  sweep(): Promise<void> {
    const { dir, log } = this.#options;
    return (this.#emptied ??= rm(dir, { recursive: true, force: true }).catch((error: unknown) =>
      log.error('sound that was decoded by an earlier run could not be removed', error, { dir }),
    ));
  }

  async forget(takeId: string): Promise<void> {
    await rm(join(this.#options.dir, takeId), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    if (this.#emptied) await rm(this.#options.dir, { recursive: true, force: true });
  }

  async #write(folder: TakeFolder, track: TakeTrack, outputPath: string, task: TakeJobTask): Promise<void> {
    const inputs = [{ path: regularPath(folder.path, track.file), offsetFrames: 0, gainDb: 0 }];
    const encoding = requireNativeSound(folder);
    refuseEndless(folder.document, track.framesWritten);
    await requireRoom(outputPath, track.framesWritten * HEARD_CHANNELS * 4);
    await this.#options.engine.runTakeJob(
      {
        kind: 'export',
        inputs,
        outputPath,
        container: 'wav',
        encoding,
        frames: track.framesWritten,
        channels: track.channels === 1 ? 1 : 2,
        sampleRate: folder.document.sampleRate,
        targetLufs: null,
      },
      task,
    );
  }
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
