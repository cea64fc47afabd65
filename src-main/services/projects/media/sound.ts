import { createHash } from 'node:crypto';
import { open, readdir, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { Media } from '../../../../src-shared/domain/edit/document.ts';
import { SOUND_RATE } from '../../../../src-shared/domain/edit/time.ts';
import { createTurns } from '../../../../src-shared/lib/turns.ts';
import {
  makeFolderDurably,
  moveDurably,
  requireRoom,
  toFileError,
} from '../../../../src-node/files/index.ts';
import { openWav } from '../../clean/index.ts';
import { runFfmpeg } from '../../ffmpeg/index.ts';
import { inputArgs } from './input.ts';

const SAMPLE_BYTES = 8;
/** Decoded sound that nobody read for so long is decoded again when it is wanted. */
const KEPT_MS = 14 * 86_400_000;
/** Than its file says: one whose time begins days later is no reason to fill a disk with silence. */
const MOST_LONGER_SEC = 600;

/** The sound of a file, from any place: stereo float32 at 48 kHz. */
export interface MediaSound {
  /** Samples a channel. */
  readonly samples: number;
  /** Interleaved; silence before its begin and behind its end. */
  read(fromSample: number, samples: number): Promise<Float32Array>;
  close(): Promise<void>;
}

export interface SoundFile {
  path: string;
  sound: NonNullable<Media['sound']>;
  durationSec: number;
  /** Where its own time begins; none: at 0. */
  originSec?: number | undefined;
  /** How much later its first sample is heard, in samples at 48 kHz: of a take's track. */
  offsetSamples: number;
}

/** Decodes each file once, into `dir`; WAV at 48 kHz of one or two channels is read where it lies. */
export function createSoundFiles(dir: string) {
  const inTurn = createTurns();

  async function openSound(file: SoundFile, signal?: AbortSignal): Promise<MediaSound> {
    const direct = await openDirectly(file);
    if (direct) return laid(direct, file.offsetSamples);
    const path = await inTurn(() => decodeOnce(dir, file, signal));
    return laid(await openDecoded(path), file.offsetSamples);
  }

  return {
    openSound,
    /** Removes what was not read for long, and what an earlier run left half done. */
    async sweep(nowMs: number): Promise<void> {
      for (const name of await readdir(dir).catch(() => [])) {
        const path = join(dir, name);
        const stats = await stat(path).catch(() => null);
        if (!stats?.isFile()) continue;
        if (name.endsWith('.part') || nowMs - stats.atimeMs > KEPT_MS) await rm(path, { force: true });
      }
    },
  };
}
export type SoundFiles = ReturnType<typeof createSoundFiles>;

async function openDirectly({ path, sound }: SoundFile): Promise<MediaSound | null> {
  if (sound.sampleRate !== SOUND_RATE || sound.channels > 2 || !/\.wav$/i.test(path)) return null;
  const wav = await openWav(path).catch(() => null);
  if (!wav) return null;
  if (wav.sampleRate !== SOUND_RATE || wav.channels > 2) {
    await wav.close();
    return null;
  }
  return {
    samples: wav.frames,
    async read(fromSample, samples) {
      const found = await wav.read(fromSample, samples);
      return wav.channels === 2 ? found : doubled(found);
    },
    close: () => wav.close(),
  };
}

function doubled(mono: Float32Array): Float32Array {
  const stereo = new Float32Array(mono.length * 2);
  for (let index = 0; index < mono.length; index += 1) {
    const sample = mono[index] ?? 0;
    stereo[index * 2] = sample;
    stereo[index * 2 + 1] = sample;
  }
  return stereo;
}

async function decodeOnce(dir: string, file: SoundFile, signal?: AbortSignal): Promise<string> {
  const { size, mtimeMs } = await stat(file.path).catch((error: unknown) => {
    throw toFileError(file.path, error);
  });
  const key = createHash('sha256')
    .update(JSON.stringify([file.path, size, mtimeMs, placedAt(file), 'file time']))
    .digest('hex');
  const path = join(dir, `${key.slice(0, 32)}.f32`);
  if (await isThere(path)) {
    const now = new Date();
    await utimes(path, now, (await stat(path)).mtime);
    return path;
  }
  makeFolderDurably(dir, { recursive: true, mode: 0o700 });
  await requireRoom(path, Math.ceil(file.durationSec * SOUND_RATE) * SAMPLE_BYTES);
  const part = `${path}.${process.pid}.part`;
  try {
    await runFfmpeg(
      [
        // Times are those of the file, as its frames have them; where the sound begins later than it, silence is put before it.
        ...['-copyts', ...inputArgs(file.path), '-map', '0:a:0', '-vn', '-sn', '-dn'],
        ...['-af', `${toStereo(file.sound.channels)},${placedAt(file)}`],
        ...[
          '-t',
          String((file.originSec ?? 0) + file.durationSec + MOST_LONGER_SEC),
          '-ar',
          String(SOUND_RATE),
          '-c:a',
          'pcm_f32le',
          '-f',
          'f32le',
          '-y',
          `file:${part}`,
        ],
      ],
      { outputPath: 'The decoded sound', ...(signal ? { signal } : {}) },
    );
    await moveDurably(part, path);
    return path;
  } finally {
    await rm(part, { force: true });
  }
}

const placedAt = ({ originSec = 0 }: SoundFile): string =>
  `aresample=${SOUND_RATE}:async=1:first_pts=${Math.round(originSec * SOUND_RATE)}`;

/** Mono is as loud on both sides; more than two channels are mixed down without clipping. */
function toStereo(channels: number): string {
  if (channels === 1) return 'pan=stereo|c0=c0|c1=c0';
  if (channels === 2) return 'anull';
  return 'aresample=rematrix_maxval=1.0:ochl=stereo,aformat=channel_layouts=stereo';
}

async function openDecoded(path: string): Promise<MediaSound> {
  const file: FileHandle = await open(path, 'r');
  const samples = Math.floor((await file.stat()).size / SAMPLE_BYTES);
  return {
    samples,
    async read(fromSample, wanted) {
      const count = Math.max(0, Math.min(wanted, samples - fromSample));
      const found = new Float32Array(count * 2);
      const bytes = new Uint8Array(found.buffer);
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await file.read(
          bytes,
          done,
          bytes.length - done,
          fromSample * SAMPLE_BYTES + done,
        );
        if (bytesRead === 0) throw new RpcError('FILE_UNREADABLE', 'The decoded sound has become shorter.');
        done += bytesRead;
      }
      return found;
    },
    close: () => file.close(),
  };
}

/** Put at its place, with silence around it. */
function laid(sound: MediaSound, offsetSamples: number): MediaSound {
  return {
    samples: Math.max(0, sound.samples + offsetSamples),
    async read(fromSample, samples) {
      const from = fromSample - offsetSamples;
      const first = Math.max(0, from);
      const last = Math.min(sound.samples, from + samples);
      const whole = new Float32Array(samples * 2);
      if (last > first) whole.set(await sound.read(first, last - first), (first - from) * 2);
      return whole;
    },
    close: () => sound.close(),
  };
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
