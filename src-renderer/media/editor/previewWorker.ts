import type { Lut } from '../../../src-shared/domain/edit/document.ts';
import type { DrawList } from '../../../src-shared/domain/edit/resolve.ts';
import { openKernel, type Kernel } from '../../../src-shared/video/kernel.ts';
import { imageKey, type SourceImage } from '../../../src-shared/video/image.ts';
import { ByteBridge } from './byteBridge.ts';
import { FrameDrawer } from './gpu/frameDrawer.ts';
import { MediaImages } from './mediaImages.ts';
import { decodeImage } from './decodedImages.ts';
import type { DrawnFrame, PreviewCommand, PreviewEvent } from './previewMessages.ts';

const send = (event: PreviewEvent, transfer: Transferable[] = []) => postMessage(event, { transfer });
const bridge = new ByteBridge((id, question) => send({ kind: 'read', id, question }));
const media = new MediaImages(bridge);
const texts = new Map<string, Promise<SourceImage>>();
let opened: { kernel: Kernel; drawer: FrameDrawer } | null = null;
/** The first frame is there before the graphics card is tried. */
let isCardToTry = false;
let luts: Readonly<Record<string, Lut>> = {};
/** One frame at a time: a decoder has one place. */
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<PreviewCommand>) => handle(data));

function handle(command: PreviewCommand): void {
  switch (command.kind) {
    case 'open':
      isCardToTry = command.triesCard;
      return void open(command.wasm);
    case 'media':
      return media.set(command.media);
    case 'luts':
      luts = command.luts;
      return;
    case 'text':
      texts.set(command.key, decodeImage(command.image));
      return;
    case 'draw':
      last = last.then(() => draw(command)).then(tryCard);
      return;
    case 'bytes':
      return bridge.answer(command.id, { bytes: command.bytes });
    case 'unread':
      return bridge.answer(command.id, { message: command.message });
  }
}

async function open(wasm: ArrayBuffer): Promise<void> {
  try {
    const kernel = await openKernel(wasm);
    opened = { kernel, drawer: new FrameDrawer(kernel) };
    send({ kind: 'opened' });
  } catch (error) {
    send({ kind: 'failed', message: messageOf(error) });
  }
}

function tryCard(): void {
  if (!isCardToTry) return;
  isCardToTry = false;
  opened?.drawer.tryCard();
}

async function draw({ id, list, spare }: PreviewCommand & { kind: 'draw' }): Promise<void> {
  try {
    const frame = await drawn(list, spare);
    send({ kind: 'drawn', id, frame }, [frame.rgba.buffer]);
  } catch (error) {
    send({ kind: 'notDrawn', id, message: messageOf(error) });
  }
}

/** A layer whose media cannot be read is left out, and said: the others are drawn. */
async function drawn(list: DrawList, spare: ArrayBuffer | null): Promise<DrawnFrame> {
  if (!opened) throw new Error('The kernel is not open.');
  const { kernel, drawer } = opened;
  const images = new Map<string, SourceImage>();
  const problems: { mediaId: string; message: string }[] = [];
  media.beginFrame();
  for (const { source } of list.layers) {
    const key = imageKey(source, list);
    if (key === null || images.has(key)) continue;
    try {
      const image = source.kind === 'media' ? await media.at(source) : await texts.get(key);
      if (image) images.set(key, image);
    } catch (error) {
      if (source.kind === 'media') problems.push({ mediaId: source.mediaId, message: messageOf(error) });
    }
  }
  const isThere = ({ source }: DrawList['layers'][number]) => {
    const key = imageKey(source, list);
    return key === null || images.has(key);
  };
  const { width, height } = list;
  drawer.draw({ list: { ...list, layers: list.layers.filter(isThere) }, images, luts });
  return { width, height, rgba: kernel.toRgba(spare), hash: kernel.hash(), drawn: drawer.drawn, problems };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
