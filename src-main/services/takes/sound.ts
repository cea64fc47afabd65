import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { TakeTrack } from '../../../src-shared/contract/takes.ts';
import { openWav, readWav, type WavFile } from '../clean/index.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import type { Log } from '../ports.ts';
import { openRegular, regularPath, requireRoom, toFileError } from '../../../src-node/files/index.ts';
import { readTakeFolder, requireNativeSound, type TakeFolder } from './folder.ts';
import { refuseEndless } from './export.ts';
import { requireTrack } from './peaks.ts';

const HEARD_CHANNELS = 2;
/** Frames that leave at once: a third of a second at 48 kHz. */
const CHUNK_FRAMES = 1 << 14;

/** Gives the sound of tracks to a player, from any place, without any of it lying in memory whole. */
export interface SoundReader {
  prepare(folder: TakeFolder, task: TakeJobTask): Promise<void>;
  read(folderPath: string, trackId: string, fromFrame: number, frames: number): AsyncGenerator<Uint8Array>;
  /** Removes what an earlier run has left; the first `prepare` does it at the latest. */
  sweep(): Promise<void>;
  /** A take has gone: what was decoded of it goes too. */
  forget(takeId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * RF64 is read where it lies. FLAC knows no place of a frame without looking through what is before it, so it is
 * decoded once, beside the library, and read from there.
 */
export function createSoundReader(options: {
  dir: string;
  engine: Pick<EngineService, 'runTakeJob'>;
  log: Log;
}): SoundReader {
  const { dir, engine, log } = options;
  let emptied: Promise<void> | null = null;
  const sweep = () =>
    (emptied ??= rm(dir, { recursive: true, force: true }).catch((error: unknown) =>
      log.error('sound that was decoded by an earlier run could not be removed', error, { dir }),
    ));
  const decodedPath = (folderPath: string, track: TakeTrack) =>
    join(dir, basename(folderPath), `${track.file}.wav`);
  let queue: Promise<unknown> = Promise.resolve();

  async function decode(folder: TakeFolder, track: TakeTrack, task: TakeJobTask): Promise<void> {
    const to = decodedPath(folder.path, track);
    if (await isThere(to)) return;
    await mkdir(join(dir, basename(folder.path)), { recursive: true }).catch((error: unknown) => {
      throw toFileError(to, error);
    });
    const part = `${to}.part`;
    try {
      const inputs = [{ path: regularPath(folder.path, track.file), offsetFrames: 0, gainDb: 0 }];
      const encodingOfTake = requireNativeSound(folder);
      const { sampleRate } = folder.document;
      refuseEndless(folder.document, track.framesWritten);
      await requireRoom(to, track.framesWritten * HEARD_CHANNELS * 4);
      await engine.runTakeJob(
        {
          ...{ kind: 'export', inputs, outputPath: part, container: 'wav', encoding: encodingOfTake },
          ...{ frames: track.framesWritten, channels: track.channels === 1 ? 1 : 2, sampleRate },
          targetLufs: null,
        },
        task,
      );
      if (task.signal?.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
      await rename(part, to).catch((error: unknown) => {
        throw toFileError(to, error);
      });
    } finally {
      await rm(part, { force: true });
    }
  }

  async function prepare(folder: TakeFolder, { signal, onProgress }: TakeJobTask): Promise<void> {
    await sweep();
    const tracks = folder.document.tracks.filter(({ framesWritten }) => framesWritten > 0);
    if (folder.document.container === 'rf64') return;
    for (const [index, track] of tracks.entries()) {
      await decode(folder, track, {
        onProgress: (done) => onProgress?.((index + done) / tracks.length),
        ...(signal ? { signal } : {}),
      });
    }
  }

  return {
    prepare(folder, task) {
      // One after the other: two players of one take would write one file.
      const result = queue.then(() => prepare(folder, task));
      queue = result.catch(() => undefined);
      return result;
    },
    async *read(folderPath, trackId, fromFrame, frames) {
      const folder = await readTakeFolder(folderPath);
      const track = requireTrack(folder, trackId);
      const isPlain = folder.document.container === 'rf64';
      const wav = await (isPlain
        ? openRegular(folderPath, track.file).then(readWav)
        : openWav(decodedPath(folderPath, track)));
      try {
        for (let done = 0; done < frames;) {
          const samples = await wav.read(fromFrame + done, Math.min(CHUNK_FRAMES, frames - done));
          if (samples.length === 0) return;
          yield toBytes(samples, wav);
          done += samples.length / wav.channels;
        }
      } finally {
        await wav.close();
      }
    },
    forget: (takeId) => rm(join(dir, takeId), { recursive: true, force: true }),
    sweep,
    async close() {
      if (emptied) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Of more channels than are heard, the first ones. */
function toBytes(samples: Float32Array, { channels }: Pick<WavFile, 'channels'>): Uint8Array {
  const heard = Math.min(HEARD_CHANNELS, channels);
  if (heard === channels) return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const frames = samples.length / channels;
  const picked = new Float32Array(frames * heard);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let channel = 0; channel < heard; channel += 1) {
      picked[frame * heard + channel] = samples[frame * channels + channel] ?? 0;
    }
  }
  return new Uint8Array(picked.buffer);
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
