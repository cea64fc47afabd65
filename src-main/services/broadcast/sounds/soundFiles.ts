import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { broadcastSoundsContract } from '../../../../src-shared/contract/broadcastSounds.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import {
  DEFAULT_SOUND_DB,
  MAX_SOUNDS,
  type BroadcastSound,
  type SoundPlaying,
} from '../../../../src-shared/domain/broadcast/sounds.ts';
import type { Handlers } from '../../../../src-shared/rpc/index.ts';
import { requireRoom, toFileError, writeUpload } from '../../../../src-node/files/index.ts';
import type { Log } from '../../ports.ts';
import { probeSound } from '../probeFile.ts';
import { createSoundMixer, gainOf, toTrack, type Voice } from './mixSounds.ts';
import { playSound, type SoundPlayer } from './soundPlayer.ts';

const ANNOUNCE_MS = 1000;
const FLOAT_BYTES = 4;

interface SoundFile extends SoundPlaying {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly durationSec: number;
  player: SoundPlayer | null;
  /** The last that was heard; 0: it begins, or was paused. */
  heardGain: number;
}

/** Sound files while a broadcast is live. */
export interface SoundMix {
  /**
   * A piece of the engine's mix, stereo pairs of floats, with the files in it. `sessionFrame`: where it is in a take that
   * is recorded beside it; null where silence stands for sound of the engine.
   */
  add(pairs: Uint8Array, sessionFrame: number | null): Uint8Array;
  end(): void;
}

export interface SoundFiles {
  handlers: Handlers<typeof broadcastSoundsContract>;
  openMix: (rateHz: number) => SoundMix;
  /** Those that are there now, as tracks of a take. */
  tracks: () => { id: string; name: string }[];
  close: () => void;
}

/** A take that may have sound files as tracks of their own. */
export interface SoundTake {
  readonly playedIds: readonly string[];
  writePlayed(sessionFrame: number, sounds: readonly { id: string; samples: Float32Array }[]): void;
}

export interface SoundFilesOptions {
  /** What lies in it belongs to this host, and is gone with it. */
  folder: string;
  createId: () => string;
  log: Log;
  /** The take beside the broadcast. */
  take: SoundTake;
  onChanged: (sounds: BroadcastSound[]) => void;
}

/** Sound files of the page, which the host plays into the mix of a broadcast at exactly its pace. */
export function openSoundFiles(options: SoundFilesOptions): SoundFiles {
  const { folder, log, take, onChanged } = options;
  const removeAll = () => rmSync(folder, { recursive: true, force: true });
  try {
    removeAll();
  } catch (error) {
    log.error('sound files of an earlier broadcast could not be removed', error);
  }
  const files: SoundFile[] = [];
  let isLive = false;
  const view = () => files.map((file) => toView(file, isLive));
  const change = (work: () => void) => {
    work();
    const sounds = view();
    onChanged(sounds);
    return sounds;
  };
  /** Silence too: a take that ends waits for no more of a file that is paused. */
  function record(sessionFrame: number, voices: readonly (Voice | null)[], samples: number): void {
    const { playedIds } = take;
    const sounds = files.flatMap(({ id }, at) => {
      const trackId = trackIdOf(id);
      return playedIds.includes(trackId)
        ? [{ id: trackId, samples: toTrack(voices[at] ?? null, samples) }]
        : [];
    });
    take.writePlayed(sessionFrame, sounds);
  }

  return {
    tracks: () => files.map(({ id, name }) => ({ id: trackIdOf(id), name })),
    handlers: {
      'broadcastSounds.list': view,
      async 'broadcastSounds.add'(input, { bytes, signal }) {
        if (files.length >= MAX_SOUNDS)
          throw failWith('BAD_OPTION', 'soundsMost', { values: { count: MAX_SOUNDS } });
        const file = await receive(options, input, bytes, signal);
        return change(() => files.push(file));
      },
      ...createPlayHandlers(files, change),
    },
    openMix(rateHz) {
      isLive = true;
      const mix = createSoundMixer(rateHz);
      const announcing = setInterval(() => files.length > 0 && onChanged(view()), ANNOUNCE_MS);
      return {
        add(pairs, sessionFrame) {
          const samples = Math.floor(pairs.byteLength / FLOAT_BYTES);
          const voices = files.map((file) => voiceOf(file, rateHz, samples));
          if (sessionFrame !== null) record(sessionFrame, voices, samples);
          return mix(
            pairs,
            voices.filter((voice) => voice !== null),
          );
        },
        end() {
          clearInterval(announcing);
          isLive = false;
          change(() => files.forEach(stop));
        },
      };
    },
    close() {
      files.forEach(stop);
      removeAll();
    },
  };
}

function createPlayHandlers(files: SoundFile[], change: (work: () => void) => BroadcastSound[]) {
  function find(id: string): SoundFile {
    const file = files.find((known) => known.id === id);
    if (!file) throw failWith('BAD_OPTION', 'soundGone');
    return file;
  }

  return {
    'broadcastSounds.change': ({ id, ...playing }) =>
      change(() => {
        const file = Object.assign(find(id), playing);
        file.player?.setLooped(file.isLooped);
        // One that is over begins again.
        if (file.isPlaying && file.player?.hasEnded) stop(file);
      }),
    'broadcastSounds.restart': ({ id }) =>
      change(() => {
        const file = find(id);
        stop(file);
        file.isPlaying = true;
      }),
    'broadcastSounds.remove': ({ id }) =>
      change(() => {
        const file = find(id);
        stop(file);
        files.splice(files.indexOf(file), 1);
        rmSync(file.path, { force: true });
      }),
  } satisfies Partial<Handlers<typeof broadcastSoundsContract>>;
}

/** Nothing is left of a file that cannot be played. */
async function receive(
  { folder, createId }: SoundFilesOptions,
  { name, sizeBytes }: { name: string; sizeBytes: number },
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<SoundFile> {
  if (sizeBytes === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name } });
  const id = createId();
  const path = join(folder, id);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await requireRoom(path, sizeBytes);
    await writeUpload(path, name, sizeBytes, bytes);
    const durationSec = await probeSound(path, name, signal);
    const playing = { levelDb: DEFAULT_SOUND_DB, isPlaying: true, isLooped: true };
    return { id, name, path, durationSec, ...playing, player: null, heardGain: 0 };
  } catch (error) {
    rmSync(path, { force: true });
    throw toFileError(name, error);
  }
}

function stop(file: SoundFile): void {
  file.player?.close();
  file.player = null;
  file.heardGain = 0;
}

const trackIdOf = (id: string) => `sound-${id}`;

/** What is heard of it now; null: nothing. One that pauses, or is let go, fades over this piece. */
function voiceOf(file: SoundFile, rateHz: number, samples: number): Voice | null {
  const toGain = file.isPlaying ? gainOf(file.levelDb) : 0;
  const fromGain = file.heardGain;
  if (fromGain === 0 && toGain === 0) return null;
  file.player ??= playSound({ path: file.path, rateHz, isLooped: file.isLooped });
  if (file.player.hasEnded) {
    // It plays again when somebody says so.
    file.isPlaying = false;
    file.heardGain = 0;
    return null;
  }
  file.heardGain = toGain;
  return { samples: file.player.take(samples), fromGain, toGain };
}

function toView(file: SoundFile, isLive: boolean): BroadcastSound {
  const { id, name, durationSec, levelDb, isPlaying, isLooped, player } = file;
  return {
    id,
    name,
    durationSec,
    levelDb,
    isPlaying,
    isLooped,
    positionSec: isLive ? (player?.positionSec ?? 0) : null,
    problem: player?.problem ?? null,
  };
}
