import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openKernel } from '../../../src-shared/video/kernel.ts';
import type { DrawAnswer, DrawJob, WorkerSetUp } from './frameDrawer.ts';

/** A thread that draws frames: it has a kernel of its own. */
const { kernelPath, luts, wantsHashes } = workerData as WorkerSetUp;
const kernel = readFile(kernelPath).then((wasm) => openKernel(Uint8Array.from(wasm)));

parentPort?.on('message', ({ number, list, pictures }: DrawJob) => {
  kernel
    .then((opened) => {
      const { data } = opened.render(list, new Map(pictures), luts);
      const answer: DrawAnswer = { number, data, hash: wantsHashes ? opened.hash() : null };
      parentPort?.postMessage(answer, [data.buffer]);
    })
    .catch((error: unknown) => {
      parentPort?.postMessage({ number, problem: (error as Error).message } satisfies DrawAnswer);
    });
});
