import { Worker } from 'node:worker_threads';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Media, Project } from '../../../src-shared/domain/edit/document.ts';
import type { DrawList } from '../../../src-shared/domain/edit/resolve.ts';
import { imageKey, type SourceImage } from '../../../src-shared/video/image.ts';
import { FrameSource, type DecodedFrame } from '../projects/index.ts';

export interface WorkerSetUp {
  kernelPath: string;
  luts: Project['luts'];
  wantsHashes: boolean;
}
export interface DrawJob {
  number: number;
  list: DrawList;
  /** By their keys; null: the one that this thread had under it for the last frame, such as a title. */
  images: [string, SourceImage | null][];
}
export type DrawAnswer =
  | { number: number; data: Uint8Array; hash: string | null }
  | { number: number; problem: string };

export interface DrawnFrame {
  /** Planes Y, U and V of 8 bits, BT.709 limited, one behind the other. */
  data: Uint8Array;
  hash: string | null;
}

export interface FrameDrawerOptions extends WorkerSetUp {
  project: Project;
  pathOf: (mediaId: string) => string;
  /** The image of a text. */
  textImage: (text: TextLayer) => Promise<SourceImage>;
  threads: number;
  signal?: AbortSignal | undefined;
}
export type TextLayer = Extract<DrawList['layers'][number]['source'], { kind: 'text' }>;

/** Each in its own module of a build; beside it in the sources. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './frameWorker.ts' : './renderWorker.js',
  import.meta.url,
);
/** Frames that a thread has before it: one that it draws, one that waits. */
const FRAMES_OF_THREAD = 2;

/** Draws frames of a project, several at once; they are given in the order in which they were asked for. */
export function openFrameDrawer(options: FrameDrawerOptions) {
  const { kernelPath, luts, wantsHashes, project, signal } = options;
  const threads = Array.from({ length: options.threads }, () =>
    openThread({ kernelPath, luts, wantsHashes } satisfies WorkerSetUp),
  );
  const sources = new Map<string, FrameSource>();
  const images = new WeakMap<DecodedFrame, SourceImage>();

  function sourceOf(clipId: string, { id, name, kind, video }: Media): FrameSource {
    // Two clips of one media are read at two places at once.
    const key = `${clipId} ${id}`;
    const known = sources.get(key);
    if (known) return known;
    if (!video) throw new RpcError('FILE_UNREADABLE', `${name} has no video.`);
    const made = new FrameSource({ path: options.pathOf(id), kind, video }, signal);
    sources.set(key, made);
    return made;
  }

  async function imageOf({ clipId, source }: DrawList['layers'][number]): Promise<SourceImage | null> {
    if (source.kind === 'colour') return null;
    if (source.kind === 'text') return await options.textImage(source);
    const media = project.media[source.mediaId];
    if (!media?.video) throw new RpcError('FILE_NOT_FOUND', `The project has no media "${source.mediaId}".`);
    const frame = await sourceOf(clipId, media).at(source.sourceTimeUs);
    const image = images.get(frame) ?? toImage(frame, media.video);
    images.set(frame, image);
    return image;
  }

  async function imagesOf(list: DrawList): Promise<Map<string, SourceImage>> {
    const found = new Map<string, SourceImage>();
    for (const layer of list.layers) {
      const key = imageKey(layer.source, list);
      if (key === null || found.has(key)) continue;
      const image = await imageOf(layer);
      if (image) found.set(key, image);
    }
    return found;
  }

  /** A clip that is over needs no decoder any more. */
  async function closeUnused(list: DrawList): Promise<void> {
    const used = new Set(list.layers.map(({ clipId }) => clipId));
    for (const [key, source] of sources) {
      if (used.has(key.split(' ')[0] ?? '')) continue;
      sources.delete(key);
      await source.close();
    }
  }

  return {
    async *draw(lists: Iterable<DrawList>): AsyncGenerator<DrawnFrame> {
      const waiting: Promise<DrawnFrame>[] = [];
      let number = 0;
      for (const list of lists) {
        if (signal?.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
        await closeUnused(list);
        const shown = await imagesOf(list);
        const thread = threads[number % threads.length];
        if (!thread) throw new Error('There is no thread to draw with.');
        const drawn = thread.draw({ number, list }, shown);
        // It is awaited in its turn; until then its failure is nobody's.
        drawn.catch(() => undefined);
        waiting.push(drawn);
        number += 1;
        if (waiting.length >= threads.length * FRAMES_OF_THREAD)
          yield await (waiting.shift() as Promise<DrawnFrame>);
      }
      for (const drawn of waiting) yield await drawn;
    },
    async close(): Promise<void> {
      for (const source of sources.values()) await source.close();
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
export type FrameDrawer = ReturnType<typeof openFrameDrawer>;

function toImage(
  { format, width, height, bytes }: DecodedFrame,
  { colour }: NonNullable<Media['video']>,
): SourceImage {
  return format === 'rgba'
    ? { format, width, height, data: bytes }
    : { format, width, height, data: bytes, colour };
}

function openThread(workerData: WorkerSetUp) {
  const worker = new Worker(WORKER, { workerData });
  const asked = new Map<number, PromiseWithResolvers<DrawnFrame>>();
  const failAll = (error: unknown) => {
    for (const { reject } of asked.values()) reject(error);
    asked.clear();
  };
  worker.on('message', (answer: DrawAnswer) => {
    const waiting = asked.get(answer.number);
    asked.delete(answer.number);
    if ('problem' in answer)
      waiting?.reject(new RpcError('BAD_OPTION', `A frame could not be drawn: ${answer.problem}`));
    else waiting?.resolve({ data: answer.data, hash: answer.hash });
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new RpcError('CANCELLED', 'The thread that draws has ended.')));
  let held: ReadonlyMap<string, SourceImage> = new Map();
  return {
    draw(job: Omit<DrawJob, 'images'>, shown: ReadonlyMap<string, SourceImage>): Promise<DrawnFrame> {
      const waiting = Promise.withResolvers<DrawnFrame>();
      asked.set(job.number, waiting);
      const images = [...shown].map(([key, image]): DrawJob['images'][number] => [
        key,
        held.get(key) === image ? null : image,
      ]);
      held = shown;
      worker.postMessage({ ...job, images } satisfies DrawJob);
      return waiting.promise;
    },
    close: () => worker.terminate(),
  };
}
