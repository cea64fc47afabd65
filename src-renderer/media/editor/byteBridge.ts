import { CustomSource } from 'mediabunny';
import type { MediaQuestion } from './previewMessages.ts';

/** Read at once: two thirds of a second of a 1080p take. */
const BLOCK_BYTES = 512 * 1024;
/** So much of one file is kept, beside what mediabunny keeps of it. */
const KEPT_BLOCKS = 24;
const KEPT_BYTES = 4 * 1024 * 1024;

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

/** A media file for mediabunny, read in blocks; the next one is under way before it is asked for. */
export function openSource(bridge: Pick<ByteBridge, 'ask' | 'sizeOf'>, mediaId: string): CustomSource {
  const blocks = new MediaBlocks(bridge, mediaId);
  return new CustomSource({
    getSize: () => blocks.sizeBytes(),
    read: (fromByte, toByte) => blocks.read(fromByte, toByte),
    maxCacheSize: KEPT_BYTES,
  });
}

class MediaBlocks {
  readonly #bridge: Pick<ByteBridge, 'ask' | 'sizeOf'>;
  readonly #mediaId: string;
  /** The one that was used last is the last one. */
  readonly #kept = new Map<number, Promise<Uint8Array>>();
  #sizeBytes = 0;
  #former = 0;

  constructor(bridge: Pick<ByteBridge, 'ask' | 'sizeOf'>, mediaId: string) {
    this.#bridge = bridge;
    this.#mediaId = mediaId;
  }

  async sizeBytes(): Promise<number> {
    this.#sizeBytes = await this.#bridge.sizeOf(this.#mediaId);
    return this.#sizeBytes;
  }

  async read(fromByte: number, toByte: number): Promise<Uint8Array> {
    const first = Math.floor(fromByte / BLOCK_BYTES);
    const last = Math.floor((toByte - 1) / BLOCK_BYTES);
    const reading = Array.from({ length: last - first + 1 }, (_, index) => this.#block(first + index));
    this.#readAhead(first < this.#former ? first - 1 : last + 1);
    this.#former = first;
    const from = fromByte - first * BLOCK_BYTES;
    const blocks = await Promise.all(reading);
    const bytes = blocks.length === 1 ? blocks[0]! : joined(blocks);
    return bytes.subarray(from, from + toByte - fromByte);
  }

  #readAhead(index: number): void {
    if (index < 0 || index * BLOCK_BYTES >= this.#sizeBytes) return;
    // Said to anyone who asks for it.
    this.#block(index).catch(() => undefined);
  }

  #block(index: number): Promise<Uint8Array> {
    const fromByte = index * BLOCK_BYTES;
    const toByte = Math.min(fromByte + BLOCK_BYTES, this.#sizeBytes);
    const block =
      this.#kept.get(index) ?? this.#bridge.ask({ what: 'bytes', mediaId: this.#mediaId, fromByte, toByte });
    this.#kept.delete(index);
    this.#kept.set(index, block);
    block.catch(() => this.#kept.delete(index));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_BLOCKS && oldest !== undefined) this.#kept.delete(oldest);
    return block;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
