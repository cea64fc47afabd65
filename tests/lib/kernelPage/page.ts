import kernelUrl from '../../../out/video/kernel.wasm?url';
import { drawByCard, tryCards, type CardTrials } from '../drawByCard.ts';
import { drawFrames } from '../drawFrames.ts';

export interface KernelPage {
  draw(first: number, count: number): Promise<string[]>;
  /** null where the card leaves a frame to the kernel. */
  drawByCard(first: number, count: number): Promise<(string | null)[]>;
  tryCards(): Promise<CardTrials>;
}
declare global {
  var kernelPage: KernelPage;
}

globalThis.kernelPage = {
  async draw(first, count) {
    const answer = await fetch(kernelUrl);
    return await drawFrames(await answer.arrayBuffer(), first, count);
  },
  async drawByCard(first, count) {
    const answer = await fetch(kernelUrl);
    return await drawByCard(await answer.arrayBuffer(), first, count);
  },
  async tryCards() {
    const answer = await fetch(kernelUrl);
    return await tryCards(await answer.arrayBuffer());
  },
};
document.title = 'Ready';
