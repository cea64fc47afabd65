import { CustomSource } from 'mediabunny';
import type { MediaQuestion } from './previewMessages.ts';

/** So much of one file is kept. */
const KEPT_BYTES = 16 * 1024 * 1024;

interface PendingAnswer {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** Asks the page for what a worker needs of a host: by messages, answered by messages. */
export class ByteBridge {
  readonly #ask: (id: number, question: MediaQuestion) => void;
  readonly #pending = new Map<number, PendingAnswer>();
  #nextId = 1;

  constructor(ask: (id: number, question: MediaQuestion) => void) {
    this.#ask = ask;
  }

  ask(question: MediaQuestion): Promise<Uint8Array> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#ask(id, question);
    });
  }

  async sizeOf(mediaId: string): Promise<number> {
    const bytes = await this.ask({ what: 'size', mediaId });
    return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  }

  answer(id: number, answer: { bytes: Uint8Array } | { message: string }): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if ('bytes' in answer) pending?.resolve(answer.bytes);
    else pending?.reject(new Error(answer.message));
  }
}

/** A media file for mediabunny, read in the parts that it asks for. */
export function openSource(bridge: ByteBridge, mediaId: string): CustomSource {
  return new CustomSource({
    getSize: () => bridge.sizeOf(mediaId),
    read: (fromByte, toByte) => bridge.ask({ what: 'bytes', mediaId, fromByte, toByte }),
    maxCacheSize: KEPT_BYTES,
    prefetchProfile: 'fileSystem',
  });
}
