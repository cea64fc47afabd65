import kernelUrl from '../../../out/video/kernel.wasm?url';
import { drawFrames } from '../drawFrames.ts';

export interface KernelPage {
  draw(first: number, count: number): Promise<string[]>;
}
declare global {
  var kernelPage: KernelPage;
}

globalThis.kernelPage = {
  async draw(first, count) {
    const answer = await fetch(kernelUrl);
    return await drawFrames(await answer.arrayBuffer(), first, count);
  },
};
document.title = 'Ready';
