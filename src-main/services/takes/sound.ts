import type { TakeTrack } from '../../../src-shared/contract/takes.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import { openWav, readWav, type WavFile } from '../clean/index.ts';
import type { Log } from '../ports.ts';
import { openRegular } from '../../../src-node/files/index.ts';
import { DecodedSound, HEARD_CHANNELS } from './decodedSound.ts';
import { readTakeFolder, type TakeFolder } from './folder.ts';
import { requireTrack } from './peaks.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';

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
  const decoded = new DecodedSound(options);
  const inTurn = createTurns();

  return {
    prepare(folder, task) {
      // One after the other: two players of one take would write one file.
      return inTurn(() => prepare(folder, decoded, task));
    },
    async *read(folderPath, trackId, fromFrame, frames) {
      const folder = await readTakeFolder(folderPath);
      const track = requireTrack(folder, trackId);
      const wav = await (isWav(folder, track)
        ? openRegular(folderPath, track.file).then(readWav)
        : openWav(decoded.pathOf(folderPath, track)));
      yield* readHeard(wav, fromFrame, frames);
    },
    forget: (takeId) => decoded.forget(takeId),
    sweep: () => decoded.sweep(),
    close: () => decoded.close(),
  };
}

async function prepare(
  folder: TakeFolder,
  decoded: DecodedSound,
  { signal, onProgress }: TakeJobTask,
): Promise<void> {
  await decoded.sweep();
  const tracks = folder.document.tracks.filter((track) => track.framesWritten > 0 && !isWav(folder, track));
  for (const [index, track] of tracks.entries()) {
    await decoded.decode(folder, track, {
      onProgress: (done) => onProgress?.((index + done) / tracks.length),
      ...(signal ? { signal } : {}),
    });
  }
}

/** Read where it lies: what was cleaned later is WAV beside tracks of any kind. */
const isWav = ({ document }: TakeFolder, { kind }: TakeTrack) =>
  document.container === 'rf64' || kind === 'cleaned';

/** Closes the file when it is done, and when nobody reads any more. */
async function* readHeard(wav: WavFile, fromFrame: number, frames: number): AsyncGenerator<Uint8Array> {
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
