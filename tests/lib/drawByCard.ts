import { Card } from '../../src-renderer/media/editor/gpu/card.ts';
import { testChart } from '../../src-renderer/media/editor/gpu/chart.ts';
import {
  FrameDrawer,
  type CardOptions,
  type FrameDrawn,
} from '../../src-renderer/media/editor/gpu/frameDrawer.ts';
import { GpuKernel } from '../../src-renderer/media/editor/gpu/gpuKernel.ts';
import { openKernel } from '../../src-shared/video/kernel.ts';
import { kernelFrame } from './kernelFrames.ts';

/** Hashes of frames that the graphics card of this page draws, or what it imitates one with. */
export async function drawByCard(
  wasm: ArrayBuffer,
  first: number,
  count: number,
): Promise<(string | null)[]> {
  const kernel = await openKernel(wasm);
  const card = new GpuKernel(new Card(openContext()), kernel);
  return Array.from({ length: count }, (_, at) => {
    const sources = kernelFrame(first + at);
    const bytes = card.render(sources);
    if (!bytes) return null;
    kernel.takeFrame(sources.list, bytes);
    return kernel.hash();
  });
}

export interface CardTrials {
  /** As it is: software imitates it here. */
  usual: FrameDrawn;
  none: FrameDrawn;
  /** One that computes as the kernel does, and one that adds a little to the red. */
  allowed: FrameDrawn;
  wrong: FrameDrawn;
  /** It computes as the kernel does, and a second passes before its frame is there. */
  slow: FrameDrawn;
  /** It was in use and is gone. */
  lost: FrameDrawn;
  /** The hashes of the same frame by each of them. */
  hashes: string[];
}

/** What a drawer makes of cards of different kinds. */
export async function tryCards(wasm: ArrayBuffer): Promise<CardTrials> {
  const hashes: string[] = [];
  const [sources] = testChart();
  const tryOne = async (
    createContext: () => WebGL2RenderingContext | null,
    isAllowed: boolean,
    { before, ...options }: CardOptions & { before?: () => void } = {},
  ): Promise<FrameDrawn> => {
    const kernel = await openKernel(wasm);
    const drawer = new FrameDrawer(kernel);
    drawer.tryCard({ createContext, allowsSoftware: isAllowed, allowsSlower: true, ...options });
    before?.();
    if (sources) drawer.draw(sources);
    hashes.push(kernel.hash());
    return drawer.drawn;
  };
  const last = openContext();
  const slow = makeSlow();
  return {
    usual: await tryOne(openContext, false),
    none: await tryOne(() => null, true),
    allowed: await tryOne(openContext, true),
    wrong: await tryOne(openWrong, true),
    slow: await tryOne(slow.openContext, true, { allowsSlower: false, nowMs: slow.nowMs }),
    lost: await tryOne(() => last, true, {
      before: () => last.getExtension('WEBGL_lose_context')?.loseContext(),
    }),
    hashes,
  };
}

function openContext(): WebGL2RenderingContext {
  const context = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!context) throw new Error('This page has no WebGL 2.');
  return context;
}

/** Its luma is one step of the kernel too bright. */
function openWrong(): WebGL2RenderingContext {
  const context = openContext();
  const compile = context.shaderSource.bind(context);
  context.shaderSource = (shader, text) => compile(shader, text.replace('5983', '5984'));
  return context;
}

/** By its own clock, so that no machine is too fast or too slow for it: reading a frame back takes a second. */
function makeSlow() {
  let lateMs = 0;
  return {
    nowMs: () => performance.now() + lateMs,
    openContext: () => {
      const context = openContext();
      const read = context.readPixels.bind(context) as (...all: unknown[]) => void;
      context.readPixels = (...all: unknown[]) => {
        read(...all);
        lateMs += 1000;
      };
      return context;
    },
  };
}
