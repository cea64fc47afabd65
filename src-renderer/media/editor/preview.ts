import type { Lut, Size, TextStyle } from '../../../src-shared/domain/edit/document.ts';
import type { DrawList } from '../../../src-shared/domain/edit/resolve.ts';
import { trustedScript } from '../../lib/trustedScripts.ts';
import { imageKey } from '../../../src-shared/video/image.ts';
import type {
  DrawnFrame,
  MediaQuestion,
  PreviewCommand,
  PreviewEvent,
  PreviewMedia,
} from './previewMessages.ts';
import previewWorker from './previewWorker.ts?worker&url';

export type { DrawnFrame, MediaQuestion, PreviewMedia };

export interface PreviewHost {
  readKernel(): Promise<ArrayBuffer>;
  answer(question: MediaQuestion): Promise<Uint8Array<ArrayBuffer>>;
  /** A text on an image of the frame's size, as PNG. */
  drawText(text: string, style: TextStyle, size: Size): Promise<Uint8Array<ArrayBuffer>>;
}

/** Draws frames of a project in a worker: decoded by the browser, composed by the kernel that an export uses. */
export interface Preview {
  setMedia(media: readonly PreviewMedia[]): void;
  setLuts(luts: Readonly<Record<string, Lut>>): void;
  /** `canvas`: of the project, in whose size texts are drawn. `spare`: of a frame that nobody shows any more. */
  draw(list: DrawList, canvas: Size, spare?: ArrayBuffer | null): Promise<DrawnFrame>;
  dispose(): void;
}

export async function openPreview(host: PreviewHost): Promise<Preview> {
  const preview = new WorkerPreview(host);
  try {
    await preview.open(await host.readKernel());
    return preview;
  } catch (error) {
    preview.dispose();
    throw error;
  }
}

/** What is said of a graphics card holds for all projects of this session. */
let isCardRefused = false;

class WorkerPreview implements Preview {
  readonly #worker = new Worker(trustedScript(previewWorker), { type: 'module', name: 'preview' });
  readonly #host: PreviewHost;
  readonly #opening = Promise.withResolvers<void>();
  readonly #drawing = new Map<number, PromiseWithResolvers<DrawnFrame>>();
  readonly #textKeys = new Set<string>();
  #nextId = 1;

  constructor(host: PreviewHost) {
    this.#host = host;
    this.#worker.onmessage = ({ data }: MessageEvent<PreviewEvent>) => this.#handle(data);
    this.#worker.onerror = ({ message }) => this.#fail(message);
  }

  open(wasm: ArrayBuffer): Promise<void> {
    this.#command({ kind: 'open', wasm, triesCard: !isCardRefused }, [wasm]);
    return this.#opening.promise;
  }

  setMedia(media: readonly PreviewMedia[]): void {
    this.#command({ kind: 'media', media });
  }

  setLuts(luts: Readonly<Record<string, Lut>>): void {
    this.#command({ kind: 'luts', luts });
  }

  async draw(list: DrawList, canvas: Size, spare: ArrayBuffer | null = null): Promise<DrawnFrame> {
    await this.#sendTexts(list, canvas);
    const id = this.#nextId;
    this.#nextId += 1;
    const drawing = Promise.withResolvers<DrawnFrame>();
    this.#drawing.set(id, drawing);
    this.#command({ kind: 'draw', id, list, spare }, spare ? [spare] : []);
    return drawing.promise;
  }

  dispose(): void {
    this.#fail('The preview was closed.');
    this.#worker.terminate();
  }

  #handle(event: PreviewEvent): void {
    switch (event.kind) {
      case 'opened':
        return this.#opening.resolve();
      case 'drawn':
        isCardRefused ||= event.frame.drawn.refusal !== null && event.frame.drawn.refusal !== 'frame';
        this.#drawing.get(event.id)?.resolve(event.frame);
        this.#drawing.delete(event.id);
        return;
      case 'notDrawn':
        this.#drawing.get(event.id)?.reject(new Error(event.message));
        this.#drawing.delete(event.id);
        return;
      case 'read':
        return void this.#answer(event.id, event.question);
      case 'failed':
        return this.#fail(event.message);
    }
  }

  /** Texts are drawn here: fonts belong to the page. */
  async #sendTexts(list: DrawList, canvas: Size): Promise<void> {
    for (const { source } of list.layers) {
      const key = imageKey(source, list);
      if (source.kind !== 'text' || key === null || this.#textKeys.has(key)) continue;
      const image = await this.#host.drawText(source.text, source.style, canvas);
      this.#textKeys.add(key);
      this.#command({ kind: 'text', key, image }, [image.buffer]);
    }
  }

  async #answer(id: number, question: MediaQuestion): Promise<void> {
    try {
      const bytes = await this.#host.answer(question);
      this.#command({ kind: 'bytes', id, bytes }, [bytes.buffer]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#command({ kind: 'unread', id, message });
    }
  }

  #fail(message: string): void {
    const error = new Error(message);
    this.#opening.reject(error);
    for (const drawing of this.#drawing.values()) drawing.reject(error);
    this.#drawing.clear();
  }

  #command(command: PreviewCommand, transfer: Transferable[] = []): void {
    this.#worker.postMessage(command, transfer);
  }
}
