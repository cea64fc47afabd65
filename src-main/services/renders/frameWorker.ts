import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { SourceImage } from '../../../src-shared/video/image.ts';
import { openKernel } from '../../../src-shared/video/kernel.ts';
import type { DrawAnswer, DrawJob, WorkerSetUp } from './frameDrawer.ts';

/** A thread that draws frames: it has a kernel of its own. */
const { kernelPath, luts, wantsHashes } = workerData as WorkerSetUp;
const kernel = readFile(kernelPath).then((wasm) => openKernel(Uint8Array.from(wasm)));

/** Of the last frame: the kernel reads an image once, as long as it is the same object. */
let held = new Map<string, SourceImage>();

parentPort?.on('message', ({ number, list, images }: DrawJob) => {
  kernel
    .then((opened) => {
      held = new Map(images.flatMap(([key, image]) => withHeld(key, image)));
      const { data } = opened.render(list, held, luts);
      const answer: DrawAnswer = { number, data, hash: wantsHashes ? opened.hash() : null };
      parentPort?.postMessage(answer, [data.buffer]);
    })
    .catch((error: unknown) => {
      parentPort?.postMessage({ number, problem: (error as Error).message } satisfies DrawAnswer);
    });
});

function withHeld(key: string, image: SourceImage | null): [string, SourceImage][] {
  const found = image ?? held.get(key);
  return found ? [[key, found]] : [];
}
