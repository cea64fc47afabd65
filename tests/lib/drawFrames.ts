import { openKernel } from '../../src-shared/video/kernel.ts';
import { kernelFrame } from './kernelFrames.ts';

/** Draws frames one after the other by one kernel, in a page or here, and answers their hashes. */
export async function drawFrames(
  wasm: ArrayBuffer | Uint8Array<ArrayBuffer>,
  first: number,
  count: number,
): Promise<string[]> {
  const kernel = await openKernel(wasm);
  const hashes: string[] = [];
  for (let index = first; index < first + count; index += 1) {
    const { list, images, luts } = kernelFrame(index);
    kernel.render(list, images, luts);
    hashes.push(kernel.hash());
  }
  kernel.dispose();
  return hashes;
}
