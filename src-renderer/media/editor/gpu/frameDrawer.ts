import type { Kernel } from '../../../../src-shared/video/kernel.ts';
import { Card } from './card.ts';
import { testChart, timedFrame } from './chart.ts';
import { GpuKernel, type FrameSources } from './gpuKernel.ts';

/** Why the graphics card does not draw; `null` where it does. `frame`: it draws others, not this one. */
export type CardRefusal = 'missing' | 'software' | 'different' | 'slower' | 'lost' | 'frame';

/** Who drew a frame. */
export interface FrameDrawn {
  by: 'card' | 'processor';
  /** The card's name; empty where there is none. */
  card: string;
  /** null where the card drew it, or was not tried yet. */
  refusal: CardRefusal | null;
}

/** What a browser calls a graphics card that the processor imitates. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
const TIMES = 3;

export interface CardOptions {
  /** For tests: no other card is there. */
  allowsSoftware?: boolean;
  allowsSlower?: boolean;
  nowMs?: () => number;
  createContext?: () => WebGL2RenderingContext | null;
}

/** Draws frames by the graphics card where it gives the kernel's bytes and is quicker, else by the kernel. */
export class FrameDrawer {
  readonly #kernel: Kernel;
  #gpu: { card: Card; kernel: GpuKernel } | null = null;
  #drawn: FrameDrawn = { by: 'processor', card: '', refusal: null };

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Who drew the last frame. */
  get drawn(): FrameDrawn {
    return this.#drawn;
  }

  /** Tries the card with the test chart; from then on it draws, or not. */
  tryCard({
    allowsSoftware = false,
    allowsSlower = false,
    nowMs = () => performance.now(),
    createContext = openContext,
  }: CardOptions = {}): void {
    let card: Card | null = null;
    const refuse = (refusal: CardRefusal) => this.#refuse(refusal, card?.name ?? '');
    try {
      const context = createContext();
      if (!context) return refuse('missing');
      card = new Card(context);
      if (SOFTWARE.test(card.name) && !allowsSoftware) return refuse('software');
      const kernel = new GpuKernel(card, this.#kernel);
      const isSame = testChart().every((sources) => this.#hashBy(kernel, sources) === this.#hashOf(sources));
      if (!isSame || card.takeError() !== null) return refuse('different');
      if (!allowsSlower && !this.#isQuicker(kernel, nowMs)) return refuse('slower');
      this.#gpu = { card, kernel };
    } catch {
      refuse(card?.isLost ? 'lost' : 'different');
    }
  }

  /** The kernel has the frame then: `toRgba` and `hash` are of it. */
  draw(sources: FrameSources): void {
    if (this.#gpu && this.#drawByCard(this.#gpu, sources)) return;
    const { list, images, luts } = sources;
    this.#kernel.draw(list, images, luts);
    this.#drawn = { ...this.#drawn, by: 'processor' };
  }

  #drawByCard({ card, kernel }: { card: Card; kernel: GpuKernel }, sources: FrameSources): boolean {
    // What fails here fails in the kernel, too, which says why.
    const bytes = attempt(() => kernel.render(sources));
    if (card.isLost || card.takeError() !== null) {
      this.#refuse('lost', card.name);
      return false;
    }
    this.#drawn = { by: bytes ? 'card' : 'processor', card: card.name, refusal: bytes ? null : 'frame' };
    if (bytes) this.#kernel.takeFrame(sources.list, bytes);
    return bytes !== null;
  }

  #refuse(refusal: CardRefusal, card: string): void {
    this.#gpu = null;
    this.#drawn = { by: 'processor', card, refusal };
  }

  #hashBy(gpu: GpuKernel, sources: FrameSources): string | null {
    const bytes = gpu.render(sources);
    if (!bytes) return null;
    this.#kernel.takeFrame(sources.list, bytes);
    return this.#kernel.hash();
  }

  #hashOf({ list, images, luts }: FrameSources): string {
    this.#kernel.draw(list, images, luts);
    return this.#kernel.hash();
  }

  #isQuicker(gpu: GpuKernel, nowMs: () => number): boolean {
    const byCard = (sources: FrameSources) => {
      const bytes = gpu.render(sources);
      if (bytes) this.#kernel.takeFrame(sources.list, bytes);
    };
    const byKernel = ({ list, images, luts }: FrameSources) => this.#kernel.draw(list, images, luts);
    return quickest(byCard, nowMs) < quickest(byKernel, nowMs);
  }
}

const openContext = (): WebGL2RenderingContext | null =>
  new OffscreenCanvas(1, 1).getContext('webgl2', {
    antialias: false,
    depth: false,
    powerPreference: 'high-performance',
  });

/** Of frames whose images are new, as they are while a project plays. */
function quickest(work: (sources: FrameSources) => void, nowMs: () => number): number {
  const times = Array.from({ length: TIMES }, timedFrame).map((sources) => {
    const startMs = nowMs();
    work(sources);
    return nowMs() - startMs;
  });
  return Math.min(...times);
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
