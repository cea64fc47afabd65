import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { projectsContract } from '../../../../src-shared/contract/projects.ts';
import type { Media, Project } from '../../../../src-shared/domain/edit/document.ts';
import type { Handlers } from '../../../../src-shared/rpc/index.ts';
import { fileIn, piecesOf, removeFile, writeFile } from '../storedFiles.ts';
import type { TakeReader } from '../takes/takeReader.ts';
import type { ProjectFolders } from './folders.ts';
import { collectPeaks, isCoarse, readFinePeaks, readPoints } from './media/peaks.ts';
import { MEDIA_FOLDER, type Locate } from './media/places.ts';
import { hashMedia, probeMedia } from './media/probe.ts';
import { openMediaSound, type MediaSound } from './media/sound.ts';
import { mediaOfTake } from './media/takeMedia.ts';
import { Thumbnails } from './media/thumbnails.ts';

const PEAKS_FOLDER = 'peaks';
/** Sounds that stay open, the last ones read. */
const MOST_OPEN = 8;

export interface MediaHandlerOptions {
  folders: ProjectFolders;
  takes: TakeReader;
  locate: Locate;
  read: (id: string) => Promise<Project>;
  mediaOf: (id: string, mediaId: string) => Promise<Media>;
  createId: () => string;
}

type Part = Partial<Handlers<typeof projectsContract>>;

/** What a page brings into a project, and what it reads of that. */
export const createMediaHandlers = (options: MediaHandlerOptions) => ({
  ...createFileHandlers(options),
  ...createSoundHandlers(options),
  ...createFrameHandlers(options),
});

function createFileHandlers({ folders, takes, locate, read, mediaOf, createId }: MediaHandlerOptions) {
  return {
    async 'projects.importMedia'({ from }) {
      if (from.kind === 'file') throw failWith('UNSUPPORTED', 'pageOpensNoPaths');
      return await mediaOfTake(takes, from.takeId, createId);
    },
    async 'projects.uploadMedia'({ id, name, sizeBytes }, { bytes }) {
      if (sizeBytes === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name } });
      const folder = await (await folders.open(id)).getDirectoryHandle(MEDIA_FOLDER, { create: true });
      const handleId = createId();
      try {
        await writeFile(folder, handleId, exactly(bytes, name, sizeBytes));
        const file = await fileIn(folder, handleId);
        if (!file) throw failWith('FILE_NOT_FOUND', 'pageMediaGone', { values: { name } });
        const probed = await probeMedia(file, name);
        const source = { type: 'file' as const, path: null, handleId, ...(await hashMedia(file)) };
        return { id: createId(), ...probed, source, linkId: null, startSec: 0 };
      } catch (error) {
        await removeFile(folder, handleId).catch(() => undefined);
        throw error;
      }
    },
    /** A recording may have come back from the bin; of other files a page knows no place to look in. */
    async 'projects.relink'({ id, mediaId }) {
      const media = await mediaOf(id, mediaId);
      const isThere = await locate(id, media).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RpcError && error.code === 'FILE_NOT_FOUND') return false;
          throw error;
        },
      );
      return isThere ? media : null;
    },
    async 'projects.readMediaSize'({ id, mediaId }) {
      const { file } = await locate(id, await mediaOf(id, mediaId));
      return { sizeBytes: file.size };
    },
    async *'projects.readMedia'({ id, mediaId, fromByte, bytes }) {
      const { file } = await locate(id, await mediaOf(id, mediaId));
      yield* piecesOf(file, fromByte, fromByte + bytes);
    },
    async 'projects.readPaths'({ id }) {
      const { code, message } = failWith('UNSUPPORTED', 'pageOpensNoPaths');
      const failed = Object.keys((await read(id)).media).map((mediaId) => ({ mediaId, code, message }));
      return { paths: {}, failed };
    },
  } satisfies Part;
}

/** All bytes that were announced, not one fewer or more. */
async function* exactly(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let at = 0;
  for await (const piece of bytes) {
    at += piece.byteLength;
    if (at > size) throw failWith('BAD_INPUT', 'importTooMany', { values: { name, size } });
    yield Uint8Array.from(piece);
  }
  if (at < size) throw failWith('BAD_INPUT', 'importTooFew', { values: { name, size, at } });
}

function createSoundHandlers({ folders, locate, mediaOf }: MediaHandlerOptions) {
  const opened = new Map<string, Promise<MediaSound>>();
  const points = new Map<string, Promise<Float32Array>>();

  async function open(id: string, media: Media): Promise<MediaSound> {
    const sound = openMediaSound(await locate(id, media));
    if (!sound) throw failWith('BAD_OPTION', 'mediaNoSound', { values: { name: media.name } });
    return sound;
  }

  /** Kept open: what is read next lies behind it, most of the time. */
  async function soundOf(id: string, media: Media): Promise<MediaSound> {
    const key = `${id} ${media.id}`;
    const known = opened.get(key) ?? open(id, media);
    opened.delete(key);
    opened.set(key, known);
    known.catch(() => opened.delete(key));
    const [oldest] = opened.keys();
    if (opened.size > MOST_OPEN && oldest !== undefined) {
      void opened.get(oldest)?.then((sound) => sound.dispose());
      opened.delete(oldest);
    }
    return await known;
  }

  /** Made once by decoding all of it, and kept with the project. */
  async function pointsOf(id: string, media: Media): Promise<Float32Array> {
    const folder = await (await folders.open(id)).getDirectoryHandle(PEAKS_FOLDER, { create: true });
    const kept = await fileIn(folder, media.id);
    if (kept) return new Float32Array(await kept.arrayBuffer());
    const sound = await open(id, media);
    try {
      const made = await collectPeaks(sound, media.durationSec);
      // Without room for it, it is made again the next time.
      await writeFile(folder, media.id, new Uint8Array(made.buffer)).catch(() => undefined);
      return made;
    } finally {
      sound.dispose();
    }
  }

  return {
    async *'projects.readSound'({ id, mediaId, fromSample, samples }) {
      const media = await mediaOf(id, mediaId);
      const sound = await soundOf(id, media);
      const end = Math.ceil(media.durationSec * 48_000);
      const count = Math.min(samples, end - fromSample);
      if (count > 0) yield new Uint8Array((await sound.read(fromSample, count)).buffer);
    },
    async 'projects.readPeaks'({ id, mediaId, ...span }) {
      const media = await mediaOf(id, mediaId);
      if (!isCoarse(span)) return await readFinePeaks(await soundOf(id, media), span);
      const key = `${id} ${mediaId}`;
      const made = points.get(key) ?? pointsOf(id, media);
      points.set(key, made);
      made.catch(() => points.delete(key));
      return readPoints(await made, span);
    },
  } satisfies Part;
}

function createFrameHandlers({ locate, mediaOf }: MediaHandlerOptions) {
  return {
    async *'projects.readThumbnails'({ id, mediaId, timesUs, height }) {
      const media = await mediaOf(id, mediaId);
      if (!media.video) throw failWith('BAD_OPTION', 'mediaNoVideo', { values: { name: media.name } });
      const thumbnails = new Thumbnails((await locate(id, media)).file, media.kind === 'image');
      try {
        for (const timeUs of timesUs) {
          const image = await thumbnails.read(timeUs + (media.originSec ?? 0) * 1e6, height);
          const size = new Uint8Array(4);
          new DataView(size.buffer).setUint32(0, image.length, true);
          yield size;
          if (image.length > 0) yield image;
        }
      } finally {
        thumbnails.dispose();
      }
    },
    async *'projects.readFrame'({ id, mediaId }) {
      yield* noFrame(await mediaOf(id, mediaId));
    },
  } satisfies Part;
}

/** The page has tried with the only decoder that there is. */
function noFrame({ name }: Media): never[] {
  throw failWith('FORMAT_UNSUPPORTED', 'pageNoFrame', { values: { name } });
}
