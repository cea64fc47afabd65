import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { projectsContract } from '../../../src-shared/contract/projects.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Media } from '../../../src-shared/domain/edit/document.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { toFileError, toReadError } from '../../../src-node/files/index.ts';
import {
  findMoved,
  FrameSource,
  locateMedia,
  type LocatedMedia,
  type ReadTake,
  type SoundFiles,
} from './media/index.ts';
import { readPeaks } from './media/peaks.ts';
import { readThumbnail } from './media/thumbnails.ts';
import { importFile, importTake, importUpload, withPath } from './imports.ts';

const CHUNK_BYTES = 1 << 18;
const CHUNK_SAMPLES = 1 << 15;

export interface MediaHandlerOptions {
  folderOf: (id: string) => string;
  mediaOf: (id: string, mediaId: string) => Media;
  readTake: ReadTake;
  sounds: SoundFiles;
  createId: () => string;
}

/** What a page brings into a project, and what it reads of that. */
export function createMediaHandlers(options: MediaHandlerOptions) {
  const { folderOf, mediaOf, readTake } = options;
  const locate: Locate = (id, mediaId) => locateMedia(folderOf(id), mediaOf(id, mediaId), readTake);
  return {
    ...createFileHandlers(options, locate),
    ...createSoundHandlers(options, locate),
    ...createFrameHandlers(options, locate),
  };
}

type Locate = (id: string, mediaId: string) => Promise<LocatedMedia>;

function createFileHandlers({ folderOf, mediaOf, readTake, createId }: MediaHandlerOptions, locate: Locate) {
  return {
    async 'projects.importMedia'({ from }, { signal }) {
      return from.kind === 'file'
        ? [await importFile(from.path, createId, signal)]
        : await importTake(from.takeId, readTake, createId, signal);
    },
    'projects.uploadMedia': ({ id, ...file }, { bytes, signal }) =>
      importUpload(folderOf(id), file, bytes, createId, signal),
    async 'projects.relink'({ id, mediaId, folder }, { signal }) {
      const media = mediaOf(id, mediaId);
      const failure = await locateMedia(folderOf(id), media, readTake).then(
        () => null,
        (error: unknown) => toReadError(media.name, error),
      );
      if (failure === null) return media;
      const old =
        media.source.type === 'file' && media.source.path !== null ? [dirname(media.source.path)] : [];
      const found = await findMoved(folder === undefined ? [folderOf(id), ...old] : [folder], media, signal);
      if (found !== null) return withPath(media, found);
      if (failure.code === 'FILE_NOT_FOUND') return null;
      throw failure;
    },
    async 'projects.readMediaSize'({ id, mediaId }) {
      const { path } = await locate(id, mediaId);
      return { sizeBytes: (await stat(path)).size };
    },
    async *'projects.readMedia'({ id, mediaId, fromByte, bytes }) {
      const { path } = await locate(id, mediaId);
      const file = await open(path, 'r').catch((error: unknown) => {
        throw toFileError(path, error);
      });
      try {
        for (let done = 0; done < bytes;) {
          const piece = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - done));
          const { bytesRead } = await file.read(piece, 0, piece.length, fromByte + done);
          if (bytesRead === 0) return;
          yield piece.subarray(0, bytesRead);
          done += bytesRead;
        }
      } finally {
        await file.close();
      }
    },
  } satisfies Partial<Handlers<typeof projectsContract>>;
}

function createSoundHandlers({ mediaOf, sounds }: MediaHandlerOptions, locate: Locate) {
  async function openSound(id: string, mediaId: string, signal: AbortSignal) {
    const { sound, durationSec, originSec, name } = mediaOf(id, mediaId);
    if (!sound) throw new RpcError('BAD_OPTION', `${name} has no sound.`);
    return await sounds.openSound({ ...(await locate(id, mediaId)), sound, durationSec, originSec }, signal);
  }

  return {
    async *'projects.readSound'({ id, mediaId, fromSample, samples }, { signal }) {
      const sound = await openSound(id, mediaId, signal);
      try {
        const end = Math.min(fromSample + samples, sound.samples);
        for (let at = fromSample; at < end; at += CHUNK_SAMPLES) {
          const { buffer } = await sound.read(at, Math.min(CHUNK_SAMPLES, end - at));
          yield new Uint8Array(buffer);
        }
      } finally {
        await sound.close();
      }
    },
    async 'projects.readPeaks'({ id, mediaId, ...span }, { signal }) {
      const sound = await openSound(id, mediaId, signal);
      try {
        return await readPeaks(sound, span, signal);
      } finally {
        await sound.close();
      }
    },
  } satisfies Partial<Handlers<typeof projectsContract>>;
}

function createFrameHandlers({ mediaOf }: MediaHandlerOptions, locate: Locate) {
  async function frameFile(id: string, mediaId: string) {
    const { kind, video, name } = mediaOf(id, mediaId);
    if (!video) throw new RpcError('BAD_OPTION', `${name} has no video.`);
    return { path: (await locate(id, mediaId)).path, kind, video };
  }

  return {
    async *'projects.readThumbnails'({ id, mediaId, timesUs, height }, { signal }) {
      const file = await frameFile(id, mediaId);
      for (const timeUs of timesUs) {
        const image = await readThumbnail(file, timeUs, height, signal);
        const size = Buffer.alloc(4);
        size.writeUInt32LE(image.length);
        yield size;
        if (image.length > 0) yield image;
      }
    },
    async *'projects.readFrame'({ id, mediaId, timeUs }, { signal }) {
      const frames = new FrameSource(await frameFile(id, mediaId), signal);
      try {
        const { width, height, format, bytes } = await frames.at(timeUs);
        const head = Buffer.alloc(12);
        head.writeUInt32LE(width, 0);
        head.writeUInt32LE(height, 4);
        head.writeUInt32LE(format === 'rgba' ? 1 : 0, 8);
        yield head;
        yield Uint8Array.from(bytes);
      } finally {
        await frames.close();
      }
    },
  } satisfies Partial<Handlers<typeof projectsContract>>;
}
